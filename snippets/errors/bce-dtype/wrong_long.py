# /// note
# title.en = "long() leaves nothing of the probabilities"
# title.zh = "long() 之后概率就没了"
# device = "any"
# ///
import torch

prob = torch.tensor([0.3, 0.9], requires_grad=True)
prob.long()
assert prob.long().tolist() == [0, 0]
assert not prob.long().requires_grad
