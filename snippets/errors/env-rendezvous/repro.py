# /// note
# title.en = "Started with python"
# title.zh = "用 python 启动"
# device = "cpu"
# raises = "ValueError"
# ///
import torch.distributed as dist

dist.init_process_group("gloo")
