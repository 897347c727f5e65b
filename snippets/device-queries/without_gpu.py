# /// note
# title.en = "Which questions may be asked without a GPU"
# title.zh = "没有 GPU 时，哪些能问"
# device = "cpu"
# ///
import torch

def outcome(call):
    try:
        return repr(eval(call))
    except (AssertionError, RuntimeError) as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"

said = {call: outcome(call) for call in (
    "torch.cuda.is_available()",
    "torch.cuda.device_count()",
    "torch.cuda.memory_allocated()",
    "torch.cuda.current_device()",
    "torch.cuda.get_device_name(0)",
    "torch.ones(1).cuda()",
    "torch.ones(1, device='cuda')",
)}
[{"call": call, "outcome": outcome} for call, outcome in said.items()]

assert said["torch.cuda.is_available()"] == "False" and said["torch.cuda.device_count()"] == "0"
raising = ("torch.cuda.current_device()", "torch.cuda.get_device_name(0)", "torch.ones(1).cuda()")
assert all("Error: " in said[call] for call in raising)
