# /// note
# title.en = "With @record, the table names the exception"
# title.zh = "加上 @record，表里就有了异常"
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

pathlib.Path("train.py").write_text("""
from torch.distributed.elastic.multiprocessing.errors import record

@record
def main():
    raise ValueError("the real error")

main()
""");
log = launch()

table = log.partition("ChildFailedError:")[2]
print(*[line.strip() for line in table.splitlines() if "ValueError" in line][-1:])
assert "ValueError: the real error" in table
