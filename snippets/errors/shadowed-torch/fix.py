# /// note
# title.en = "The same program as train.py"
# title.zh = "同样的程序，改名为 train.py"
# device = "cpu"
# timeout = 30
# ///
import pathlib
import subprocess
import sys

def run(name):
    ran = subprocess.run([sys.executable, name], capture_output=True, text=True)
    return [line.rpartition("-packages/")[2] for line in ran.stdout.splitlines()]

program = "import torch\nprint(torch.__file__)\nprint(torch.ones(2))\n"
pathlib.Path("train.py").write_text(program);
lines = run("train.py")
lines
assert lines == ["torch/__init__.py", "tensor([1., 1.])"]
