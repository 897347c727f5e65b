# /// note
# title.en = "The names do not match, either way round"
# title.zh = "键名对不上，反过来也一样"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch.nn as nn

def refusal(model, state):
    try:
        model.load_state_dict(state)
    except RuntimeError as error:
        return str(error)

bare = nn.Sequential(nn.Linear(2, 2))
wrapped = nn.DataParallel(nn.Sequential(nn.Linear(2, 2)))

reverse = refusal(wrapped, bare.state_dict())
print(reverse)

keys = [*bare.state_dict(), *wrapped.state_dict()]
assert all(f'"{key}"' in reverse for key in keys)
assert all(f'"{key}"' in refusal(bare, wrapped.state_dict()) for key in keys)

bare.load_state_dict(wrapped.state_dict())
