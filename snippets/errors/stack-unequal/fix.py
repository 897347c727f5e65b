# /// note
# title.en = "Padded in collate_fn"
# title.zh = "在 collate_fn 里填充"
# device = "cpu"
# ///
import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

sentences = [torch.ones(3), torch.ones(5), torch.ones(2)]

def collate(batch):
    lengths = torch.tensor([len(sample) for sample in batch])
    return pad_sequence(batch, batch_first=True), lengths

x, lengths = next(iter(DataLoader(sentences, batch_size=2, collate_fn=collate)))
x
lengths
assert x.shape == (2, 5) and lengths.tolist() == [3, 5]
