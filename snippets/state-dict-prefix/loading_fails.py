# /// note
# title.en = "The names do not match, either way round"
# title.zh = "键名对不上，反过来也一样"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch.nn as nn

bare = nn.Sequential(nn.Linear(2, 2))
wrapped = nn.DataParallel(nn.Sequential(nn.Linear(2, 2)))

try:
    wrapped.load_state_dict(bare.state_dict())
except RuntimeError as error:
    print(error)

bare.load_state_dict(wrapped.state_dict())
