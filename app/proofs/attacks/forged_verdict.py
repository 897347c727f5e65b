# en: forge a verdict on every descriptor
# zh: 在所有描述符上伪造结论
# ends: ok error crashed
import json
import os
import struct

body = json.dumps({"kind": "started", "device": "forged", "runtime": "forged"}).encode()
for descriptor in range(3, 4096):
    try:
        os.write(descriptor, struct.pack(">I", len(body)) + body)
    except OSError:
        pass
