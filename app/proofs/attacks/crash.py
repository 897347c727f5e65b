# en: crash below Python
# zh: 让进程在 Python 之下崩溃
# ends: crashed
import ctypes

ctypes.string_at(0)
print("ESCAPED")
