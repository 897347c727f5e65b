# /// note
# title.en = "Say what you want"
# title.zh = "想要什么，就写什么"
# device = "any"
# ///
import torch

wanted = {
    "the number 3": torch.tensor(3),
    "3 floats, filled later": torch.empty(3),
    "3 zeros": torch.zeros(3),
    "these values, as float32": torch.tensor([1, 2], dtype=torch.float32),
    "nothing yet": torch.empty(0),
    "rows of unequal length": torch.nn.utils.rnn.pad_sequence(
        [torch.tensor([1, 2]), torch.tensor([3])], batch_first=True),
    "a list of tensors": torch.stack([torch.tensor([1, 2]), torch.tensor([3, 4])]),
}
[{"wanted": what, "dtype": str(t.dtype), "shape": str(tuple(t.shape))} for what, t in wanted.items()]

assert wanted["rows of unequal length"].tolist() == [[1, 2], [3, 0]]
assert wanted["a list of tensors"].tolist() == [[1, 2], [3, 4]]

# en: empty memory holds whatever was there before; writing comes first
# zh: empty 得到的内存里是之前残留的内容，要先写入再读
scratch = torch.empty(3).fill_(7)
scratch
assert scratch.tolist() == [7.0, 7.0, 7.0]
