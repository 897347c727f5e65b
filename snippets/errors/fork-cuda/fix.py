# /// note
# title.en = "The workers load, the loop moves"
# title.zh = "worker 负责读，循环负责搬"
# device = "cpu"
# ///
import torch
from torch.utils.data import DataLoader

device = "cuda" if torch.cuda.is_available() else "cpu"
samples = torch.arange(8.0).reshape(4, 2)
total = torch.zeros(2, device=device)

for batch in DataLoader(samples, batch_size=2, num_workers=1):
    assert batch.device.type == "cpu"
    total += batch.to(device, non_blocking=True).sum(0)

total
assert total.tolist() == [12, 16]
