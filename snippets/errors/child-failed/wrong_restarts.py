# /// note
# title.en = "One restart: the same error, twice"
# title.zh = "重启一次：同样的错误出现两次"
# device = "cpu"
# loopback = true
# timeout = 60
# ///
import pathlib
import subprocess
import sys

def launch(*options):
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    run = subprocess.run([*torchrun, *options, "train.py"], capture_output=True, text=True)
    return run.stderr

pathlib.Path("train.py").write_text('raise ValueError("the real error")');
log = launch("--max-restarts=1", "--monitor-interval=0.1")

times = log.count("ValueError: the real error")
print(times, "times")
assert times == 2 and "ChildFailedError" in log
