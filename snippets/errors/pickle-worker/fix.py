# /// note
# title.en = "A name, a partial, a file opened late"
# title.zh = "有名字的函数、partial、晚点再打开的文件"
# device = "cpu"
# ///
import functools
import pickle
from pathlib import Path

import torch

def collate(batch, scale):
    return torch.stack(batch) * scale

class Lines:
    def __init__(self, path):
        self.path, self.file = path, None

    def __getitem__(self, i):
        if self.file is None:
            self.file = open(self.path)
        self.file.seek(0)
        return self.file.readlines()[i]

# en: what is sent to a worker, and what arrives there
# zh: 送给 worker 的，和 worker 收到的
Path("data.txt").write_text("zero\none\n");
sent = pickle.dumps((functools.partial(collate, scale=10), Lines("data.txt")))
its_collate, its_lines = pickle.loads(sent)
its_collate([torch.tensor(1), torch.tensor(2)])
its_lines[1]
assert its_collate([torch.tensor(1)]).tolist() == [10] and its_lines[1] == "one\n"
