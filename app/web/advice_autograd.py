"""What errors of autograd come to."""

from __future__ import annotations

from typing import Final

from app.web.language import N_

_SIZE = r"(?:torch\.Size\()?\[[\d, ]{0,200}\]\)?"

RULES: Final = [
    (
        r"(?P<v>a view of )?a leaf Variable that requires grad is being used in an in-place operation",
        N_(
            "Autograd needs the value that a leaf began with: change it inside torch.no_grad(), as an optimizer does, "
            "or make a new tensor."
        ),
    ),
    (
        (rf"modified by an inplace operation: \[(?P<t>[\w.]{{1,40}}) (?P<x>{_SIZE})\], which is output \d+ of "
        r"(?P<f>\w+), is at version (?P<a>\d+); expected version (?P<b>\d+)"),
        N_(
            "backward() needs the %(t)s result %(x)s of %(f)s as it was (version %(b)s), and it has been changed in "
            "place since (version %(a)s): make that change out of place."
        ),
    ),
    (
        (rf"modified by an inplace operation: \[(?P<t>[\w.]{{1,40}}) (?P<x>{_SIZE})\] is at version (?P<a>\d+); "
        r"expected version (?P<b>\d+)"),
        N_(
            "backward() needs a %(t)s tensor %(x)s as it was (version %(b)s), and it has been changed in place since "
            "(version %(a)s): make that change out of place, or after backward()."
        ),
    ),
    (
        r"element (?P<i>\d+) of tensors does not require grad and does not have a grad_fn",
        N_(
            "What backward() started from has no history: nothing it was computed from requires grad, or it was "
            "computed under no_grad() or detached."
        ),
    ),
    (
        r"Trying to backward through the graph a second time",
        N_(
            "The first backward() freed what it had saved: compute the result anew for each step, or keep it with "
            "retain_graph=True."
        ),
    ),
    (
        r"Can't call numpy\(\) on Tensor that requires grad",
        N_("NumPy keeps no history, so say that you do without it: .detach().numpy()."),
    ),
    (
        r"grad can be implicitly created only for scalar outputs",
        N_(
"backward() without an argument starts from a single number: reduce the result first, with sum() or "
"mean()."),
    ),
    (
        r"appears? to not have been used in the graph",
        N_(
            "The result doesn't depend on that tensor: it was left out, detached or replaced on the way. allow_unused="
            "True gives None instead."
        ),
    ),
    (
        rf"grad_output\[\d+\] has a shape of (?P<x>{_SIZE}) and output\[\d+\] has a shape of (?P<y>{_SIZE})",
        N_("The gradient that backward() starts with is %(x)s, and the result is %(y)s: they must have one shape."),
    ),
    (
        r"Only Tensors created explicitly by the user .{0,30}support the deepcopy protocol",
        N_("A computed tensor's history can't be copied: copy its values with .detach().clone()."),
    ),
    (
        (r"Inference tensors cannot be saved for backward|Inplace update to inference tensor"
        r"|requires_grad=True on inference tensor"),
        N_("The tensor was made in inference_mode() and stays out of autograd for good: clone() it outside, or use "
           "no_grad()."),
    ),
    (
        r"you can only change requires_grad flags of leaf variables",
        N_("It is the result of a computation, so whether it requires grad follows from that: detach() it instead."),
    ),
    (
        r"Output (?P<i>\d+) of (?P<f>\w+) is a view and is being modified inplace",
        N_("%(f)s returned several views at once, and such can't be changed in place: make a new tensor, or clone() "
"it."),
    ),
    (
        rf"assign a gradient of size '(?P<x>{_SIZE})' to a tensor of size '(?P<y>{_SIZE})'",
        N_("The gradient is %(x)s and its tensor %(y)s: they must have one shape."),
    ),
    (
        r"can't optimize a non-leaf Tensor",
        N_("An optimizer changes leaves, and this is the result of a computation: give it the parameter itself."),
    ),
    (
        r"cannot resize variables that require grad",
        N_("A tensor that requires grad keeps its size: resize it before, or make a new one."),
    ),
]  # fmt: skip
"""Patterns, and sentences that their groups fill; the first that is found counts."""
