# /// note
# title.en = "Text is no number for NumPy either"
# title.zh = "文字对 NumPy 来说也不是数"
# device = "cpu"
# raises = "ValueError"
# ///
import numpy as np

table = np.array([[1, 2], ["a", 3]], dtype=object)
table.astype(np.float32)
