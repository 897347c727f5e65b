# /// note
# title.en = "The error silenced, the model untouched"
# title.zh = "报错没了，模型却一动不动"
# device = "any"
# ///
import torch
from torch import nn

def weight_grad(make_loss):
    torch.manual_seed(0)
    model, x = nn.Linear(3, 2), torch.ones(4, 3)
    labels = torch.tensor([0, 1, 0, 0])
    make_loss(model(x), labels).backward()
    return model.weight.grad

def mean_of_argmax(scores):
    return scores.argmax(dim=1).float().mean()

def soft_error(scores, labels):
    right = scores.softmax(dim=1).gather(1, labels[:, None])
    return (1 - right).mean()

losses = {
    "loss.requires_grad_()": lambda s, y: mean_of_argmax(s).requires_grad_(),
    "torch.tensor(loss, requires_grad=True)": lambda s, y: torch.tensor(
        mean_of_argmax(s).item(), requires_grad=True),
    "argmax replaced by softmax": soft_error,
    "cross_entropy": nn.functional.cross_entropy,
}
grads = {name: weight_grad(loss) for name, loss in losses.items()}
[{"loss": name, "model.weight.grad": "None" if g is None else "a gradient"} for name, g in grads.items()]

assert [g is None for g in grads.values()] == [True, True, False, False]
assert grads["argmax replaced by softmax"].abs().sum() > 0
