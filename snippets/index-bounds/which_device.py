# /// note
# title.en = "Where may the index live?"
# title.zh = "索引可以放在哪个设备上？"
# device = "cuda"
# ///
import torch

def outcome(call):
    try:
        return f"ok, on {eval(call).device}"
    except RuntimeError as error:
        return str(error).splitlines()[0]

x, x_cpu = torch.arange(6, device="cuda"), torch.arange(6)
i, i_cpu = torch.tensor([0, 5], device="cuda"), torch.tensor([0, 5])
[{"call": call, "outcome": outcome(call)} for call in (
    "x[i_cpu]",
    "x_cpu[i]",
    "torch.index_select(x, 0, i_cpu)",
    "torch.gather(x, 0, i_cpu)",
)]

assert outcome("x[i_cpu]") == "ok, on cuda:0"
assert not outcome("x_cpu[i]").startswith("ok")
