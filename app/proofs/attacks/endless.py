# en: run for ever and refuse to be stopped
# zh: 无限运行，且拒绝被停止
# ends: timeout
# timeout: 1
import signal

for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
