# /// note
# title.en = "The script's folder comes before site-packages"
# title.zh = "脚本所在的文件夹排在 site-packages 前面"
# device = "cpu"
# ///
import pathlib
import subprocess
import sys

program = """
import sys
places = [i for i, path in enumerate(sys.path) if path.endswith("site-packages")]
print("script's folder: 0, site-packages:", "later" if min(places) > 0 else "first")
"""
pathlib.Path("where.py").write_text(program);
out = subprocess.run([sys.executable, "where.py"], capture_output=True, text=True).stdout
print(out)
assert out.endswith("later\n")
