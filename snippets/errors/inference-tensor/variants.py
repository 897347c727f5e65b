# /// note
# title.en = "The write is refused after it was done"
# title.zh = "写完了才报错"
# device = "cpu"
# ///
import torch

with torch.inference_mode():
    h = torch.ones(2)

h + 1
h.clone().add_(1)
try:
    h.add_(1)
except RuntimeError as error:
    print(str(error).partition(".")[0])
h
assert h.tolist() == [2, 2]
