# /// note
# title.en = "A child with an interpreter of its own"
# title.zh = "子进程有自己的解释器"
# device = "cpu"
# timeout = 30
# ///
import torch
import torch.multiprocessing as mp

def work(rank, results):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    results.put((rank, torch.ones(2, device=device).sum().item()))

if __name__ == "__main__":
    results = mp.get_context("spawn").SimpleQueue()
    mp.spawn(work, args=(results,), nprocs=1);
    answer = results.get()
    print(answer)

# en: the child imports this file under another name
# zh: 子进程也会导入这个文件，只是名字不同
assert __name__ != "__main__" or answer == (0, 2.0)
