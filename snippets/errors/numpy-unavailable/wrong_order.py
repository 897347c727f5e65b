# /// note
# title.en = "NumPy first"
# title.zh = "先导入 NumPy"
# device = "cpu"
# timeout = 30
# ///
import subprocess
import sys

program = """
import sys
sys.modules["numpy"] = None
try:
    import numpy
except ImportError:
    print("no NumPy")
import torch
torch.ones(2).numpy()
"""
ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
print(ran.stdout, ran.stderr.splitlines()[-1])
assert "RuntimeError: Numpy is not available" in ran.stderr
