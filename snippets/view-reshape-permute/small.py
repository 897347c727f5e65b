# /// note
# title.en = "Four pixels, digit by digit"
# title.zh = "四个像素，逐个数字看"
# device = "any"
# ///
import torch

# en: red is 1 to 4, green 10 to 40, blue 100 to 400
# zh: 红是 1 到 4，绿是 10 到 40，蓝是 100 到 400
photo = torch.tensor([[[1, 10, 100], [2, 20, 200]], [[3, 30, 300], [4, 40, 400]]])

photo.permute(2, 0, 1)[0]
photo.reshape(3, 2, 2)[0]
assert photo.permute(2, 0, 1)[0].tolist() == [[1, 2], [3, 4]]
assert photo.reshape(3, 2, 2)[0].tolist() == [[1, 10], [100, 2]]
assert torch.equal(photo.reshape(3, 2, 2).flatten(), photo.flatten())
