# /// note
# title.en = "Allocated and reserved, step by step"
# title.zh = "已分配与已保留，一步一步看"
# device = "cuda"
# ///
import torch

log = []

def note(after):
    log.append({"after": after, "allocated, MB": torch.cuda.memory_allocated() >> 20,
                "reserved, MB": torch.cuda.memory_reserved() >> 20})

note("start")
x, y = (torch.empty(64 << 20, device="cuda") for _ in range(2))
note("two tensors of 256 MB")
torch.cuda.empty_cache()
note("empty_cache()")
del x
note("del x")
torch.cuda.empty_cache()
note("empty_cache()")
log

allocated = [entry["allocated, MB"] - log[0]["allocated, MB"] for entry in log]
reserved = [entry["reserved, MB"] - log[0]["reserved, MB"] for entry in log]
assert allocated == [0, 512, 512, 256, 256]
assert min(reserved[1:4]) >= 500
assert reserved[4] <= reserved[3] - 256
