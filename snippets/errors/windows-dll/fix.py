# /// note
# title.en = "The OpenMP libraries of this environment"
# title.zh = "这个环境里的 OpenMP 库"
# device = "cpu"
# ///
import sys
from pathlib import Path

places = [Path(p) for p in sys.path if p.endswith("site-packages")]
places += [Path(sys.prefix) / "Library" / "bin"]
names = "libiomp5", "libomp", "libgomp", "vcomp"

copies = sorted(
    f"{file.parent.parent.name}/{file.parent.name}/{file.name}"
    for place in places
    for pattern in ("*omp*", "*/lib/*omp*", "*.libs/*omp*")
    for file in place.glob(pattern)
    if file.name.startswith(names)
)
copies
assert sum("libiomp5md" in file for file in copies) <= 1
