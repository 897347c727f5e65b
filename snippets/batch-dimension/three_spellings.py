# /// note
# title.en = "Three spellings, one tensor, no copy"
# title.zh = "三种写法，同一个结果，不拷贝"
# device = "any"
# ///
import torch

image = torch.arange(24.0).reshape(3, 2, 4)

def describe(call):
    batch = eval(call)
    shared = batch.data_ptr() == image.data_ptr()
    return {"call": call, "shape": str(tuple(batch.shape)), "same memory": shared}

spellings = [describe(call) for call in (
    "image.unsqueeze(dim=0)",
    "image.unsqueeze(0)",
    "image[None]",
    "image.view(1, *image.size())",
    "image.reshape(1, 3, 2, 4)",
    "image.unsqueeze(-1)",
    "image.unsqueeze(0).squeeze(0)",
)]
spellings

assert [s["shape"] for s in spellings[:5]] == ["(1, 3, 2, 4)"] * 5
assert all(s["same memory"] for s in spellings)
assert torch.equal(image.unsqueeze(dim=0), image.view(1, *image.size()))
assert torch.equal(image.unsqueeze(dim=0), image[None])
assert image.unsqueeze(-1).shape == (3, 2, 4, 1)
assert image.unsqueeze(0).squeeze(0).shape == image.shape

try:
    image.unsqueeze(4)
    refused = ""
except IndexError as error:
    refused = str(error)
    print(refused)
assert refused == "Dimension out of range (expected to be in range of [-4, 3], but got 4)"
