# /// note
# title.en = "Shuffled, sorted, and repaired"
# title.zh = "打乱、排序，以及修复"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
import torch.nn as nn

by_class = torch.cat([torch.randn(1024, 1), torch.randn(1024, 1) + 10])
shuffled = by_class[torch.randperm(2048)]
truth = by_class.mean().item()

def track(bn, data):
    path = [0.0]
    with torch.no_grad():
        for batch in data.split(32):
            bn.train()(batch)
            path.append(bn.running_mean.item())
    return path

def re_estimate(bn, data):
    bn.reset_running_stats()
    bn.momentum = None
    return track(bn, data)

bn = nn.BatchNorm1d(1)
good, bad = track(nn.BatchNorm1d(1), shuffled), track(bn, by_class)
ill = bn.eval()(by_class).mean().item()
repaired = re_estimate(bn, shuffled)
well = bn.eval()(by_class).mean().item()

fig, ax = plt.subplots(figsize=(6, 3))
for name, path in {"shuffled": good, "sorted by class": bad, "repaired": repaired}.items():
    ax.plot(path, label=name)
ax.axhline(truth, color="gray", linestyle=":");
ax.set(xlabel="step", ylabel="running_mean");
ax.legend();
plt.show()

[{"eval output": "before the repair", "mean": round(ill, 2)}, {"eval output": "after it", "mean": round(well, 2)}]
assert abs(good[5] - truth) > 1.5 and abs(good[-1] - truth) < 1.5
assert abs(bad[-1] - truth) > 4 and abs(ill) > 2
assert abs(repaired[-1] - truth) < 1e-3 and abs(well) < 1e-3
assert abs(bn.running_var / by_class.var() - 1) < 0.05

# en: in sorted order the mean would come out right, but not the variance: each batch is purer than the data
# zh: 若按类别排序，均值能算对，方差却不行：每个批次都比整体更纯
again = re_estimate(bn, by_class)
assert abs(again[-1] - truth) < 1e-3 and bn.running_var < 0.1 * by_class.var()
