# /// note
# title.en = "Grouping by name, and a name that is part of another"
# title.zh = "按名字分组，以及包含在别的名字里的名字"
# device = "cpu"
# ///
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.cnn = nn.Module()
        self.cnn.VGG_16 = nn.Module()
        self.cnn.VGG_16.convolution1 = nn.Conv2d(3, 2, 3)
        self.cnn.VGG_16.convolution2 = nn.Conv2d(2, 2, 3)
        self.cnn.VGG_16.convolution10 = nn.Conv2d(2, 2, 3)

net = Net()
rows = []
for name, _ in net.named_parameters():
    rows.append({"name": name, '"convolution1" in name': "convolution1" in name,
                 "startswith": name.startswith("cnn.VGG_16.convolution1.")})
rows
assert sum(row['"convolution1" in name'] for row in rows) == 4
assert sum(row["startswith"] for row in rows) == 2

# en: no strings at all: ask the module, and take what is left for the other group
# zh: 完全不用字符串：问模块要，其余的归另一组
chosen = list(net.cnn.VGG_16.convolution1.parameters())
ids = {id(p) for p in chosen}
others = [p for p in net.parameters() if id(p) not in ids]
len(chosen), len(others)
assert len(chosen) + len(others) == len(list(net.parameters())) == 6
