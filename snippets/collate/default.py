# /// note
# title.en = "What the default makes of a list of samples"
# title.zh = "默认的做法会把样本列表变成什么"
# device = "cpu"
# ///
import numpy as np
import torch
from torch.utils.data import default_collate

samples = {
    "numbers": [1, 2],
    "float numbers": [1.0, 2.0],
    "arrays": [np.zeros(2, dtype=np.float32), np.ones(2, dtype=np.float32)],
    "strings": ["a", "b"],
    "tuples": [(torch.zeros(2), 0), (torch.ones(2), 1)],
    "dicts": [{"x": 1, "y": "a"}, {"x": 2, "y": "b"}],
    "lists": [[1, 2, 3], [4, 5, 6]],
}
[{"samples": name, "batch": str(default_collate(batch))} for name, batch in samples.items()]

assert default_collate([1, 2]).dtype == torch.int64
assert default_collate([1.0, 2.0]).dtype == torch.float64
assert default_collate(["a", "b"]) == ["a", "b"]
assert default_collate([{"x": 1}, {"x": 2}])["x"].tolist() == [1, 2]

# en: a list counts as a structure: three tensors of two, not two of three
# zh: 列表被当作结构：得到的是三个长为二的张量，而不是两个长为三的
columns = default_collate([[1, 2, 3], [4, 5, 6]])
assert [column.tolist() for column in columns] == [[1, 4], [2, 5], [3, 6]]
