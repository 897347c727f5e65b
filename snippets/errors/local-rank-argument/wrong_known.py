# /// note
# title.en = "Rank 3 becomes rank 0"
# title.zh = "3 号变成了 0 号"
# device = "cpu"
# ///
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int, default=0);
options, ignored = parser.parse_known_args(["--local-rank=3"])
options.local_rank
ignored
assert options.local_rank == 0
