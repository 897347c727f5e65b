# /// note
# title.en = "Padded in the worker"
# title.zh = "在 worker 里填充"
# device = "cpu"
# ///
import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

sentences = [torch.ones(5), torch.ones(3)]

def collate(batch):
    lengths = torch.tensor([len(sample) for sample in batch])
    return pad_sequence(batch, batch_first=True), lengths

loader = DataLoader(sentences, batch_size=2, num_workers=1, collate_fn=collate)
x, lengths = next(iter(loader))
x
assert x.shape == (2, 5) and lengths.tolist() == [5, 3]
