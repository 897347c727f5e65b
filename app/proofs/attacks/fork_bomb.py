# en: fork until the machine gives in
# zh: 不停 fork，直到机器撑不住
# ends: ok error timeout memory crashed
import os

children = 0
try:
    for _ in range(100_000):
        if os.fork() == 0:
            while True:
                pass
        children += 1
except OSError as error:
    print("stopped at", children, error)
assert children < 1000, "ESCAPED"
