# /// note
# title.en = "A picture turned by permute, and by reshape"
# title.zh = "同一幅图：permute 与 reshape 的结果"
# device = "any"
# ///
import matplotlib.pyplot as plt
import torch

# en: a disc of warm light on blue, as (height, width, channels)
# zh: 蓝底上一个暖色的圆，形状是（高、宽、通道）
y, x = torch.meshgrid(torch.linspace(-1, 1, 48), torch.linspace(-1, 1, 48), indexing="ij")
disc = ((x ** 2 + y ** 2) < 0.5).float()
photo = torch.stack([disc, disc * (1 - y) / 2, 1 - disc], dim=-1)

right = photo.permute(2, 0, 1)
wrong = photo.reshape(3, 48, 48)

fig, axes = plt.subplots(1, 3, figsize=(6, 2.3), layout="constrained")
pictures = {"photo": photo, "permute(2, 0, 1)": right, "reshape(3, 48, 48)": wrong}
for ax, (name, picture) in zip(axes, pictures.items()):
    ax.imshow(picture.tolist() if name == "photo" else picture.permute(1, 2, 0).tolist())
    ax.set_title(name, fontsize=9)
    ax.axis("off")
plt.show()

assert right.shape == wrong.shape == (3, 48, 48)
assert torch.equal(right[0], photo[:, :, 0])
assert not torch.equal(wrong[0], photo[:, :, 0])
