# /// note
# title.en = "Two graphs and a break, without a message"
# title.zh = "两张图、一处断开，没有任何提示"
# device = "cpu"
# timeout = 60
# ///
import torch

def f(x):
    if x.sum() > 0:
        return x + 1
    return -x

found = torch._dynamo.explain(f)(torch.ones(3))
{"graphs": found.graph_count, "breaks": found.graph_break_count}
assert found.graph_count == 2 and found.graph_break_count == 1
