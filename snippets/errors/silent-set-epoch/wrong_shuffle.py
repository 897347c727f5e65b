# /// note
# title.en = "Two that want to choose"
# title.zh = "两个都想来挑"
# device = "cpu"
# raises = "ValueError"
# ///
from torch.utils.data import DataLoader, DistributedSampler

sampler = DistributedSampler(range(8), num_replicas=2, rank=0)
DataLoader(range(8), shuffle=True, sampler=sampler)
