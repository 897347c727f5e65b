# /// note
# title.en = "The channel went, not the batch"
# title.zh = "去掉的是通道，不是批"
# device = "cpu"
# ///
import torch

batch_of_grey = torch.ones(8, 1, 32, 32)
c, h, w = batch_of_grey.squeeze().shape
c, h, w
assert c == 8
