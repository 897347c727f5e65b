# /// note
# title.en = "Killed while saving"
# title.zh = "保存到一半，进程被杀"
# device = "cpu"
# ///
import os

import torch

class Killed(Exception):
    pass

class DyingFile:
    def __init__(self, path):
        self.file, self.left = open(path, "wb"), 2000

    def write(self, data):
        self.left -= len(data)
        if self.left < 0:
            self.file.close()
            raise Killed
        return self.file.write(data)

    def flush(self):
        self.file.flush()

state = {"weight": torch.arange(10_000)}

def dies(path):
    try:
        torch.save(state, DyingFile(path))
    except (Killed, RuntimeError) as error:
        return type(error).__name__

def loads(path):
    try:
        return torch.equal(torch.load(path)["weight"], state["weight"])
    except RuntimeError as error:
        print(str(error).partition(". ")[0])
        return False

# en: over the old file
# zh: 直接覆盖旧文件
torch.save(state, "direct.pth")
dies("direct.pth")
overwritten = loads("direct.pth")

# en: beside it, then renamed
# zh: 先写到旁边，再改名
torch.save(state, "careful.pth")
if not dies("careful.pth.tmp"):
    os.replace("careful.pth.tmp", "careful.pth")
beside = loads("careful.pth")

[{"written": "over the old file", "old checkpoint usable": overwritten},
 {"written": "beside it", "old checkpoint usable": beside}]
assert beside and not overwritten
