# en: open a socket of any family at all
# zh: 打开任意协议族的套接字
# ends: ok
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
for family in range(46):
    for kind in (1, 2, 3, 5):
        descriptor = libc.socket(family, kind, 0)
        if descriptor >= 0:
            print("ESCAPED family", family, "type", kind)
print("no socket")
