# /// note
# title.en = "Too late to choose"
# title.zh = "改不了了"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch.multiprocessing as mp

mp.set_start_method("fork")
mp.set_start_method("spawn")
