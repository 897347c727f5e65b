# /// note
# title.en = "index_select, beside plain indexing"
# title.zh = "index_select 与普通索引"
# device = "cpu"
# ///
import torch

x = torch.arange(6).reshape(2, 3)
picked = torch.index_select(x, 1, torch.tensor([2, 0]))
picked
assert torch.equal(picked, x[:, [2, 0]])

picked[0, 0] = 99
x
assert x[0].tolist() == [0, 1, 2]

def outcome(call):
    try:
        return str(eval(call).tolist())
    except (IndexError, RuntimeError, TypeError) as error:
        return f"{type(error).__name__}: {error}".split("\n")[0]

report = {call: outcome(call) for call in (
    "x.index_select(1, torch.tensor([1], dtype=torch.int32))",
    "x.index_select(1, torch.tensor([[0]]))",
    "torch.index_select(x, 1, [0])",
    "x.index_select(1, torch.tensor([-1]))",
    "x[:, [-1]]",
)}
[{"call": call, "outcome": said} for call, said in report.items()]

said = list(report.values())
assert said[0] == "[[1], [4]]"
assert said[1] == "IndexError: index_select(): Index is supposed to be a vector"
assert said[2].startswith("TypeError: index_select(): argument 'index' (position 3) must be Tensor, not list")
assert said[3].startswith("RuntimeError: INDICES element is out of DATA bounds, id=-1")
assert said[4] == "[[2], [5]]"
