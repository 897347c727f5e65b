# /// note
# title.en = "Which Python is this, and does it have torch?"
# title.zh = "这是哪个 Python，有没有 torch？"
# device = "cpu"
# ///
import importlib.util
import sys
from pathlib import Path

python = Path(sys.executable)
{"Python 3.10 or later": sys.version_info >= (3, 10),
 "64-bit": sys.maxsize > 2**32,
 "torch": importlib.util.find_spec("torch") is not None}

print(f"install with: …/{python.parent.name}/{python.name} -m pip install torch")
assert importlib.util.find_spec("torch")
