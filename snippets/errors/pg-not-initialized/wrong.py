# /// note
# title.en = "It asks the environment for the rest"
# title.zh = "其余的去问环境变量"
# device = "cpu"
# raises = "ValueError"
# ///
import torch.distributed as dist

dist.init_process_group("gloo", rank=0, world_size=1)
