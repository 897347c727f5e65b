# /// note
# title.en = "Two equal tensors, two keys"
# title.zh = "两个相等的张量，两个键"
# device = "any"
# ///
import torch

one, another = torch.tensor(1), torch.tensor(1)
names = {one: "first"}

{"one == another": bool(one == another), "len({one, another})": len({one, another}),
 "names.get(another)": names.get(another)}
assert one == another
assert len({one, another}) == 2
assert names.get(another) is None and names[one] == "first"

# en: by value: turn them into numbers first
# zh: 想按值来：先变成数字
labels = torch.tensor([2, 0, 2, 1])
assert set(labels.tolist()) == {0, 1, 2}
assert len(set(labels)) == 4
labels.unique()
