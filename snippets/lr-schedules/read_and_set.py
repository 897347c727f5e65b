# /// note
# title.en = "Two groups, read and set by hand"
# title.zh = "两个参数组：读取与手动修改"
# device = "cpu"
# ///
import torch

backbone, head = torch.zeros(2, requires_grad=True), torch.zeros(2, requires_grad=True)
optimizer = torch.optim.Adam([{"params": [backbone], "lr": 0.01}, {"params": [head]}])
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)

def now():
    return [group["lr"] for group in optimizer.param_groups]

log = []

def note(when):
    log.append({"when": when, "backbone": now()[0], "head": now()[1]})

note("at the start")
assert now() == [0.01, 0.001] and optimizer.defaults["lr"] == 0.001

optimizer.step()
scheduler.step()
note("after a step")
assert now() == scheduler.get_last_lr() == [0.005, 0.0005]

optimizer.param_groups[0]["lr"] = 7.0
note("set by hand")
assert now() == [7.0, 0.0005]

optimizer.step()
scheduler.step()
note("after another step")
log
assert now() == [3.5, 0.00025]
