# /// note
# title.en = "What an index may look like"
# title.zh = "index 要满足什么条件"
# device = "cpu"
# ///
import torch

def outcome(index, src=1.0):
    try:
        return f"ok, wrote {int(torch.zeros(3, 3).scatter_(0, index, src).sum())}"
    except RuntimeError as error:
        return str(error)

tried = {
    "int64": outcome(torch.tensor([[0]])),
    "int32": outcome(torch.tensor([[0]], dtype=torch.int32)),
    "uint8": outcome(torch.tensor([[0]], dtype=torch.uint8)),
    "1-D for a 2-D tensor": outcome(torch.tensor([0])),
    "position 3 of 3": outcome(torch.tensor([[3]])),
    "negative": outcome(torch.tensor([[-1]])),
    "taller than self, dim=0": outcome(torch.zeros(5, 2, dtype=torch.int64)),
    "wider than self, dim=0": outcome(torch.zeros(2, 4, dtype=torch.int64)),
    "larger than src": outcome(torch.zeros(3, 3, dtype=torch.int64), torch.ones(2, 2)),
    "smaller than src": outcome(torch.zeros(1, 2, dtype=torch.int64), torch.ones(3, 3)),
    "empty": outcome(torch.tensor([[]], dtype=torch.int64)),
}
[{"index": name, "result": result} for name, result in tried.items()]

accepted = [name for name, result in tried.items() if result.startswith("ok")]
assert accepted == ["int64", "int32", "taller than self, dim=0", "smaller than src", "empty"]
assert tried["uint8"] == "scatter(): Expected dtype int32/int64 for index"
assert tried["negative"] == "index -1 is out of bounds for dimension 0 with size 3"
assert tried["empty"] == "ok, wrote 0"
