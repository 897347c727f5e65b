# /// note
# title.en = "Without NumPy"
# title.zh = "没有 NumPy 的时候"
# device = "cpu"
# timeout = 30
# ///
import subprocess
import sys

program = """
import sys
sys.modules["numpy"] = None
import torch
torch.ones(2).numpy()
"""
ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
print(ran.stderr.splitlines()[-1])
assert ran.returncode == 1
assert "RuntimeError: Numpy is not available" in ran.stderr
