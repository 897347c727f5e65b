# /// note
# title.en = "Tracing without values stops at the if"
# title.zh = "没有数值的追踪，遇到 if 就停下"
# device = "any"
# ///
import torch
import torch.fx

def leaky(x):
    if x.sum() > 0:
        return x
    return 0.1 * x

def fixed_length(x):
    for _ in range(3):
        x = torch.tanh(x)
    return x

try:
    torch.fx.symbolic_trace(leaky)
    refused = ""
except torch.fx.proxy.TraceError as error:
    refused = str(error)
    print(refused)
assert refused == "symbolically traced variables cannot be used as inputs to control flow"

graph = torch.fx.symbolic_trace(fixed_length).graph
print(graph)
assert sum(node.target is torch.tanh for node in graph.nodes) == 3

# en: autograd has no such trouble: it sees the branch that was taken
# zh: autograd 没有这个问题：它只看实际走过的那个分支
x = torch.tensor([-1.0, -2.0], requires_grad=True)
leaky(x).sum().backward()
x.grad
assert torch.allclose(x.grad, torch.tensor([0.1, 0.1]))
