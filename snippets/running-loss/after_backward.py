# /// note
# title.en = "After backward(), what is it that stays?"
# title.zh = "backward() 之后，留下的是什么？"
# device = "cpu"
# ///
import gc
import weakref

import torch

class Marker:
    pass

def alive(keep, backward):
    w = torch.ones(1000, requires_grad=True)
    total, markers = 0, []
    for step in range(20):
        saved = []

        def pack(tensor, saved=saved):
            tensor = tensor.clone()
            marker = Marker()
            tensor.marker = marker
            saved.append(weakref.ref(marker))
            return tensor

        with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
            loss = ((w * 2) ** 2).sum()
        if backward:
            loss.backward()
        total = total + keep(loss)
        markers += saved
    del loss
    gc.collect()
    return sum(marker() is not None for marker in markers)

rows = [{"kept": name, "backward()": backward, "saved tensors alive": alive(keep, backward)}
        for name, keep in (("loss", lambda loss: loss),
                           ("loss.item()", lambda loss: loss.item()))
        for backward in (False, True)]
rows
counts = [row["saved tensors alive"] for row in rows]
assert counts[0] >= 20 and counts[1] == counts[2] == counts[3] == 0
