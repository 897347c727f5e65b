# /// note
# title.en = "One child, one addition, two kinds of memory"
# title.zh = "一个子进程，一次加法，两种内存"
# device = "cpu"
# ///
import torch
import torch.multiprocessing as mp

def add_one(tensor):
    torch.set_num_threads(1)
    tensor += 1

def after_child(tensor):
    child = mp.get_context("fork").Process(target=add_one, args=(tensor,))
    child.start()
    child.join()
    return tensor.tolist()

ordinary = torch.zeros(3)
shared = torch.zeros(3).share_memory_()
assert shared.is_shared() and not ordinary.is_shared()

seen = {"ordinary": after_child(ordinary), "share_memory_()": after_child(shared)}
[{"memory": kind, "seen by the parent afterwards": str(values)} for kind, values in seen.items()]
assert seen == {"ordinary": [0, 0, 0], "share_memory_()": [1, 1, 1]}
