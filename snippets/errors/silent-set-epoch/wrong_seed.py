# /// note
# title.en = "A seed of one's own"
# title.zh = "各用各的种子"
# device = "cpu"
# ///
from torch.utils.data import DistributedSampler

shares = [list(DistributedSampler(range(8), num_replicas=2, rank=rank, seed=rank))
          for rank in range(2)]
shares
missing = set(range(8)) - set(shares[0] + shares[1])
missing
assert missing
