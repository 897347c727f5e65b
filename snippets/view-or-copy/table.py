# /// note
# title.en = "Pick, write into it, look at the original"
# title.zh = "取出来，写进去，再看原张量"
# device = "any"
# ///
import torch

def write_through(call):
    x = torch.arange(4)
    y = eval(call, {"x": x, "torch": torch})
    y.fill_(99)
    return {"y": call, "y._base is x": y._base is x, "x after y.fill_(99)": str(x.tolist())}

table = [write_through(call) for call in (
    "x[1:3]", "x[1]", "x[::2]", "x[None]", "x.view(2, 2)", "x.reshape(2, 2)", "x.flatten()[:2]",
    "x[[1, 2]]", "x[x > 1]", "x[torch.tensor([1])]", "x.clone()", "x + 0", "x.take(torch.tensor([1]))")]
table

changed = {row["y"]: "99" in row["x after y.fill_(99)"] for row in table}
assert [call for call in changed if not changed[call]] == [
    "x[[1, 2]]", "x[x > 1]", "x[torch.tensor([1])]", "x.clone()", "x + 0", "x.take(torch.tensor([1]))"]
