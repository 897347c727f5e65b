# /// note
# title.en = "The same argument, both constructors"
# title.zh = "同一个参数，两种构造方式"
# device = "any"
# ///
import torch

def describe(call):
    try:
        t = eval(call)
        return f"{str(t.dtype).removeprefix('torch.')}, shape {tuple(t.shape)}"
    except (TypeError, ValueError, RuntimeError) as error:
        return f"{type(error).__name__}: {error}".split("\n")[0]

arguments = ("3", "[3]", "[3.0]", "[True]", "2, 3", "3.5", "[[1, 2], [3]]", "[1, None]")
rows = [{"argument": a, "torch.tensor": describe(f"torch.tensor({a})"),
         "torch.Tensor": describe(f"torch.Tensor({a})")} for a in arguments]
rows

small = {row["argument"]: row["torch.tensor"] for row in rows}
capital = {row["argument"]: row["torch.Tensor"] for row in rows}
assert small["3"] == "int64, shape ()" and capital["3"] == "float32, shape (3,)"
assert small["[3]"] == "int64, shape (1,)" and capital["[3]"] == "float32, shape (1,)"
assert small["[True]"] == "bool, shape (1,)" and capital["[True]"] == "float32, shape (1,)"
assert small["2, 3"] == "TypeError: tensor() takes 1 positional argument but 2 were given"
assert capital["2, 3"] == "float32, shape (2, 3)"
assert small["[[1, 2], [3]]"] == "ValueError: expected sequence of length 2 at dim 1 (got 1)"
assert small["[1, None]"] == "RuntimeError: Could not infer dtype of NoneType"
