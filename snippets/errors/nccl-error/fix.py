# /// note
# title.en = "Each process picks the GPU of its LOCAL_RANK"
# title.zh = "每个进程按 LOCAL_RANK 选 GPU"
# device = "cpu"
# ///
import os
import subprocess
import sys

program = """
import os
os.environ.setdefault("NCCL_DEBUG", "INFO")
local_rank = int(os.environ["LOCAL_RANK"])
print(f"torch.cuda.set_device({local_rank})")
"""

def start(local_rank):
    env = {**os.environ, "LOCAL_RANK": str(local_rank)}
    command = [sys.executable, "-S", "-c", program]
    return subprocess.run(command, env=env, capture_output=True, text=True).stdout.strip()

calls = [start(local_rank) for local_rank in range(4)]
calls
assert len(set(calls)) == 4
