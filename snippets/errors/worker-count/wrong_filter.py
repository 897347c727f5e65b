# /// note
# title.en = "Quiet, with as many batches waiting as before"
# title.zh = "安静了，排队的批次一个没少"
# device = "cpu"
# ///
import warnings

from torch.utils.data import DataLoader

warnings.simplefilter("ignore")
loader = DataLoader(range(100_000), num_workers=1000, batch_size=8)
waiting = loader.num_workers * loader.prefetch_factor
f"{waiting} batches prefetched"
assert waiting == 2000
