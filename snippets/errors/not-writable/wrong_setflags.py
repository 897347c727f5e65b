# /// note
# title.en = "NumPy refuses"
# title.zh = "NumPy 不同意"
# device = "cpu"
# raises = "ValueError"
# ///
import numpy as np

array = np.frombuffer(b"abcd", dtype=np.uint8)
array.setflags(write=True)
