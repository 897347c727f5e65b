# /// note
# title.en = "Two processes, for real"
# title.zh = "真的跑两个进程"
# device = "cpu"
# loopback = true
# ///
import torch
import torch.distributed as dist
import torch.multiprocessing as mp
import torch.nn as nn

data = torch.tensor([[1.0], [2.0], [3.0], [10.0]])

def gradient(model, part):
    model(part).square().mean().backward()
    return model.weight.grad.item()

def make():
    torch.manual_seed(0)
    return nn.Linear(1, 1, bias=False)

def rank(number, parts, results):
    dist.init_process_group("gloo", rank=number, world_size=2)
    model = nn.parallel.DistributedDataParallel(make())
    model(parts[number]).square().mean().backward()
    results.put((number, model.module.weight.grad.item()))
    dist.destroy_process_group()

def together(parts):
    context = mp.get_context("fork")
    results = context.SimpleQueue()
    ranks = [context.Process(target=rank, args=(number, parts, results)) for number in range(2)]
    for process in ranks:
        process.start()
    for process in ranks:
        process.join()
    return [value for _, value in sorted(results.get() for _ in ranks)]

whole = gradient(make(), data)
even = together([data[:2], data[2:]])
uneven = together([data[:3], data[3:]])
{"one process, the whole batch": whole, "two ranks, 2 + 2": even, "two ranks, 3 + 1": uneven}

# en: both ranks hold the same gradient; with equal parts it is that of the whole batch
# zh: 两个 rank 拿到同样的梯度；各部分大小相等时，就是整个批次的梯度
assert even[0] == even[1] and abs(even[0] - whole) < 1e-4
# en: nobody weights by size: the one sample counts as much as the other three together
# zh: 没有按样本数加权：单独那个样本和另外三个加起来一样重
assert uneven[0] == uneven[1] and abs(uneven[0] - whole) > 0.1
