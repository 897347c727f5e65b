# /// note
# title.en = "Change the original, look at the copies"
# title.zh = "改动原张量，再看各个副本"
# device = "any"
# ///
import torch

x = torch.tensor([1, 2, 3])
cloned, detached, snapshot = x.clone(), x.detach(), x.detach().clone()

x.add_(1)
[{"name": "x", "values": str(x)},
 {"name": "cloned", "values": str(cloned)},
 {"name": "detached", "values": str(detached)},
 {"name": "snapshot", "values": str(snapshot)}]

assert detached.tolist() == [2, 3, 4]
assert cloned.tolist() == snapshot.tolist() == [1, 2, 3]
assert detached is not x and detached.data_ptr() == x.data_ptr()

# en: not in place: the name x now means a new tensor
# zh: 不是原位操作：x 这个名字从此指向一个新张量
x = x + 10
x
detached
assert x.tolist() == [12, 13, 14] and detached.tolist() == [2, 3, 4]
