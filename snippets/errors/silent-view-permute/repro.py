# /// note
# title.en = "The red channel isn't red"
# title.zh = "红色通道里不是红色"
# device = "any"
# ///
import torch

img = torch.arange(12).reshape(1, 2, 2, 3)    # (N, H, W, C)
wrong = img.view(1, 3, 2, 2)
red = img[0, :, :, 0]
{"wanted": red.tolist(), "got": wrong[0, 0].tolist()}
assert red.tolist() == [[0, 3], [6, 9]]
assert wrong[0, 0].tolist() == [[0, 1], [2, 3]]
