# /// note
# title.en = "Three values into a row of four"
# title.zh = "三个值写进长度为四的一行"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

buffer = torch.zeros(2, 4)
buffer[0] = torch.ones(3)
