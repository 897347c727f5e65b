# /// note
# title.en = "Two that are both the first"
# title.zh = "两个都以为自己是第一个"
# device = "cpu"
# raises = "DistNetworkError"
# loopback = true
# ///
import torch.distributed as dist

# en: the meeting place that rank 0 opens, twice
# zh: 0 号进程负责打开会合点，这里开了两次
def open_as_rank_0():
    return dist.TCPStore("127.0.0.1", 29500, 2, is_master=True, wait_for_workers=False)

first = open_as_rank_0()
second = open_as_rank_0()
