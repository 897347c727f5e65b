"""The sentence on an error: from what this torch really says, in both languages, with the sizes and types in it."""

from __future__ import annotations

import copy
import re
import warnings

import numpy as np
import pytest
import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import nn

from app.notes.models import Lang
from app.settings import ROOT
from app.web import advice_autograd, advice_places, advice_shapes, advice_types
from app.web.advice import advise
from app.web.language import load_words

WORDS = load_words(ROOT / "locale")
NAMES = {"torch": torch, "nn": nn, "F": F, "np": np, "copy": copy}
HAN = re.compile("[\u4e00-\u9fff]")

RAISED: list[tuple[str, list[str]]] = [
    ("torch.ones(2, 3) @ torch.ones(4, 5)", ["[2, 3]", "[4, 5]", "3", "4"]),
    ("nn.Linear(4, 2)(torch.ones(3, 5))", ["[3, 5]", "[4, 2]", "5", "4"]),
    ("nn.Linear(4, 2)(torch.ones(2, 3, 5))", ["[6, 5]", "[4, 2]", "5", "4"]),
    ("torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 5, 6))", ["2", "4", "5"]),
    ("torch.ones(2, 3, 4) @ torch.ones(2, 5, 6)", ["2", "4", "5"]),
    ("torch.mv(torch.ones(2, 3), torch.ones(4))", ["[2, 3]", "4", "3"]),
    ("torch.dot(torch.ones(3), torch.ones(4))", ["3", "4"]),
    ("torch.ones(3) @ torch.ones(4)", ["3", "4"]),
    ("torch.ones(2, 3) + torch.ones(2, 4)", ["3", "4", "1"]),
    ("torch.ones(2, 3).expand(2, 4)", ["[2, 3]", "[2, 4]", "1", "3"]),
    ("torch.ones(4).copy_(torch.ones(3))", ["4", "3", "0"]),
    ("x = torch.ones(4); x[torch.tensor([0, 1])] = torch.ones(3)", ["[2]", "[3]"]),
    ("x = torch.ones(4); x[0:2] = torch.ones(3)", ["[3]", "[2]", "0", "3"]),
    ("torch.ones(4, 4)[torch.tensor([0, 1]), torch.tensor([0, 1, 2])]", ["[2]", "[3]"]),
    ("nn.Conv2d(3, 8, 3)(torch.ones(1, 1, 8, 8))", ["3", "1", "[1, 1, 8, 8]"]),
    ("nn.Conv2d(3, 8, 3)(torch.ones(8, 8))", ["3", "4", "[8, 8]"]),
    ("nn.Conv2d(3, 8, 3)(torch.ones(1, 3, 2, 2))", ["3", "2"]),
    ("torch.ones(2, 3).t().view(6)", []),
    ("torch.ones(6).view(2, 4)", ["6", "[2, 4]"]),
    ("torch.ones(6).reshape(4, -1)", ["6", "[4, -1]"]),
    ("torch.cat([torch.ones(2, 3), torch.ones(2, 4)])", ["0", "1", "4"]),
    ("torch.cat([torch.ones(2, 3), torch.ones(2)])", ["2"]),
    ("torch.stack([torch.ones(2, 3), torch.ones(3)])", ["[2, 3]", "1", "0", "[3]"]),
    ("torch.ones(3)[5]", ["0", "3", "2", "1"]),
    ("torch.ones(3)[torch.tensor([5])]", ["0", "3", "2", "1"]),
    ("nn.Embedding(3, 2)(torch.tensor([5]))", []),
    ("torch.ones(2, 3).sum(2)", ["2", "1"]),
    ("torch.ones(2, 3)[0, 0, 0]", ["2"]),
    ("torch.gather(torch.ones(2, 3), 1, torch.tensor([[5]]))", ["1", "3", "0", "2"]),
    ("torch.ones(3).index_select(0, torch.tensor([7]))", []),
    ("F.cross_entropy(torch.ones(4, 3), torch.tensor([0, 1, 2]))", ["4", "3"]),
    ("F.cross_entropy(torch.ones(2, 3), torch.tensor([0, 5]))", ["5", "0"]),
    ("F.cross_entropy(torch.ones(2, 3), torch.ones(2))", ["int64", "float32"]),
    ("F.mse_loss(torch.ones(2, 3), torch.ones(2, 4))", ["3", "4", "1"]),
    ("F.binary_cross_entropy(torch.ones(2), torch.ones(3))", ["[2]", "[3]"]),
    ("F.binary_cross_entropy_with_logits(torch.ones(2), torch.ones(3))", ["[2]", "[3]"]),
    ("nn.LayerNorm(4)(torch.ones(2, 3))", ["[4]", "[2, 3]"]),
    ("nn.BatchNorm1d(3)(torch.ones(2, 4))", ["3"]),
    ("nn.BatchNorm1d(4)(torch.ones(1, 4))", ["[1, 4]"]),
    ("nn.Linear(3, 4).load_state_dict(nn.Linear(3, 2).state_dict())", ["[2, 3]", "[4, 3]"]),
    ("torch.ones(4)[torch.tensor([True, False, True])]", ["[3]", "[4]"]),
    ("torch.ones(3).item()", ["3"]),
    ("bool(torch.ones(2) > 0)", []),
    ("torch.ones(2, 3).permute(0, 1, 2)", ["2", "3"]),
    ("torch.ones(3).add_(torch.ones(2, 3))", ["[2, 3]", "[3]"]),
    ("torch.einsum('ij,jk->ik', torch.ones(2, 3), torch.ones(4, 5))", ["3", "4"]),
    ("nn.LSTM(3, 4)(torch.ones(2, 1, 5))", ["3"]),
    ("torch.split(torch.ones(5), [2, 2])", ["[2, 2]"]),
    ("torch.tensor([[1, 2], [3]])", ["1", "2"]),
    ("torch.ones(2, 2) @ torch.ones(2, 2).double()", ["float32", "float64"]),
    ("nn.Linear(2, 2)(torch.ones(1, 2).double())", ["float64", "float32"]),
    ("nn.Linear(2, 2)(torch.ones(1, 2, dtype=torch.long))", ["int64", "float32"]),
    ("nn.Conv2d(1, 1, 1)(torch.ones(1, 1, 2, 2).double())", ["float64", "float32"]),
    ("x = torch.ones(2, dtype=torch.long); x += 1.5", ["float32", "int64"]),
    ("x = torch.ones(2, dtype=torch.long); x.add_(torch.ones(2))", ["float32", "int64"]),
    ("torch.dot(torch.ones(2), torch.ones(2).double())", ["float32", "float64"]),
    ("nn.Embedding(3, 2)(torch.tensor([1.0]))", ["int64", "int32", "float32"]),
    ("torch.ones(3)[torch.tensor([1.0])]", []),
    ("torch.tensor([1, 2], requires_grad=True)", ["1"]),
    ("torch.arange(3).mean()", ["int64"]),
    ("x = torch.ones(4); x[torch.tensor([0])] = torch.ones(1).double()", ["float64", "float32"]),
    ("torch.ones(2, 2).scatter_(1, torch.tensor([[0]]), torch.ones(1, 1).double())", []),
    ("torch.ones(2, 2).gather(1, torch.tensor([[0.0]]))", ["int64", "int32"]),
    ("torch.tensor([True]) - torch.tensor([True])", []),
    ("torch.ones(2, dtype=torch.long).exp_()", ["float32", "int64"]),
    ("torch.ones(2, 2, dtype=torch.long).inverse()", ["int64"]),
    ("F.nll_loss(torch.ones(2, 3), torch.ones(2))", ["int64", "float32"]),
    ("F.binary_cross_entropy(torch.ones(2), torch.ones(2).long())", ["float32", "int64"]),
    ("F.softmax(torch.arange(3), 0)", ["int64"]),
    ("torch.randn(3, dtype=torch.long)", ["int64"]),
    ("-torch.tensor([True])", []),
    ("torch.matmul(torch.ones(2, 2), torch.ones(2, 2).half())", ["float32", "float16"]),
    ("torch.lerp(torch.ones(2), torch.ones(2).double(), 0.5)", ["float32", "float64"]),
    ("torch.where(torch.ones(2), 1, 2)", ["float32", "0"]),
    ("torch.ones(2) & torch.ones(2)", ["float32"]),
    ("torch.index_select(torch.ones(3), 0, torch.tensor([1.0]))", ["int64", "int32"]),
    ("nn.LSTM(3, 4)(torch.ones(2, 1, 3).double())", ["float64", "float32"]),
    ("torch.linalg.svd(torch.ones(2, 2, dtype=torch.int32))", ["int32"]),
    ("torch.multinomial(torch.tensor([1, 2]), 1)", ["int64"]),
    ("torch.ones(2) + torch.ones(2, device='meta')", ["meta", "cpu"]),
    ("torch.ones(2, device='meta').cpu()", ["meta"]),
    ("torch.ones(2, device='meta').numpy()", ["meta", "cpu"]),
    ("nn.Linear(2, 2)(torch.ones(1, 2, device='meta'))", ["cpu", "meta"]),
    ("torch.cat([torch.ones(2), torch.ones(2, device='meta')])", ["meta", "cpu"]),
    ("x = torch.ones(2, requires_grad=True); x += 1", []),
    ("x = torch.ones(2, requires_grad=True); x[0] = 1", []),
    ("x = torch.ones(3, requires_grad=True); y = x.exp(); y += 1; y.sum().backward()", ["float32", "[3]", "Exp", "0"]),
    ("x = torch.ones(2); x.sum().backward()", []),
    ("x = torch.ones(2, requires_grad=True); y = x.exp().sum(); y.backward(); y.backward()", []),
    ("torch.ones(2, requires_grad=True).numpy()", []),
    ("np.asarray(torch.ones(2, requires_grad=True))", []),
    ("torch.ones(2, requires_grad=True).exp().backward()", []),
    (
        "x = torch.ones(2, requires_grad=True); z = torch.ones(2, requires_grad=True); torch.autograd.grad(x.sum(), z)",
        [],
    ),
    ("y = torch.ones(3, requires_grad=True) * 2; y.backward(torch.ones(2))", ["[2]", "[3]"]),
    ("copy.deepcopy(torch.ones(2, requires_grad=True) * 2)", []),
    ("with torch.inference_mode():\n    x = torch.ones(2)\ny = x * torch.ones(2, requires_grad=True)", []),
    ("x = torch.ones(2, requires_grad=True) * 2; x.requires_grad = False", []),
    ("a, b = (torch.ones(2, requires_grad=True) * 1).unbind(); a.add_(1)", []),
    ("x = torch.ones(2, requires_grad=True); x.grad = torch.ones(3)", ["[3]", "[2]"]),
    ("with torch.inference_mode():\n    x = torch.ones(2)\nx.add_(1)", []),
    ("x = torch.ones(2, requires_grad=True); x.grad = torch.ones(2).double()", ["float64", "float32"]),
    ("with torch.no_grad():\n    y = torch.ones(2, requires_grad=True).sum()\ny.backward()", []),
    ("x = torch.ones(2, requires_grad=True); torch.autograd.grad(torch.ones(1).sum(), x)", []),
    ("with torch.inference_mode():\n    x = torch.ones(2)\nx.requires_grad_()", []),
    (
        "x = torch.ones(2, requires_grad=True); w = x * 2; y = w ** 2; w.add_(1); y.sum().backward()",
        ["float32", "[2]", "0", "1"],
    ),
    ("torch.optim.SGD([torch.ones(2, requires_grad=True) * 2], lr=1)", []),
    ("x = torch.ones(2, requires_grad=True); x.resize_(4)", []),
    ("x = torch.ones(2, requires_grad=True)[:1]; x.zero_()", []),
]

