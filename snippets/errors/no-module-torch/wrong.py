# /// note
# title.en = "A torch.py of one's own takes its place"
# title.zh = "自己的 torch.py 顶替了它"
# device = "cpu"
# ///
import subprocess
import sys
from pathlib import Path

Path("torch.py").write_text("print('this is not the torch you meant')\n");
stderr = subprocess.run([sys.executable, "-c", "import torch; torch.ones(2)"],
                        capture_output=True, text=True).stderr
print(stderr.strip().splitlines()[-1].partition(" (")[0])
assert "has no attribute 'ones'" in stderr
