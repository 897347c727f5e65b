# /// note
# title.en = "A layer that no loss ever sees"
# title.zh = "损失从来看不到的一层"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
import torch.distributed as dist
import torch.nn as nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.used, self.spare = nn.Linear(2, 2), nn.Linear(2, 2)

    def forward(self, x):
        return self.used(x)

# en: a group that talks to nobody: enough for the bookkeeping
# zh: 一个不与任何人通信的进程组：足以演示 DDP 的记账
dist.init_process_group("fake", rank=0, world_size=1)

def alone(state, bucket):
    done = torch.futures.Future()
    done.set_result(bucket.buffer())
    return done

def wrap(**options):
    model = nn.parallel.DistributedDataParallel(Net(), **options)
    model.register_comm_hook(None, alone)
    return model

# en: unused parameters looked for, every time: no error
# zh: 每次都去查找没用到的参数：不报错
lenient = wrap(find_unused_parameters=True)
for step in range(2):
    lenient(torch.ones(1, 2)).sum().backward()

# en: the error comes one step late, at the next forward
# zh: 报错晚一步，出现在下一次 forward
model = wrap()
model(torch.ones(1, 2)).sum().backward()
model(torch.ones(1, 2))
