# /// note
# title.en = "On a GPU: late, and for good"
# title.zh = "在 GPU 上：来得晚，而且无法挽回"
# device = "cuda"
# ///
import torch

x = torch.tensor([0, 0, 0, 1, 1, 1], device="cuda")
y = torch.tensor([4, 6, 3, 7, 10], device="cuda")

def outcome(step):
    try:
        eval(step)
        return "no error so far"
    except RuntimeError as error:
        return str(error).splitlines()[0]

[{"step": step, "outcome": outcome(step)} for step in (
    "x[y]",
    "torch.index_select(x, 0, y)",
    "torch.cuda.synchronize()",
    "torch.ones(2, device='cuda')",
)]
