# /// note
# title.en = "Leaves refuse, views take part"
# title.zh = "叶子会拒绝，视图会跟着改"
# device = "any"
# ///
import torch

def outcome(statement):
    w = torch.ones(2, requires_grad=True)
    try:
        exec(statement, {"w": w, "torch": torch})
        return f"w = {w.tolist()}, is_leaf = {w.is_leaf}"
    except RuntimeError as error:
        return str(error)

report = {statement: outcome(statement) for statement in (
    "w.add_(1)",
    "w[0] = 5",
    "w[0].fill_(5)",
    "with torch.no_grad(): w.add_(1)",
)}
[{"statement": statement, "outcome": said} for statement, said in report.items()]

assert report["w.add_(1)"] == "a leaf Variable that requires grad is being used in an in-place operation."
view_of_leaf = "a view of a leaf Variable that requires grad is being used in an in-place operation."
assert report["w[0].fill_(5)"] == view_of_leaf
assert report["with torch.no_grad(): w.add_(1)"] == "w = [2.0, 2.0], is_leaf = True"

# en: writing into a view of a result is recorded for both
# zh: 写进计算结果的视图，会同时记在两者的计算图里
w = torch.ones(2, requires_grad=True)
result = w * 3
part = result[:1]
part.zero_();
part.grad_fn.name(), result.grad_fn.name()
result.sum().backward()
w.grad
assert w.grad.tolist() == [0.0, 3.0]
