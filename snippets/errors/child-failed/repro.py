# /// note
# title.en = "A worker's error, and the launcher's report"
# title.zh = "进程自己的报错，以及启动器的转述"
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
log = launch()

wanted = ("ValueError", "torch.distributed.elastic", "Root Cause", "error_file")
found = [line.strip() for line in log.splitlines() if line.strip().startswith(wanted)]
print(*found, sep="\n")
assert found[0] == "ValueError: the real error"
assert found[1].endswith("ChildFailedError:")
