# /// note
# title.en = "no_grad and inference_mode"
# title.zh = "no_grad 与 inference_mode"
# device = "any"
# ///
import torch

w = torch.ones(3, requires_grad=True)
with torch.no_grad():
    plain = w * 2
with torch.inference_mode():
    inference = w * 2

def outcome(call):
    try:
        return str(eval(call))
    except (RuntimeError, AttributeError) as error:
        return str(error).partition(". ")[0]

said = {call: outcome(call) for call in (
    "(w * plain).sum().backward()",
    "(w * inference).sum().backward()",
    "(w * inference.clone()).sum().backward()",
    "plain._version",
    "inference._version",
    "torch.zero_grad()",
)}
[{"call": call, "outcome": text} for call, text in said.items()]

assert not plain.requires_grad and not inference.requires_grad
assert w.grad.tolist() == [4.0, 4.0, 4.0]
assert said["(w * inference).sum().backward()"] == "Inference tensors cannot be saved for backward"
assert said["inference._version"] == "Inference tensors do not track version counter."
assert said["torch.zero_grad()"] == "module 'torch' has no attribute 'zero_grad'"
