# /// note
# title.en = "Where zero_grad() may stand"
# title.zh = "zero_grad() 可以放在哪里"
# device = "cpu"
# ///
import torch
from torch import nn

def train(place):
    torch.manual_seed(0)
    model = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in torch.randn(5, 8, 2):
        def zero(here):
            if here == place:
                optimizer.zero_grad()

        zero("first")
        loss = model(x).square().mean()
        zero("before backward")
        loss.backward()
        zero("before step")
        optimizer.step()
        zero("last")
    return nn.utils.parameters_to_vector(model.parameters()).tolist()

results = {place: train(place)
           for place in ("first", "before backward", "last", "before step", "nowhere")}
[{"zero_grad()": place, "weights": str([round(w, 4) for w in weights])}
 for place, weights in results.items()]
assert results["first"] == results["before backward"] == results["last"]

# en: before step(): there is nothing left to step with
# zh: 放在 step() 之前：没有梯度可用了
torch.manual_seed(0);
start = nn.utils.parameters_to_vector(nn.Linear(2, 1).parameters()).tolist()
assert results["before step"] == start
assert results["nowhere"] != results["first"]