ELSEWHERE: list[tuple[str, str, list[str]]] = [
    (
        "RuntimeError",
        (
            "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! (when "
            "checking argument for argument mat1 in method wrapper_CUDA_addmm)"
        ),
        ["cuda:0", "cpu"],
    ),
    (
        "RuntimeError",
        (
            "Expected all tensors to be on the same device, but got mat1 is on cpu, different from other tensors on "
            "cuda:1 (when checking argument in method wrapper_CUDA_addmm)"
        ),
        ["mat1", "cpu", "cuda:1"],
    ),
    (
        "RuntimeError",
        "Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same",
        ["GPU", "CPU"],
    ),
    (
        "RuntimeError",
        (
            "Input type (torch.FloatTensor) and weight type (torch.cuda.FloatTensor) should be the same or input "
            "should be a MKLDNN tensor and weight is a dense tensor"
        ),
        ["GPU", "CPU"],
    ),
    (
        "TypeError",
        "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.",
        ["cuda:0", ".cpu()"],
    ),
    (
        "RuntimeError",
        "indices should be either on cpu or on the same device as the indexed tensor (cpu)",
        ["cpu", ".to()"],
    ),
    (
        "RuntimeError",
        "Expected a 'cuda' device type for generator but found 'cpu'",
        ["cuda", "cpu"],
    ),
    ("AssertionError", "Torch not compiled with CUDA enabled", ["CPU"]),
    ("RuntimeError", "No CUDA GPUs are available", ["torch.cuda.is_available()"]),
    (
        "RuntimeError",
        (
            "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are "
            "running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu')"
        ),
        ["map_location='cpu'"],
    ),
    (
        "torch.OutOfMemoryError",
        "CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has a total capacity of 15.77 GiB of which 5 are free.",
        ["20.00 GiB"],
    ),
    ("torch.AcceleratorError", "CUDA error: device-side assert triggered\nCUDA kernel errors might be", ["CPU"]),
    (
        "RuntimeError",
        (
            "one of the variables needed for gradient computation has been modified by an inplace operation: "
            "[torch.cuda.FloatTensor [3, 4]], which is output 0 of TanhBackward0, is at version 2; expected version 1 "
            "instead. Hint: enable anomaly detection"
        ),
        ["float32", "[3, 4]", "Tanh", "2", "1"],
    ),
    (
        "RuntimeError",
        (
            "one of the variables needed for gradient computation has been modified by an inplace operation: "
            "[torch.FloatTensor [3]] is at version 1; expected version 0 instead. Hint: the backtrace further above"
        ),
        ["float32", "[3]", "1", "0"],
    ),
    ("RuntimeError", "expected scalar type Float but found Double", ["float32", "float64"]),
    (
        "RuntimeError",
        "One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True",
        ["allow_unused=True"],
    ),
]
"""What this machine can't be made to say: a GPU's words, and those of other versions."""


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("code", "facts"), RAISED, ids=[code for code, _ in RAISED])
def test_what_this_torch_raises_is_put_into_a_sentence(code: str, facts: list[str], lang: Lang) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(Exception) as caught:  # noqa: PT011 - whatever torch raises
            exec(code, dict(NAMES))  # noqa: S102 - our own lines
    said = advise(WORDS[lang], type(caught.value).__name__, str(caught.value))
    _is_a_sentence(said, facts, lang)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("kind", "message", "facts"), ELSEWHERE, ids=[message[:60] for _, message, _ in ELSEWHERE])
