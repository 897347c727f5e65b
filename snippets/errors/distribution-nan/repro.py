# /// note
# title.en = "A mean of nan"
# title.zh = "均值是 nan"
# device = "cpu"
# raises = "ValueError"
# ///
import torch
from torch.distributions import Normal

mean = torch.tensor([float("nan")])
Normal(mean, torch.ones(1)).sample()
