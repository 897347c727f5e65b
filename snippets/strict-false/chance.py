# /// note
# title.en = "Nothing loaded, no error, accuracy of chance"
# title.zh = "什么都没加载，也没报错，准确率等于瞎猜"
# device = "cpu"
# ///
import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.randn(400, 2)
y = (x[:, 0] > x[:, 1]).long()

def make():
    return nn.Sequential(nn.Linear(2, 2))

def accuracy(model):
    return (model(x).argmax(1) == y).float().mean().item()

trained = make()
optimizer = torch.optim.Adam(trained.parameters(), lr=0.1)
for _ in range(60):
    optimizer.zero_grad()
    nn.functional.cross_entropy(trained(x), y).backward()
    optimizer.step()

state = {"model." + key: value for key, value in trained.state_dict().items()}
fresh = [make() for _ in range(20)]
answers = [model.load_state_dict(state, strict=False) for model in fresh]
average = sum(map(accuracy, fresh)) / len(fresh)

# en: with the names put right, strictly
# zh: 把名字改对，严格加载
correct = make()
correct.load_state_dict({key.removeprefix("model."): value for key, value in state.items()})

[{"model": "trained", "accuracy": round(accuracy(trained), 2)},
 {"model": "loaded, strict=False (mean of 20)", "accuracy": round(average, 2)},
 {"model": "loaded, names put right", "accuracy": round(accuracy(correct), 2)}]

assert all(len(answer.missing_keys) == 2 for answer in answers)
assert accuracy(correct) == accuracy(trained) > 0.95 and average < 0.75
