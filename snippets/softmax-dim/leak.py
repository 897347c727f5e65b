# /// note
# title.en = "A prediction that depends on its neighbours"
# title.zh = "会受同批样本影响的预测"
# device = "any"
# ///
import torch
import torch.nn.functional as F

torch.manual_seed(0);
sample, friends = torch.randn(1, 3), torch.randn(7, 3)

def probabilities(dim, batch):
    return F.softmax(batch, dim)[0]

def rounded(values):
    return str([round(value, 3) for value in values.tolist()])

rows = [{"dim": dim, "alone": rounded(probabilities(dim, sample)),
         "in a batch of 8": rounded(probabilities(dim, torch.cat([sample, friends])))} for dim in (1, 0)]
rows

alone, together = probabilities(1, sample), probabilities(1, torch.cat([sample, friends]))
assert torch.allclose(alone, together)
assert probabilities(0, sample).tolist() == [1.0, 1.0, 1.0]
