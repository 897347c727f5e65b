# /// note
# title.en = "Where four processes are sent by one file"
# title.zh = "同一个文件，把四个进程送到哪里"
# device = "cpu"
# ///
from unittest import mock

import torch

with mock.patch("torch.serialization.location_tag", lambda storage: "cuda:0"):
    torch.save({"weight": torch.ones(2)}, "checkpoint.pth")

def asked_for(rank):
    tags = []

    def remember(storage, tag):
        tags.append(tag)
        return storage

    torch.load("checkpoint.pth", map_location=remember)
    return tags[0]

[{"rank": rank, "its GPU": f"cuda:{rank}", "the file says": asked_for(rank)} for rank in range(4)]
assert {asked_for(rank) for rank in range(4)} == {"cuda:0"}
