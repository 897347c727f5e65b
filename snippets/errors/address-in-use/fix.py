# /// note
# title.en = "Port 0: any that is free"
# title.zh = "端口 0：任意空闲端口"
# device = "cpu"
# loopback = true
# ///
import torch.distributed as dist

old = dist.TCPStore("127.0.0.1", 29500, world_size=1, is_master=True)

store = dist.TCPStore("127.0.0.1", 0, world_size=1, is_master=True)
dist.init_process_group("gloo", store=store, rank=0, world_size=1)
size = dist.get_world_size()
dist.destroy_process_group()
assert store.port not in (0, old.port) and size == 1
