# /// note
# title.en = "Which pairs of devices may meet"
# title.zh = "哪些设备组合可以相遇"
# device = "cpu"
# ///
import torch

here, there = torch.ones(2), torch.ones(2, device="meta")
number = torch.tensor(1.0)

def outcome(call):
    try:
        return f"on {eval(call).device}"
    except (RuntimeError, NotImplementedError, AttributeError) as error:
        return f"{type(error).__name__}: {str(error)[:56]}"

said = {call: outcome(call) for call in (
    "here + there",
    "here @ there",
    "torch.cat([here, there])",
    "number + there",
    "there + 1",
    "here.to(there.device) + there",
    "there.copy_(here)",
    "there._copy(here)",
)}
[{"call": call, "result": result} for call, result in said.items()]

assert said["here + there"].startswith("RuntimeError: Tensor on device meta is not on the expected")
assert all("Error" in said[call] for call in ("here @ there", "torch.cat([here, there])"))
allowed = ("number + there", "there + 1", "here.to(there.device) + there", "there.copy_(here)")
assert all(said[call] == "on meta" for call in allowed)
assert said["there._copy(here)"].startswith("AttributeError")

# en: copy_ crosses dtypes as well, and broadcasts
# zh: copy_ 还能跨 dtype，并且会广播
torch.zeros(2, dtype=torch.float64).copy_(torch.tensor([3]))
