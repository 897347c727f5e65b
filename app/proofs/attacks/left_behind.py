# en: leave a process behind that outlives the run
# zh: 留下一个比运行活得更久的进程
# ends: ok
import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(600)
    os._exit(0)
print("gone")
