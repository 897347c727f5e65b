# /// note
# title.en = "The caller's tensor, after the call"
# title.zh = "调用之后，调用者的张量"
# device = "any"
# ///
import torch

def centred_plus_equals(batch):
    batch -= batch.mean()
    return batch

def centred(batch):
    batch = batch - batch.mean()
    return batch

a, b = torch.tensor([1.0, 2.0, 6.0]), torch.tensor([1.0, 2.0, 6.0])
centred_plus_equals(a), centred(b)

a
b
assert a.tolist() == [-2.0, -1.0, 3.0]
assert b.tolist() == [1.0, 2.0, 6.0]

# en: a view is a second name for part of the memory
# zh: 视图就是同一块内存中某一部分的另一个名字
grid = torch.zeros(2, 3)
grid[0].add_(7);
grid
assert grid.tolist() == [[7, 7, 7], [0, 0, 0]]
