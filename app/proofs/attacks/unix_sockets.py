# en: speak to a service through a Unix socket
# zh: 通过 Unix 套接字与本机服务通信
# ends: ok
import ctypes
import socket

try:
    socket.socket(socket.AF_UNIX)
    print("ESCAPED")
except OSError as error:
    print(error)
left, right = socket.socketpair()
libc = ctypes.CDLL(None, use_errno=True)
address = b"\x01\x00/var/run/docker.sock\x00"
for call in (libc.bind, libc.connect):
    if call(left.fileno(), address, len(address)) == 0:
        print("ESCAPED", call)
print("only a pair within the program")
