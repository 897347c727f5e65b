# /// note
# title.en = "Overwrite what went in, or what came out"
# title.zh = "覆盖输入，或者覆盖输出"
# device = "any"
# ///
import torch

def verdict(operation, overwrite):
    x = torch.tensor([0.5, 1.0, 2.0], requires_grad=True)
    before = x * 1
    after = operation(before)
    (before if overwrite == "input" else after).zero_()
    try:
        after.sum().backward()
        return "fine"
    except RuntimeError as error:
        assert "modified by an inplace operation" in str(error)
        return "refused"

operations = {
    "y + 1": lambda y: y + 1,
    "y * 3": lambda y: y * 3,
    "y ** 2": lambda y: y ** 2,
    "y.sin()": torch.sin,
    "y.log()": torch.log,
    "y.exp()": torch.exp,
    "y.sqrt()": torch.sqrt,
    "y.sigmoid()": torch.sigmoid,
    "y.tanh()": torch.tanh,
    "y.relu()": torch.relu,
    "y.softmax(0)": lambda y: y.softmax(0),
}
table = {name: (verdict(op, "input"), verdict(op, "output")) for name, op in operations.items()}
[{"operation": name, "overwrite its input": i, "overwrite its output": o} for name, (i, o) in table.items()]

assert table["y + 1"] == table["y * 3"] == ("fine", "fine")
assert all(table[name] == ("refused", "fine") for name in ("y ** 2", "y.sin()", "y.log()"))
output_savers = ("y.exp()", "y.sqrt()", "y.sigmoid()", "y.tanh()", "y.relu()", "y.softmax(0)")
assert all(table[name] == ("fine", "refused") for name in output_savers)
