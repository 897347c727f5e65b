# /// note
# title.en = "Samples of unequal length"
# title.zh = "长短不一的样本"
# device = "cpu"
# ///
import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

sentences = [torch.ones(3), torch.ones(5), torch.ones(2)]
try:
    next(iter(DataLoader(sentences, batch_size=3)))
    refused = False
except RuntimeError as error:
    refused = True
    print(error)
assert refused

def pad(samples):
    lengths = torch.tensor([len(sample) for sample in samples])
    return pad_sequence(samples, batch_first=True), lengths

batch, lengths = next(iter(DataLoader(sentences, batch_size=3, collate_fn=pad)))
batch
lengths
assert batch.shape == (3, 5) and lengths.tolist() == [3, 5, 2]
