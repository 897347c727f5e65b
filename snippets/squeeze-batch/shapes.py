# /// note
# title.en = "The last batch has one sample"
# title.zh = "最后一批只剩一个样本"
# device = "any"
# ///
import torch

def shapes(batch):
    scores = torch.zeros(batch, 1)
    return {"batch size": batch,
            "scores": str(tuple(scores.shape)),
            "scores.squeeze()": str(tuple(scores.squeeze().shape)),
            "scores.squeeze(-1)": str(tuple(scores.squeeze(-1).shape))}

table = [shapes(batch) for batch in (8, 2, 1)]
table
assert [row["scores.squeeze()"] for row in table] == ["(8,)", "(2,)", "()"]
assert [row["scores.squeeze(-1)"] for row in table] == ["(8,)", "(2,)", "(1,)"]

assert torch.zeros(1, 5, 1).squeeze().shape == (5,)
assert torch.zeros(1, 5, 1).squeeze(-1).shape == (1, 5)
assert torch.zeros(8, 5).squeeze(-1).shape == (8, 5)
