# /// note
# title.en = "Pixels that go round the corner"
# title.zh = "溢出回绕的像素值"
# device = "any"
# ///
import torch

pixels = torch.tensor([10, 200, 250], dtype=torch.uint8)
[{"expression": call, "values": str(eval(call).tolist())} for call in (
    "pixels", "pixels + 10", "pixels * 2", "pixels - 20", "(pixels - 20).clamp(min=0)", "pixels.int() - 20")]

assert (pixels + 10).tolist() == [20, 210, 4]
assert (pixels * 2).tolist() == [20, 144, 244]
assert (pixels - 20).clamp(min=0).tolist() == [246, 180, 230]
assert (pixels.int() - 20).tolist() == [-10, 180, 230]

# en: rounding is to even; conversion to integers cuts off
# zh: round 是四舍六入五成双；转成整数则是直接截断
halves = torch.tensor([0.5, 1.5, 2.5, -2.7])
halves.round(), halves.int()
assert halves.round().tolist() == [0, 2, 2, -3] and halves.int().tolist() == [0, 1, 2, -2]
