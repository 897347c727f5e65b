# /// note
# title.en = "Two heads, and an encoder that listens to one"
# title.zh = "两个输出头，编码器只听其中一个"
# device = "any"
# ///
import torch
from torch import nn

torch.manual_seed(0);
encoder, head1, head2 = nn.Linear(2, 2), nn.Linear(2, 1), nn.Linear(2, 1)
x = torch.randn(4, 2)

def gradients(loss, **options):
    for module in (encoder, head1, head2):
        module.zero_grad()
    loss().backward(**options)
    return [None if m.weight.grad is None else m.weight.grad.clone() for m in (encoder, head1, head2)]

def both():
    features = encoder(x)
    return head1(features).mean() + head2(features).mean()

def second_detached():
    features = encoder(x)
    return head1(features).mean() + head2(features.detach()).mean()

def first_only():
    return head1(encoder(x)).mean()

runs = {
    "both losses": gradients(both),
    "head2 on features.detach()": gradients(second_detached),
    "loss of head1 only": gradients(first_only),
    "backward(inputs=head1)": gradients(first_only, inputs=list(head1.parameters())),
}
[{"run": name, "encoder": str(e), "head2": str(h2)} for name, (e, _, h2) in runs.items()]

detached, alone = runs["head2 on features.detach()"], runs["loss of head1 only"]
assert torch.equal(detached[0], alone[0]) and detached[2] is not None
assert not torch.equal(runs["both losses"][0], alone[0])
only_head = runs["backward(inputs=head1)"]
assert only_head[0] is None and only_head[1] is not None

slope = torch.autograd.grad(first_only(), head1.weight)[0]
assert torch.equal(slope, only_head[1])
