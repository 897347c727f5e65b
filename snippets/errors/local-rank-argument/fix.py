# /// note
# title.en = "From the environment, or in both spellings"
# title.zh = "从环境变量读取，或两种写法都认"
# device = "cpu"
# ///
import argparse
import os

# en: torchrun sets this in each process
# zh: torchrun 会在每个进程里设好
os.environ["LOCAL_RANK"] = "3"

parser = argparse.ArgumentParser()
default = int(os.environ.get("LOCAL_RANK", 0))
parser.add_argument("--local-rank", "--local_rank", type=int, default=default);

ranks = [parser.parse_args(arguments).local_rank
         for arguments in ([], ["--local-rank=1"], ["--local_rank=2"])]
ranks
assert ranks == [3, 1, 2]
