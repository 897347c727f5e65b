# /// note
# title.en = "Four ways to get there, each with its cure"
# title.zh = "四种由来，各有各的改法"
# device = "any"
# ///
import torch

w = torch.ones(2, requires_grad=True)

def same_loss():
    loss = torch.exp(w).sum()
    loss.backward()
    loss.backward()

def two_losses(together=False):
    shared = torch.exp(w)
    first, second = shared.sum(), (2 * shared).sum()
    if together:
        (first + second).backward()
    else:
        first.backward()
        second.backward()

def outside_the_loop(inside=False):
    shared = torch.exp(w)
    for _ in range(2):
        if inside:
            shared = torch.exp(w)
        shared.sum().backward()

def carried_state(detach=False):
    h = torch.zeros(2)
    for _ in range(3):
        h = torch.tanh((h.detach() if detach else h) + w)
        h.sum().backward()

def works(function, **options):
    try:
        function(**options)
        return True
    except RuntimeError as error:
        assert "backward through the graph a second time" in str(error)
        return False

table = [
    {"cause": "backward() twice on one loss", "works": works(same_loss), "cure": "–", "then works": "–"},
    {"cause": "two losses share a part", "works": works(two_losses),
     "cure": "(first + second).backward()", "then works": works(two_losses, together=True)},
    {"cause": "computed outside the loop", "works": works(outside_the_loop),
     "cure": "compute inside", "then works": works(outside_the_loop, inside=True)},
    {"cause": "state carried over", "works": works(carried_state),
     "cure": "h.detach()", "then works": works(carried_state, detach=True)},
]
table
assert not any(row["works"] for row in table)
assert all(row["then works"] for row in table[1:])
