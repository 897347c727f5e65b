# /// note
# title.en = "An accuracy of 250 percent"
# title.zh = "250% 的准确率"
# device = "any"
# ///
import torch

prediction = torch.tensor([0, 1, 1, 1])
target = torch.tensor([[0], [1], [1], [1]])

comparison = prediction == target
comparison
accuracy = comparison.sum().item() / len(prediction)
accuracy
assert comparison.shape == (4, 4) and accuracy == 2.5

# en: with mean() it even looks plausible
# zh: 用 mean() 的话，看上去还挺合理
comparison.float().mean().item()
assert comparison.float().mean().item() == 0.625

right = (prediction == target.squeeze(1)).float().mean().item()
right
assert right == 1.0
