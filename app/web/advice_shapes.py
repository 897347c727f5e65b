"""What errors of shape and of indices come to."""

from __future__ import annotations

from typing import Final

from app.web.language import N_

_SIZE = r"(?:torch\.Size\()?\[[\d, *]{0,200}\]\)?"

RULES: Final = [
    (
        r"mat1 and mat2 shapes cannot be multiplied \((?P<m>\d+)x(?P<k>\d+) and (?P<l>\d+)x(?P<n>\d+)\)",
        N_(
            "The left matrix is [%(m)s, %(k)s] and the right one [%(l)s, %(n)s]: the %(k)s columns of the left must be "
            "as many as the %(l)s rows of the right. In a Linear layer the left is the input, and %(l)s its "
            "in_features."
        ),
    ),
    (
        r"batch2 tensor to be: \[(?P<b>\d+), (?P<k>\d+)\] but got: \[(?P<c>\d+), (?P<l>\d+)\]",
        N_(
            "The left batch holds %(b)s matrices with %(k)s columns, the right one %(c)s with %(l)s rows: both "
            "numbers must agree."
        ),
    ),
    (
        r"size mismatch, got input \(\d+\), mat \((?P<m>\d+)x(?P<k>\d+)\), vec \((?P<l>\d+)\)",
        N_("The matrix is [%(m)s, %(k)s] and the vector has %(l)s elements: it needs %(k)s, one for each column."),
    ),
    (
        r"inconsistent tensor size, expected tensor \[(?P<k>\d+)\] and src \[(?P<l>\d+)\]",
        N_("A dot product needs two vectors of the same length; these have %(k)s and %(l)s elements."),
    ),
    (
        (
            r"size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\) at non-singleton "
            r"dimension (?P<d>\d+)"
        ),
        N_(
            "Aligned at their last dimensions, the two tensors have sizes %(a)s and %(b)s at dimension %(d)s: to be "
            "broadcast these must be equal, or one of them 1."
        ),
    ),
    (
        (
            rf"expanded size of the tensor \((?P<a>\d+)\) must match the existing size \((?P<b>\d+)\) at non-singleton "
            rf"dimension (?P<d>\d+)\.\s+Target sizes: (?P<x>{_SIZE})\.\s+Tensor sizes: (?P<y>{_SIZE})"
        ),
        N_(
            "%(y)s can't become %(x)s: at dimension %(d)s it has size %(b)s where %(a)s is wanted, and only a size of "
            "1 can be expanded."
        ),
    ),
    (
        rf"value tensor of shape (?P<y>{_SIZE}) cannot be broadcast to indexing result of shape (?P<x>{_SIZE})",
        N_("The index selects %(x)s, and the value put there is %(y)s: it must be that shape or broadcast to it."),
    ),
    (
        rf"indexing tensors could not be broadcast together with shapes (?P<x>{_SIZE}), (?P<y>{_SIZE})",
        N_(
            "Index tensors that stand side by side are paired element by element; %(x)s and %(y)s can't be. Give one "
            "of them an extra dimension ([:, None]) to get every combination."
        ),
    ),
    (
        rf"output with shape (?P<x>{_SIZE}) doesn't match the broadcast shape (?P<y>{_SIZE})",
        N_("In place, the result %(y)s must fit into the left side, which is %(x)s: write it as a new tensor instead."),
    ),
    (
        (
            rf"Given groups=(?P<g>\d+), weight of size (?P<w>{_SIZE}), expected input(?P<x>{_SIZE}) to have (?P<a>\d+) "
            r"channels, but got (?P<b>\d+) channels"
        ),
        N_(
            "The layer was made for %(a)s channels and got %(b)s: the input is %(x)s, and its channels are the "
            "dimension after the batch."
        ),
    ),
    (
        (
            rf"Expected (?P<a>\d)D \(unbatched\) or (?P<b>\d)D \(batched\) input to (?P<f>\w+), but got input of size: "
            rf"(?P<x>{_SIZE})"
        ),
        N_(
            "%(f)s takes %(a)s dimensions, or %(b)s with a batch, and got %(x)s: unsqueeze() adds one for the channels "
            "or the batch."
        ),
    ),
    (
        r"padded input size per channel: \((?P<x>[\dx ]+)\)\. Kernel size: \((?P<k>[\dx ]+)\)",
        N_(
            "A kernel of %(k)s doesn't fit into an input of %(x)s (padding included): take a smaller kernel, more "
            "padding, or a larger input."
        ),
    ),
    (
        r"view size is not compatible with input tensor's size and stride",
        N_(
            "view() never copies, and these elements don't lie in memory in the order asked for, most often after a "
            "transpose or permute: reshape() copies where it must."
        ),
    ),
    (
        r"shape '\[(?P<x>[\d, -]{0,200})\]' is invalid for input of size (?P<n>\d+)",
        N_("The tensor has %(n)s elements, and the sizes in [%(x)s] must multiply to just that."),
    ),
    (
        (
            r"Sizes of tensors must match except in dimension (?P<d>\d+)\. Expected size (?P<a>\d+) but got size "
            r"(?P<b>\d+) "
            r"for tensor number (?P<i>\d+)"
        ),
        N_(
            "Joined along dimension %(d)s, the tensors must agree in all others: number %(i)s (counted from 0) has "
            "%(b)s where the first has %(a)s."
        ),
    ),
    (
        r"Tensors must have same number of dimensions: got (?P<a>\d+) and (?P<b>\d+)",
        N_("Only tensors of equally many dimensions can be joined; these have %(a)s and %(b)s. unsqueeze() adds one."),
    ),
    (
        (
            rf"stack expects each tensor to be equal size, but got (?P<x>{_SIZE}) at entry \d+ and (?P<y>{_SIZE}) at "
            r"entry (?P<i>\d+)"
        ),
        N_(
            "stack() wants tensors of one shape; the first is %(x)s and number %(i)s (counted from 0) is %(y)s. Pad "
            "them, or join them with cat()."
        ),
    ),
    (
        r"index (?P<i>-?\d+) is out of bounds for dimension (?P<d>\d+) with size (?P<n>\d+)",
        N_(
            "Dimension %(d)s has size %(n)s, so its indices go from 0 to %(last)s, or from −%(n)s to −1: %(i)s is "
            "outside."
        ),
    ),
    (
        r"index out of range in self",
        N_(
            "An index is negative or not below the number of rows: for an Embedding, every index must be below "
            "num_embeddings."
        ),
    ),
    (
        r"Dimension out of range \(expected to be in range of \[(?P<a>-?\d+), (?P<b>-?\d+)\], but got (?P<d>-?\d+)\)",
        N_("The tensor's dimensions are numbered from %(a)s to %(b)s; there is no dimension %(d)s."),
    ),
    (
        r"too many indices for tensor of dimension (?P<n>\d+)",
        N_("The tensor has %(n)s dimensions, and more indices than that were given."),
    ),
    (
        r"Expected input batch_size \((?P<a>\d+)\) to match target batch_size \((?P<b>\d+)\)",
        N_("The input holds %(a)s samples and the target %(b)s: the loss needs one target for each sample."),
    ),
    (
        r"Target (?P<i>-?\d+) is out of bounds",
        N_(
            "The target names class %(i)s, and the input has no score for it: classes are counted from 0 and must be "
            "fewer than the input's columns."
        ),
    ),
    (
        (
            rf"Using a target size \((?P<y>{_SIZE})\) that is different to the input size \((?P<x>{_SIZE})\)"
            rf"|Target size \((?P<y2>{_SIZE})\) must be the same as input size \((?P<x2>{_SIZE})\)"
        ),
        N_("The input is %(x)s%(x2)s and the target %(y)s%(y2)s: this loss needs two of the same shape."),
    ),
    (
        (
            rf"Given normalized_shape=(?P<w>{_SIZE}), expected input with shape {_SIZE}, but got input of size ?"
            rf"(?P<x>{_SIZE})"
        ),
        N_("The layer normalises over %(w)s, and the input %(x)s doesn't end in that."),
    ),
    (
        r"running_mean should contain (?P<a>\d+) elements not (?P<b>\d+)",
        N_("The batch norm was made for %(b)s channels and got %(a)s."),
    ),
    (
        rf"Expected more than 1 value per channel when training, got input size (?P<x>{_SIZE})",
        N_(
            "In training, batch norm takes mean and variance over the batch, and %(x)s holds a single value per "
            "channel: use a larger batch, or eval()."
        ),
    ),
    (
        (
            rf"size mismatch for (?P<p>[\w.]{{1,200}}): copying a param with shape (?P<x>{_SIZE}) from checkpoint, the "
            rf"shape in current model is (?P<y>{_SIZE})"
        ),
        N_(
            "%(p)s is %(x)s in the checkpoint and %(y)s in this model: build the model with the sizes it was saved "
            "with."
        ),
    ),
    (
        rf"shape of the mask (?P<x>{_SIZE}) at index \d+ does not match the shape of the indexed tensor (?P<y>{_SIZE})",
        N_("A mask needs the shape of what it selects from: the mask is %(x)s, the tensor %(y)s."),
    ),
    (
        r"a Tensor with (?P<n>\d+) elements cannot be converted to Scalar",
        N_("item() wants exactly one element and the tensor has %(n)s: reduce it first, or use tolist()."),
    ),
    (
        r"Boolean value of Tensor with (?P<n>more than one value|no values) is ambiguous",
        N_("An if needs one truth value: reduce the tensor with any() or all(), and join masks with & and |."),
    ),
    (
        r"input\.dim\(\) = (?P<a>\d+) is not equal to len\(dims\) = (?P<b>\d+)",
        N_("permute() wants every dimension once: the tensor has %(a)s, and %(b)s were named."),
    ),
    (
        (
            r"einsum\(\): subscript (?P<s>\w) has size (?P<a>\d+) for operand (?P<i>\d+) which does not broadcast with "
            r"previously seen size (?P<b>\d+)"
        ),
        N_("The letter %(s)s stands for one size everywhere: it is %(b)s first, and %(a)s in operand %(i)s."),
    ),
    (
        r"input\.size\(-1\) must be equal to input_size\. Expected (?P<a>\d+), got (?P<b>\d+)",
        N_("The layer was made for %(a)s features per step, and the last dimension of the input has %(b)s."),
    ),
    (
        r"split_sizes to sum exactly to (?P<n>\d+) .{0,80}but got split_sizes=(?P<x>\[[\d, ]{0,200}\])",
        N_("The pieces %(x)s must add up to the dimension's size, %(n)s."),
    ),
    (
        r"expected sequence of length (?P<a>\d+) at dim (?P<d>\d+) \(got (?P<b>\d+)\)",
        N_("A tensor has no ragged rows: at dimension %(d)s one list has %(a)s items, another %(b)s. Pad them."),
    ),
]
"""Patterns, and sentences that their groups fill; the first that is found counts."""
