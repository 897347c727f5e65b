# /// note
# title.en = "Samples of nan"
# title.zh = "采样得到 nan"
# device = "any"
# ///
import torch
from torch.distributions import Normal

mean = torch.tensor([float("nan")])
sample = Normal(mean, torch.ones(1), validate_args=False).sample()
sample
assert sample.isnan().all()
