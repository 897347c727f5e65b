# en: read what belongs to the service or to the system
# zh: 读取属于服务或系统的文件
# ends: ok
import os

for path in ("/etc/shadow", "/root", "/home", "/proc/1/environ", "/proc/1/mem", "/proc/1/fd", f"/proc/{os.getppid()}/environ"):
    if path.startswith("/proc/") and os.getpid() < 100:
        continue  # in a process namespace of its own, process 1 is its own guardian
    try:
        found = os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(16)
    except OSError as error:
        print(path, error.strerror)
    else:
        if found:
            print("ESCAPED", path)
