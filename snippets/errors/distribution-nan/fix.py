# /// note
# title.en = "Positive scale, safe normalisation"
# title.zh = "正的 scale，安全的归一化"
# device = "any"
# ///
import torch
from torch.distributions import Normal
from torch.nn import functional as F

raw = torch.tensor([-30.0, 0.0, 3.0])
scale = F.softplus(raw) + 1e-5
scale
assert Normal(torch.zeros(3), scale).sample().isfinite().all()

rewards = torch.ones(5)
advantage = (rewards - rewards.mean()) / (rewards.std() + 1e-8)
advantage
assert advantage.isfinite().all()
