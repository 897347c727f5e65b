# /// note
# title.en = "A script called torch.py"
# title.zh = "名叫 torch.py 的脚本"
# device = "cpu"
# ///
import pathlib
import subprocess
import sys

pathlib.Path("torch.py").write_text("import torch\nprint(torch.ones(2))\n");
log = subprocess.run([sys.executable, "torch.py"], capture_output=True, text=True).stderr
last = log.splitlines()[-1]
print(last)
assert "has no attribute 'ones'" in last
