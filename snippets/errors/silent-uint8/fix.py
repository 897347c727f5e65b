# /// note
# title.en = "Through float and back"
# title.zh = "经过浮点数再转回来"
# device = "any"
# ///
import torch

img = torch.tensor([10, 200, 250], dtype=torch.uint8)
x = img.float() / 255
darker = (x - 20 / 255).clamp(0, 1)
back = (darker * 255).round().to(torch.uint8)
back
assert back.tolist() == [0, 180, 230]
