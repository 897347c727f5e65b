# /// note
# title.en = "Ways to start a process"
# title.zh = "启动进程的几种方式"
# device = "cpu"
# ///
import pickle

import torch
import torch.multiprocessing as mp

mp.get_all_start_methods()
assert {"fork", "spawn", "forkserver"} <= set(mp.get_all_start_methods())

# en: fork copies the process as it is; spawn starts anew and must be sent what it needs
# zh: fork 原样复制进程；spawn 从头启动，需要的东西要传过去
def can_be_sent(thing):
    try:
        pickle.dumps(thing)
        return True
    except (pickle.PicklingError, AttributeError):
        return False

[{"thing": "torch.relu", "can be sent to a spawned process": can_be_sent(torch.relu)},
 {"thing": "lambda x: x", "can be sent to a spawned process": can_be_sent(lambda x: x)}]
assert can_be_sent(torch.relu) and not can_be_sent(lambda x: x)
