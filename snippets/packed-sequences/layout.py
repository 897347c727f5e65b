# /// note
# title.en = "What a packed sequence holds"
# title.zh = "打包序列里有什么"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence

sequences = [torch.tensor([1.0, 2, 3, 4, 5]), torch.tensor([11.0, 12, 13]),
             torch.tensor([21.0, 22])]
padded = pad_sequence(sequences, batch_first=True)
padded
packed = pack_padded_sequence(padded, [5, 3, 2], batch_first=True)
packed.data
packed.batch_sizes
assert packed.data.tolist() == [1, 11, 21, 2, 12, 22, 3, 13, 4, 5]
assert packed.batch_sizes.tolist() == [3, 3, 2, 1, 1]

fig, ax = plt.subplots(figsize=(5, 1.8), layout="constrained")
ax.imshow(padded > 0, cmap="Blues", vmax=2);
for row, column in (padded > 0).nonzero().tolist():
    ax.text(column, row, f"{padded[row, column]:.0f}", ha="center", va="center")
ax.set(xticks=range(5), xticklabels=packed.batch_sizes.tolist(), yticks=[],
       xlabel="batch_sizes");
plt.show()
