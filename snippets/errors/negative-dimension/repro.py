# /// note
# title.en = "A text longer than the maximum"
# title.zh = "文本超过了最大长度"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

tokens, max_length = torch.arange(8), 5
padding = torch.zeros(max_length - len(tokens))
