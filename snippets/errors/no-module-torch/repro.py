# /// note
# title.en = "An interpreter without the installed packages"
# title.zh = "没有加载已安装包的解释器"
# device = "cpu"
# ///
import subprocess
import sys

stderr = subprocess.run([sys.executable, "-S", "-c", "import torch"],
                        capture_output=True, text=True).stderr
print(stderr.strip().splitlines()[-1])
assert "No module named 'torch'" in stderr
