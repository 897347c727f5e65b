# /// note
# title.en = "Say which float"
# title.zh = "说明用哪种浮点"
# device = "cpu"
# ///
import torch

prediction, y = torch.tensor([1, 0, 1]), torch.tensor([1, 1, 1])
correct = prediction == y

correct.float().mean()
correct.long().mean(dtype=torch.float32)
assert correct.float().mean() == correct.long().mean(dtype=torch.float32)
assert abs(correct.float().mean().item() - 2 / 3) < 1e-6
