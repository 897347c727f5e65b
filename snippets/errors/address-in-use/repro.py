# /// note
# title.en = "Two jobs, one port"
# title.zh = "两个任务，一个端口"
# device = "cpu"
# raises = "DistNetworkError"
# loopback = true
# ///
import torch.distributed as dist

old = dist.TCPStore("127.0.0.1", 29500, world_size=1, is_master=True)

dist.init_process_group("gloo", init_method="tcp://127.0.0.1:29500", rank=0, world_size=1)
