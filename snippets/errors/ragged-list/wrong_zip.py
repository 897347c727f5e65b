# /// note
# title.en = "zip cuts to the shortest row"
# title.zh = "zip 会截到最短的一行"
# device = "any"
# ///
import torch

rows = [[1, 2, 3], [4, 5], []]
kept = torch.tensor(list(zip(*rows)))
kept
assert kept.numel() == 0
