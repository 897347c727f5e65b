# /// note
# title.en = "Change the array, look at the tensors"
# title.zh = "改动数组，再看各个张量"
# device = "cpu"
# ///
import numpy as np
import torch

a = np.zeros(2)
made = {
    "torch.from_numpy(a)": torch.from_numpy(a),
    "torch.as_tensor(a)": torch.as_tensor(a),
    "torch.tensor(a)": torch.tensor(a),
    "torch.from_numpy(a).float()": torch.from_numpy(a).float(),
    "torch.as_tensor(a, dtype=torch.float32)": torch.as_tensor(a, dtype=torch.float32),
}
a[0] = 5
[{"call": call, "dtype": str(t.dtype), "values after a[0] = 5": str(t.tolist())} for call, t in made.items()]

assert [t[0].item() for t in made.values()] == [5, 5, 0, 0, 0]

# en: and back: .numpy() is the same memory
# zh: 反过来也一样：.numpy() 用的是同一块内存
t = torch.zeros(2)
t.numpy()[:] = 7
t
assert t.tolist() == [7.0, 7.0]
