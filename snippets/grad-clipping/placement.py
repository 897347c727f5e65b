# /// note
# title.en = "How far one step moves the weights"
# title.zh = "一步更新让权重移动了多远"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn

torch.manual_seed(0);
x = torch.randn(8, 3) * 100

def moved(place):
    torch.manual_seed(1)
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    before = nn.utils.parameters_to_vector(model.parameters()).detach()

    def clip(here):
        if here == place:
            nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)

    loss = model(x).square().mean()
    optimizer.zero_grad()
    clip("clip, backward, step")
    loss.backward()
    clip("backward, clip, step")
    optimizer.step()
    clip("backward, step, clip")
    after = nn.utils.parameters_to_vector(model.parameters()).detach()
    return (after - before).norm().item()

places = ("backward, step", "clip, backward, step", "backward, clip, step",
          "backward, step, clip")
distances = {place: moved(place) for place in places}
fig, ax = plt.subplots(figsize=(6, 2), layout="constrained")
bars = ax.barh(places, distances.values())
ax.bar_label(bars, fmt="%.4g", padding=3, fontsize=8);
ax.set(xscale="log", xlim=(0.1, 1e6));
ax.invert_yaxis()
plt.show()

assert abs(distances["backward, clip, step"] - 1) < 1e-3
others = [distances[place] for place in places if place != "backward, clip, step"]
assert min(others) == max(others) > 1000
