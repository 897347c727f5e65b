# en: become another user, or gain a capability
# zh: 变成其他用户，或取得特权
# ends: ok
import os

for call, argument in ((os.setuid, 0), (os.setgid, 0), (os.seteuid, 0), (os.setgroups, [0])):
    try:
        call(argument)
        print("ESCAPED", call.__name__)
    except OSError as error:
        print(call.__name__, error.strerror)
fields = dict(line.split(":", 1) for line in open("/proc/self/status") if ":" in line)
assert int(fields["CapEff"], 16) == 0, "ESCAPED capabilities"
assert int(fields["NoNewPrivs"]) == 1, "ESCAPED new privileges"
assert int(fields["Seccomp"]) == 2, "ESCAPED filter"
