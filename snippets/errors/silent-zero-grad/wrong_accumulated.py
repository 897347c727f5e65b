# /// note
# title.en = "Four small batches, one step"
# title.zh = "四个小批次，走一步"
# device = "any"
# ///
import torch

x, w = torch.arange(8.0), torch.nn.Parameter(torch.ones(1))

def gradient(parts, divisor):
    w.grad = None
    for part in parts:
        ((w * part).pow(2).mean() / divisor).backward()
    return w.grad.item()

whole, sum_of_four, mean_of_four = (
    gradient([x], 1), gradient(x.split(2), 1), gradient(x.split(2), 4))
{"one batch": whole, "four, summed": sum_of_four, "four, loss / 4": mean_of_four}
assert mean_of_four == whole and sum_of_four == 4 * whole