def test_what_it_says_elsewhere_is_too(kind: str, message: str, facts: list[str], lang: Lang) -> None:
    _is_a_sentence(advise(WORDS[lang], kind, message), facts, lang)


def _is_a_sentence(said: str, facts: list[str], lang: Lang) -> None:
    assert said
    assert [fact for fact in facts if fact not in said] == []
    assert "%(" not in said
    assert bool(HAN.search(said)) == (lang == "zh")


def test_every_rule_is_tried_here() -> None:
    tried = [message for _, message, _ in ELSEWHERE]
    for code, _ in RAISED:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                exec(code, dict(NAMES))  # noqa: S102 - our own lines
            except Exception as error:  # noqa: BLE001 - whatever torch raises
                tried.append(str(error))
    rules = [rule for m in (advice_shapes, advice_types, advice_places, advice_autograd) for rule in m.RULES]
    assert [pattern for pattern, _ in rules if not any(re.search(pattern, text) for text in tried)] == []


def test_nothing_is_added_to_what_is_not_known() -> None:
    assert advise(WORDS["en"], "RuntimeError", "something else") == ""
    assert advise(WORDS["en"], "__main__.MyError", "index out of range in self") == ""
    assert advise(WORDS["en"], "MyError", "index out of range in self") == ""


def test_a_hostile_message_is_neither_slow_nor_filled_in() -> None:
    said = advise(WORDS["en"], "RuntimeError", "size mismatch for %(p)s.%s{0}" + "[" * 100_000 + "1, " * 100_000)
    assert said == ""
    strange = "einsum(): subscript j has size 99999999999999999999999 for operand 1 which does not broadcast with "
    assert "99999999999999999999999" in advise(WORDS["en"], "RuntimeError", strange + "previously seen size 3")
