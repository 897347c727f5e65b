# /// note
# title.en = "Arrays and tensors that can't be converted"
# title.zh = "转不过去的数组和张量"
# device = "cpu"
# ///
import numpy as np
import torch

image = np.arange(6).reshape(2, 3)
weight = torch.ones(2, requires_grad=True)
table = np.array([[1.5, 2], [3, None]], dtype=object)

def error(call):
    try:
        eval(call)
    except (RuntimeError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"

refused = {
    "torch.from_numpy(image[:, ::-1])": "torch.from_numpy(image[:, ::-1].copy())",
    "weight.numpy()": "weight.detach().numpy()",
    "np.asarray(weight)": "np.asarray(weight.detach())",
    "torch.from_numpy(table)": "torch.from_numpy(table.astype(float))",
}
[{"call": call, "error": error(call), "instead": instead} for call, instead in refused.items()]

assert all(error(call) for call in refused)
assert not any(error(instead) for instead in refused.values())
assert torch.from_numpy(image[:, ::-1].copy()).tolist() == [[2, 1, 0], [5, 4, 3]]
assert image.tolist() == torch.from_numpy(image).flip(1).flip(1).tolist()
