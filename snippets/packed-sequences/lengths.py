# /// note
# title.en = "What lengths must be"
# title.zh = "lengths 的要求"
# device = "cpu"
# ///
import torch
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

x = pad_sequence([torch.ones(2, 1), torch.ones(3, 1)], batch_first=True)

def error(lengths, **options):
    try:
        pack_padded_sequence(x, lengths, batch_first=True, **options)
    except (RuntimeError, ValueError) as error:
        return f"{type(error).__name__}: {str(error)[:100]}"

elsewhere = torch.tensor([3, 3], device="meta")
rows = [
    ("[2, 3]", error([2, 3])),
    ("[0, 3], enforce_sorted=False", error([0, 3], enforce_sorted=False)),
    ("tensor(…, device='meta')", error(elsewhere)),
    ("[2, 3], enforce_sorted=False", str(error([2, 3], enforce_sorted=False))),
]
rows
assert [row[1].startswith("RuntimeError") for row in rows] == [True, True, True, False]

# en: unsorted is fine: unpacking restores the order
# zh: 不排序也没关系：解包时会恢复原来的顺序
packed = pack_padded_sequence(x, [2, 3], batch_first=True, enforce_sorted=False)
unpacked, lengths = pad_packed_sequence(packed, batch_first=True)
assert torch.equal(unpacked, x) and lengths.tolist() == [2, 3]
