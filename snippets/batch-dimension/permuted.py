# /// note
# title.en = "view(1, …) works even where view(-1) does not"
# title.zh = "view(-1) 不行的张量，view(1, …) 照样可以"
# device = "any"
# ///
import torch

photo = torch.rand(4, 5, 3).permute(2, 0, 1)
batch = photo.view(1, *photo.size())
[{"tensor": "photo", "shape": str(tuple(photo.shape)), "stride": str(photo.stride())},
 {"tensor": "batch", "shape": str(tuple(batch.shape)), "stride": str(batch.stride())}]

assert not photo.is_contiguous()
assert batch.shape == (1, 3, 4, 5) and batch.data_ptr() == photo.data_ptr()

try:
    photo.view(-1)
    refused = False
except RuntimeError:
    refused = True
assert refused
