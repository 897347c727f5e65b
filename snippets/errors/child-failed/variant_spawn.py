# /// note
# title.en = "spawn prints the worker's traceback below its own"
# title.zh = "spawn 把进程的 traceback 印在自己下面"
# device = "cpu"
# timeout = 40
# ///
import pathlib
import subprocess
import sys

pathlib.Path("train.py").write_text("""
import torch.multiprocessing as mp

def work(rank):
    raise ValueError("the real error")

if __name__ == "__main__":
    mp.spawn(work, nprocs=1)
""");
log = subprocess.run([sys.executable, "train.py"], capture_output=True, text=True).stderr

wanted = ("torch.multiprocessing.spawn.ProcessRaisedException", "ValueError")
found = [line for line in log.splitlines() if line.startswith(wanted)]
print(*found, sep="\n")
assert found[-1] == "ValueError: the real error"
