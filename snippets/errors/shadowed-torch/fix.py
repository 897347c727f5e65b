# /// note
# title.en = "The same program as train.py"
# title.zh = "同样的程序，改名为 train.py"
# device = "cpu"
# timeout = 30
# ///
import pathlib
import subprocess
import sys

program = "import torch\nprint(torch.__file__)\nprint(torch.ones(2))\n"
pathlib.Path("train.py").write_text(program);
run = subprocess.run([sys.executable, "train.py"], capture_output=True, text=True)
lines = [line.rpartition("-packages/")[2] for line in run.stdout.splitlines()]
lines
assert lines == ["torch/__init__.py", "tensor([1., 1.])"]
