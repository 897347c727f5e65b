# /// note
# title.en = "Three epochs, three orders"
# title.zh = "三个 epoch，三个顺序"
# device = "cpu"
# ///
from torch.utils.data import DistributedSampler

sampler = DistributedSampler(range(8), num_replicas=2, rank=0, shuffle=True)
orders = []
for epoch in range(3):
    sampler.set_epoch(epoch)
    orders.append(list(sampler))
orders
assert orders[0] != orders[1] != orders[2]
