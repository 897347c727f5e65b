# /// note
# title.en = "Twelve elements, five pieces?"
# title.zh = "12 个元素，能切成 5 段吗？"
# device = "any"
# ///
import matplotlib.pyplot as plt
import torch

x = torch.arange(12)
cuts = {
    "chunk(5)": x.chunk(5),
    "split(5)": x.split(5),
    "tensor_split(5)": x.tensor_split(5),
    "split([2, 4, 6])": x.split([2, 4, 6]),
}
sizes = {call: [len(piece) for piece in pieces] for call, pieces in cuts.items()}

fig, ax = plt.subplots(figsize=(6, 2.4), layout="constrained")
for call, lengths in sizes.items():
    start = 0
    for length in lengths:
        ax.barh(call, length, left=start, edgecolor="white", color="tab:blue")
        ax.text(start + length / 2, call, length, ha="center", va="center", color="white")
        start += length
ax.invert_yaxis()
ax.set(xticks=range(13), xlabel="index");
plt.show()

assert sizes["chunk(5)"] == [3, 3, 3, 3]
assert [len(piece) for piece in torch.arange(10).chunk(4)] == [3, 3, 3, 1]
assert sizes["split(5)"] == [5, 5, 2]
assert sizes["tensor_split(5)"] == [3, 3, 2, 2, 2]

pieces = x.chunk(5)
assert isinstance(pieces, tuple) and not isinstance(pieces, list)

# en: the pieces are views: write into one, and x has changed
# zh: 每一段都是视图：写进其中一段，x 就变了
pieces[0][0] = 99
x
assert x[0] == 99
