# /// note
# title.en = "Converted, and then?"
# title.zh = "转换之后呢？"
# device = "cpu"
# ///
import torch
import torch.distributed as dist
import torch.nn as nn

model = nn.SyncBatchNorm.convert_sync_batchnorm(nn.Sequential(nn.Conv2d(3, 4, 1), nn.BatchNorm2d(4)))
model

# en: without a process group it is plain BatchNorm, and says nothing
# zh: 没有进程组时，它就是普通的 BatchNorm，而且不作声
x = torch.randn(2, 3, 5, 5)
plain = nn.BatchNorm2d(4)
assert torch.equal(model(x), plain(model[0](x)))

# en: with one, training needs a GPU (the "fake" group talks to nobody)
# zh: 有了进程组，训练就必须用 GPU（"fake" 进程组不与任何人通信）
dist.init_process_group("fake", rank=0, world_size=2)
try:
    model(x)
    complaint = ""
except ValueError as error:
    complaint = str(error)
print(complaint)

model.eval()
model(x).shape
dist.destroy_process_group()
assert "expected input tensor to be on GPU" in complaint
