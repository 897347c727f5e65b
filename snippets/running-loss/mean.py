# /// note
# title.en = "The mean of the batches, and of the samples"
# title.zh = "按批次平均，与按样本平均"
# device = "cpu"
# ///
import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader

data = torch.tensor([0.0, 0.0, 0.0, 0.0, 3.0])
loader = DataLoader(data, batch_size=4)

by_batch, total, count = [], torch.zeros(()), 0
for batch in loader:
    loss = F.mse_loss(batch, torch.zeros_like(batch))
    by_batch.append(loss.item())
    total += loss.detach() * len(batch)
    count += len(batch)

by_batch = sum(by_batch) / len(by_batch)
by_sample = total.item() / count
by_batch, by_sample
assert by_batch == 4.5 and abs(by_sample - 1.8) < 1e-6
assert abs(by_sample - data.square().mean().item()) < 1e-6
