# en: signal, trace or read another process
# zh: 向其他进程发信号、跟踪或读取其内存
# ends: ok
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
own = os.getpid()
for pid in [int(name) for name in os.listdir("/proc") if name.isdigit()]:
    if pid in {own, 1} and own < 100:
        continue
    if pid == own:
        continue
    try:
        os.kill(pid, 0)
        print("ESCAPED signal", pid)
    except OSError:
        pass
    if libc.ptrace(16, pid, 0, 0) == 0:
        print("ESCAPED ptrace", pid)
    try:
        open(f"/proc/{pid}/mem", "rb").close()
        print("ESCAPED mem", pid)
    except OSError:
        pass
print("nobody else")
