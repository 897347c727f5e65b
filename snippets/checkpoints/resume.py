# /// note
# title.en = "Interrupted at step 20, resumed in three ways"
# title.zh = "在第 20 步中断，用三种方式恢复"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.randn(64, 10)
y = (x[:, :1] * x[:, 1:2]).tanh()

def start():
    model = nn.Sequential(nn.Linear(10, 32), nn.Tanh(), nn.Dropout(0.2), nn.Linear(32, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    return model, optimizer, torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.95)

def train(model, optimizer, scheduler, steps):
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())
    return losses

parts = model, optimizer, scheduler = start()
train(*parts, 20)
torch.save({
    "state_dict": model.state_dict(),
    "optimizer": optimizer.state_dict(),
    "scheduler": scheduler.state_dict(),
    "step": 20,
    "rng": torch.get_rng_state(),
}, "checkpoint.pth")
uninterrupted = train(*parts, 20)

def resume(keys):
    torch.manual_seed(1)
    model, optimizer, scheduler = start()
    checkpoint = torch.load("checkpoint.pth")
    model.load_state_dict(checkpoint["state_dict"])
    if "optimizer" in keys:
        optimizer.load_state_dict(checkpoint["optimizer"])
        scheduler.load_state_dict(checkpoint["scheduler"])
    if "rng" in keys:
        torch.set_rng_state(checkpoint["rng"])
    return train(model, optimizer, scheduler, 20)

everything = resume(("optimizer", "rng"))
no_rng = resume(("optimizer",))
weights_only = resume(())

fig, ax = plt.subplots(figsize=(6, 3))
steps = range(20, 40)
ax.plot(steps, uninterrupted, color="0.6", linewidth=5, label="uninterrupted");
ax.plot(steps, everything, color="C0", label="everything");
ax.plot(steps, no_rng, "--", color="C2", label="without rng");
ax.plot(steps, weights_only, ":", color="C3", label="weights only");
ax.set(xlabel="step", ylabel="loss");
ax.legend();
plt.show()

list(torch.load("checkpoint.pth"))
assert everything == uninterrupted
assert no_rng != uninterrupted and weights_only != uninterrupted
assert max(weights_only) > max(uninterrupted)
