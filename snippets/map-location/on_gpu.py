# /// note
# title.en = "The same on a real GPU"
# title.zh = "在真正的 GPU 上"
# device = "cuda"
# ///
import torch

torch.save({"weight": torch.ones(1 << 20, device="cuda")}, "checkpoint.pth")
torch.cuda.empty_cache()

def load(**options):
    before = torch.cuda.memory_allocated()
    state = torch.load("checkpoint.pth", **options)
    return str(state["weight"].device), torch.cuda.memory_allocated() - before

by_default, on_cpu = load(), load(map_location="cpu")
[{"map_location": "(none)", "device": by_default[0], "GPU bytes": by_default[1]},
 {"map_location": "cpu", "device": on_cpu[0], "GPU bytes": on_cpu[1]}]

assert by_default == ("cuda:0", 4 << 20)
assert on_cpu == ("cpu", 0)
