# /// note
# title.en = "What is kept for backward(), in bytes"
# title.zh = "为 backward() 留下了多少字节"
# device = "any"
# ///
import torch

def kept(function):
    x = torch.ones(1000, requires_grad=True)
    h = x * 2
    storages = {}

    def note(tensor):
        storages[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
        result = function(h)
    return sum(storages.values())

pairs = {
    "relu": (torch.relu, torch.relu_),
    "sigmoid": (torch.sigmoid, torch.sigmoid_),
    "sin": (torch.sin, torch.sin_),
    "mul by 3": (lambda h: h * 3, lambda h: h.mul_(3)),
}
rows = [{"operation": name, "new tensor": kept(plain), "in place": kept(inplace)}
        for name, (plain, inplace) in pairs.items()]
rows
assert [row["new tensor"] for row in rows] == [row["in place"] for row in rows] == [4000, 4000, 4000, 0]

x = torch.ones(3)
address = x.data_ptr()
x.mul_(2);
assert x.data_ptr() == address and (x * 2).data_ptr() != address

# en: sin needs its input later; in place, it has to set a copy of it aside
# zh: sin 之后还要用到输入；原位执行时，它只好另存一份拷贝
w = torch.ones(3, requires_grad=True)
h = w * 2
address = h.data_ptr()
h.sin_();
saved = h.grad_fn._saved_self
assert saved.tolist() == [2, 2, 2] and saved.data_ptr() != address
