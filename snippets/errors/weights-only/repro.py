# /// note
# title.en = "argparse.Namespace in a checkpoint"
# title.zh = "检查点里存了 argparse.Namespace"
# device = "cpu"
# raises = "UnpicklingError"
# ///
import argparse

import torch

args = argparse.Namespace(lr=0.1)
torch.save({"args": args, "w": torch.ones(2)}, "checkpoint.pt")
torch.load("checkpoint.pt")
