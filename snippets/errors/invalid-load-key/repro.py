# /// note
# title.en = "A web page called model.pt"
# title.zh = "名叫 model.pt 的网页"
# device = "cpu"
# raises = "UnpicklingError"
# ///
import pathlib

import torch

pathlib.Path("model.pt").write_bytes(b"<!DOCTYPE html><html>404</html>");
torch.load("model.pt", weights_only=False)
