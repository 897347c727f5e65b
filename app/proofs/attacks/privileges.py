# en: become another user, or gain a capability
# zh: 变成其他用户，或取得特权
# ends: ok
import ctypes
import os

for call, argument in ((os.setuid, 0), (os.setgid, 0), (os.seteuid, 0), (os.setgroups, [0])):
    try:
        call(argument)
        print("ESCAPED", call.__name__)
    except OSError as error:
        print(call.__name__, error.strerror)
fields = dict(line.split(":", 1) for line in open("/proc/self/status") if ":" in line)
assert int(fields["CapEff"], 16) == 0, "ESCAPED capabilities"
assert ctypes.CDLL(None).prctl(39, 0, 0, 0, 0) == 1, "ESCAPED new privileges"  # PR_GET_NO_NEW_PRIVS
assert ctypes.CDLL(None).prctl(21, 0, 0, 0, 0) == 2, "ESCAPED filter"  # PR_GET_SECCOMP
