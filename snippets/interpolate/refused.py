# /// note
# title.en = "What is refused"
# title.zh = "哪些写法会被拒绝"
# device = "cpu"
# ///
import torch
from torch.nn import functional as F

line = torch.zeros(1, 1, 4)
image = torch.zeros(3, 4, 4)
batch = torch.zeros(1, 3, 4, 4)

def error(call):
    try:
        call()
    except (NotImplementedError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {str(error)[:110]}"

calls = {
    "an image without a batch": lambda: F.interpolate(image, 8, mode="bilinear"),
    "nearest with align_corners": lambda: F.interpolate(line, 8, align_corners=True),
    "two dimensions": lambda: F.interpolate(line[0], 8),
    "neither size nor factor": lambda: F.interpolate(batch),
    "three sizes for an image": lambda: F.interpolate(batch, (8, 8, 8)),
    "int64": lambda: F.interpolate(batch.long(), scale_factor=2),
    "lanczos alone": lambda: F.interpolate(batch, (2, 2), mode="lanczos"),
}
rows = [{"what": what, "error": error(call)} for what, call in calls.items()]
rows
assert all(row["error"] for row in rows)

# en: the cures
# zh: 解决办法
assert F.interpolate(image[None], 8, mode="bilinear")[0].shape == (3, 8, 8)
assert F.interpolate(batch.byte(), scale_factor=2).dtype == torch.uint8
assert F.interpolate(batch, (2, 2), mode="lanczos", antialias=True).shape == (1, 3, 2, 2)
assert F.interpolate(line, scale_factor=1.6).shape == (1, 1, 6)
