# /// note
# title.en = "Three epochs, one order"
# title.zh = "三个 epoch，同一个顺序"
# device = "cpu"
# ///
from torch.utils.data import DistributedSampler

sampler = DistributedSampler(range(8), num_replicas=2, rank=0, shuffle=True)
orders = [list(sampler) for epoch in range(3)]
orders
assert orders[0] == orders[1] == orders[2]
