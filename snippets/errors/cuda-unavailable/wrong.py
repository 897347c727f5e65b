# /// note
# title.en = "The name alone proves nothing"
# title.zh = "光有名字说明不了什么"
# device = "cpu"
# ///
import torch

device = torch.device("cuda")
try:
    torch.ones(2, device=device)
except (AssertionError, RuntimeError) as error:
    refusal = type(error).__name__
assert device.type == "cuda" and refusal
