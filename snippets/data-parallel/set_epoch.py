# /// note
# title.en = "Three epochs of DistributedSampler"
# title.zh = "DistributedSampler 的三个 epoch"
# device = "cpu"
# ///
from torch.utils.data import DistributedSampler

def epochs(tell):
    sampler, orders = DistributedSampler(range(8), num_replicas=2, rank=0), []
    for epoch in range(3):
        if tell:
            sampler.set_epoch(epoch)
        orders.append(list(sampler))
    return orders

without, told = epochs(False), epochs(True)
[{"epoch": epoch, "without set_epoch": str(a), "with set_epoch": str(b)}
 for epoch, (a, b) in enumerate(zip(without, told))]
assert without[0] == without[1] == without[2]
assert told[0] != told[1] != told[2]
