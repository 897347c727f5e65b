# en: start a program other than Python
# zh: 启动 Python 以外的程序
# ends: ok
import os
import subprocess

for command in (["/bin/sh", "-c", "echo ESCAPED"], ["/usr/bin/id"], ["/bin/su"], ["/usr/bin/env", "true"]):
    try:
        print(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    except OSError as error:
        print(command[0], error.strerror)
print(os.system("echo ESCAPED"))
