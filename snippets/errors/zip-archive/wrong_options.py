# /// note
# title.en = "Other options, the same missing bytes"
# title.zh = "换了选项，缺的字节还是缺"
# device = "cpu"
# raises = "RuntimeError"
# ///
import io

import torch

whole = io.BytesIO()
torch.save(torch.ones(99), whole)
cut = io.BytesIO(whole.getvalue()[:-200])
torch.load(cut, weights_only=False, map_location="cpu")
