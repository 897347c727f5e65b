# /// note
# title.en = "One input, 300 predictions in eval mode"
# title.zh = "同一个输入，eval 模式下预测 300 次"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
import torch.nn as nn
import torch.nn.functional as F

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(10, 64), nn.Linear(64, 2)

    def forward(self, x, **state):
        return self.head(F.dropout(self.body(x).relu(), p=0.5, **state))

net, x = Net().eval(), torch.randn(1, 10)
with torch.no_grad():
    forgotten = torch.cat([net(x) for _ in range(300)])
    passed = torch.cat([net(x, training=net.training) for _ in range(300)])

fig, ax = plt.subplots(figsize=(6, 3))
ax.scatter(*forgotten.T, s=8, alpha=0.5, label="F.dropout(h)");
ax.scatter(*passed.T, s=90, marker="*", label="F.dropout(h, training=net.training)");
ax.set(xlabel="logit 0", ylabel="logit 1");
ax.legend();
plt.show()

assert len(forgotten.unique(dim=0)) > 250
assert len(passed.unique(dim=0)) == 1
