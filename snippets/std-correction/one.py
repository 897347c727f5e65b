# /// note
# title.en = "One element"
# title.zh = "只有一个元素"
# device = "any"
# ///
import warnings

import torch

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    alone = torch.ones(1).std()
print(str(caught[0].message).split(" (Triggered")[0])
alone
assert alone.isnan() and "degrees of freedom is <= 0" in str(caught[0].message)
assert torch.ones(1).std(correction=0) == 0

# en: normalising a batch of rewards that happens to have one entry
# zh: 对一批奖励做标准化，而这一批恰好只有一个
rewards = torch.tensor([2.5])
(rewards - rewards.mean()) / (rewards.std(correction=0) + 1e-8)
assert ((rewards - rewards.mean()) / (rewards.std(correction=0) + 1e-8)).item() == 0
