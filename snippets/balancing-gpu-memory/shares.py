# /// note
# title.en = "Who holds what: DataParallel on four devices, counted"
# title.zh = "谁占着什么：四个设备上的 DataParallel，数出来的"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Sequential(nn.Linear(256, 512), nn.ReLU(), nn.Linear(512, 10_000))
optimizer = torch.optim.Adam(net.parameters())
x, y = torch.randn(128, 256), torch.randint(10_000, (128,))
own = {p.data_ptr() for p in net.parameters()}

def kept_for_backward(forward):
    saved = {}

    def pack(tensor):
        if tensor.untyped_storage().data_ptr() not in own:
            saved[tensor.data_ptr()] = tensor.nbytes
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        result = forward()
    return result, sum(saved.values())

scores, one_share = kept_for_backward(lambda: net(x[:32]))
gathered = net(x).detach().requires_grad_()
loss, for_loss = kept_for_backward(lambda: F.cross_entropy(gathered, y))
net(x).sum().backward()
optimizer.step()

weights = sum(p.nbytes for p in net.parameters())
gradients = sum(p.grad.nbytes for p in net.parameters())
adam = sum(v.nbytes for state in optimizer.state.values() for v in state.values() if v.dim())

first = {"weights": weights, "activations": one_share, "gradients": gradients, "Adam": adam,
         "outputs": gathered.nbytes, "loss": for_loss}
other = {"weights": weights, "activations": one_share, "gradients": gradients}

fig, ax = plt.subplots(figsize=(6, 3), layout="constrained")
bottom = [0.0] * 4
for part in first:
    heights = [holder.get(part, 0) / 1e6 for holder in (first, other, other, other)]
    ax.bar(range(4), heights, bottom=bottom, label=part)
    bottom = [b + h for b, h in zip(bottom, heights)]
ax.set(xticks=range(4), xlabel="device", ylabel="MB");
ax.legend(loc="center left", bbox_to_anchor=(1, 0.5));
plt.show()

assert adam == 2 * weights == 2 * gradients
assert gathered.nbytes == 128 * 10_000 * 4 == 4 * scores.nbytes
assert bottom[0] > 2 * bottom[1]
