"""What errors of dtype come to. Groups ``t`` and ``t2`` are types."""

from __future__ import annotations

from typing import Final

from app.web.language import N_

_TYPE = r"[\w.:]{1,40}"

RULES: Final = [
    (
        rf"expected m1 and m2 to have the same dtype, but got: (?P<t>{_TYPE}) != (?P<t2>{_TYPE})",
        N_("The left matrix is %(t)s and the right one %(t2)s: convert one with .to()."),
    ),
    (
        rf"mat1 and mat2 must have the same dtype, but got (?P<t>{_TYPE}) and (?P<t2>{_TYPE})",
        N_("The input is %(t)s and the weights are %(t2)s: convert the input with .to(torch.%(t2)s), or the model."),
    ),
    (
        (
            r"Input type \((?P<t>(?:torch\.)?[a-zA-Z0-9:]{1,30})\) and (?:bias|weight) type "
            r"\((?P<t2>(?:torch\.)?[a-zA-Z0-9:]{1,30})\) should be the same"
        ),
        N_("The input is %(t)s and the layer's parameters are %(t2)s: convert the input with .to(torch.%(t2)s)."),
    ),
    (
        rf"RNN input dtype \(torch\.(?P<t>{_TYPE})\) does not match weight dtype \(torch\.(?P<t2>{_TYPE})\)",
        N_("The input is %(t)s and the layer's parameters are %(t2)s: convert the input with .to(torch.%(t2)s)."),
    ),
    (
        rf"result type (?P<t>{_TYPE}) can't be cast to the desired output type (?P<t2>{_TYPE})",
        N_("The result is %(t)s and is to be written into a tensor of %(t2)s: make it a new tensor, or convert first."),
    ),
    (
        rf"expected both vectors to have same dtype, but found (?P<t>{_TYPE}) and (?P<t2>{_TYPE})",
        N_("One vector is %(t)s and the other %(t2)s: convert one with .to()."),
    ),
    (
        rf"expected scalar type (?P<t>{_TYPE}) but found (?P<t2>{_TYPE})",
        N_("%(t)s was wanted and %(t2)s was given: convert it with .to(torch.%(t)s)."),
    ),
    (
        rf"Found dtype (?P<t2>{_TYPE}) but expected (?P<t>{_TYPE})",
        N_("%(t)s was wanted and %(t2)s was given: convert it with .to(torch.%(t)s)."),
    ),
    (
        rf"expected dtype (?P<t>{_TYPE}) for `\w+` but got dtype (?P<t2>{_TYPE})",
        N_("%(t)s was wanted and %(t2)s was given: convert it with .to(torch.%(t)s)."),
    ),
    (
        rf"argument #\d+ '\w+' to have one of the following scalar types: Long, Int; but got (?P<t>{_TYPE}) instead",
        N_("These are looked up by number, so they must be int64 or int32, and are %(t)s: .long() converts them."),
    ),
    (
        rf"expected target dtype to be Long or Byte, but got (?P<t>{_TYPE})",
        N_("Class targets are numbers of classes, int64, and these are %(t)s: .long() converts them."),
    ),
    (
        r"tensors used as indices must be long, int, byte or bool tensors",
        N_("An index is a whole number or a mask, and this tensor holds floats: convert it with .long(), or compare."),
    ),
    (
        r"Only Tensors of floating point and complex dtype can require gradients",
        N_("Whole numbers have no gradient: write a decimal point (1. instead of 1), or give a dtype of floats."),
    ),
    (
        (
            rf"Input dtype must be either a floating point or complex dtype\. Got: (?P<t>{_TYPE})"
            rf"|Expected a floating point or complex tensor as input\. Got (?P<t2>{_TYPE})"
            rf"|only supports floating-point dtypes for input, got: (?P<t3>{_TYPE})"
        ),
        N_("This needs floats, and the tensor is %(t)s%(t2)s%(t3)s: .float() converts it."),
    ),
    (
        (
            rf"Index put requires the source and destination dtypes match, got (?P<t>{_TYPE}) for the destination and "
            rf"(?P<t2>{_TYPE}) for the source"
        ),
        N_("A %(t2)s value is put into a tensor of %(t)s: convert the value with .to(torch.%(t)s)."),
    ),
    (
        r"Expected self\.dtype to be equal to src\.dtype",
        N_("What is scattered must be of the type that it is scattered into: convert one with .to()."),
    ),
    (
        r"(?P<f>\w+)\(\): Expected dtype int(?:32|64)",
        N_("The index of %(f)s() must be int64 or int32: .long() converts it."),
    ),
    (
        r"Subtraction, the `-` operator, with (?:two|a) bool tensors? is not supported",
        N_("Two masks can't be subtracted: a & ~b is what is in the first and not in the second; ^ is what differs."),
    ),
    (
        r"Negation, the `-` operator, on a bool tensor",
        N_("A mask is inverted with ~, not with -."),
    ),
    (
        rf"where expected condition to be a boolean tensor, but got a tensor with dtype (?P<t>{_TYPE})",
        N_("where() wants a mask as its condition, and this is %(t)s: compare it (x > 0), or convert it with .bool()."),
    ),
    (
        rf"\"[\w<>:, ]{{1,80}}\" not implemented for '(?P<t>{_TYPE})'",
        N_("There is no such operation for %(t)s on this device: convert the tensor, for example with .float()."),
    ),
    (
        rf"attempting to assign a gradient with dtype '(?P<t>{_TYPE})' to a tensor with grad_dtype '(?P<t2>{_TYPE})'",
        N_("The gradient is %(t)s and its tensor %(t2)s: they must agree."),
    ),
]
"""Patterns, and sentences that their groups fill; the first that is found counts."""
