# /// note
# title.en = "How many threads a worker has"
# title.zh = "一个 worker 有几个线程"
# device = "cpu"
# ///
import torch
import torch.multiprocessing as mp
from torch.utils.data import DataLoader, Dataset, get_worker_info

class Report(Dataset):
    def __len__(self):
        return 2

    def __getitem__(self, index):
        return get_worker_info().id, torch.get_num_threads(), mp.current_process().name != "MainProcess"

rows = sorted(row for row in DataLoader(Report(), batch_size=None, num_workers=2))
[{"worker": worker, "threads": threads, "a process of its own": own} for worker, threads, own in rows]
assert [threads for _, threads, _ in rows] == [1, 1] and all(own for _, _, own in rows)
