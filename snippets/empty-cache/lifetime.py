# /// note
# title.en = "empty_cache(), del, and a tensor's life"
# title.zh = "empty_cache()、del 与张量的生死"
# device = "any"
# ///
import weakref

import torch

x = torch.ones(1000)
other_name = x
seen = weakref.ref(x)

def alive():
    return seen() is not None

log = [{"after": "x = torch.ones(1000)", "alive": alive()}]
torch.cuda.empty_cache()
log.append({"after": "torch.cuda.empty_cache()", "alive": alive()})
assert alive()

del x
log.append({"after": "del x", "alive": alive()})
assert alive()

del other_name
log.append({"after": "del other_name", "alive": alive()})
log
assert not alive()
