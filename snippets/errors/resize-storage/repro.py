# /// note
# title.en = "A longer sample, then a shorter one"
# title.zh = "先长后短"
# device = "cpu"
# ///
import torch
from torch.utils.data import DataLoader

sentences = [torch.ones(5), torch.ones(3)]
loader = DataLoader(sentences, batch_size=2, num_workers=1)
try:
    next(iter(loader))
except RuntimeError as error:
    lines = str(error).splitlines()

# en: the worker's traceback, first and last line
# zh: worker 的报错回溯，首行和末行
print(lines[0], lines[-1], sep="\n")
assert lines[-1] == "RuntimeError: Trying to resize storage that is not resizable"
