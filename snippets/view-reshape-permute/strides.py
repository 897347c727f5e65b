# /// note
# title.en = "Strides: how many steps to the next element"
# title.zh = "步幅：走到下一个元素要跨几步"
# device = "any"
# ///
import torch

x = torch.arange(6).reshape(2, 3)
y = x.t()
[{"tensor": name, "shape": str(tuple(t.shape)), "stride": str(t.stride()),
  "contiguous": t.is_contiguous(), "memory of x": t.data_ptr() == x.data_ptr()}
 for name, t in {"x": x, "x.t()": y, "x.t().contiguous()": y.contiguous(),
                 "x.reshape(6)": x.reshape(6), "x.t().reshape(6)": y.reshape(6)}.items()]

assert y.stride() == (1, 3) and not y.is_contiguous() and y.data_ptr() == x.data_ptr()

try:
    y.view(6)
    refused = ""
except RuntimeError as error:
    refused = str(error)
    print(refused)
assert refused.startswith("view size is not compatible with input tensor's size and stride")

y.reshape(6)
assert torch.equal(y.reshape(6), y.contiguous().view(6))
assert y.reshape(6).tolist() == [0, 3, 1, 4, 2, 5]
assert y.reshape(6).data_ptr() != x.data_ptr() and x.reshape(6).data_ptr() == x.data_ptr()
