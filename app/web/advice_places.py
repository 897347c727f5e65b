"""What errors of device come to."""

from __future__ import annotations

from typing import Final

from app.web.language import N_

_PLACE = r"[a-z]{2,10}(?::\d{1,3})?"

RULES: Final = [
    (
        (rf"Expected all tensors to be on the same device, but found at least two devices, (?P<a>{_PLACE}) and "
        rf"(?P<b>{_PLACE})"),
        N_("One tensor is on %(a)s and another on %(b)s: move them to one device with .to(), the model included."),
    ),
    (
        rf"same device, but got (?P<n>\w+) is on (?P<a>{_PLACE}), different from other tensors on (?P<b>{_PLACE})",
        N_("%(n)s is on %(a)s and the others are on %(b)s: move it there with .to()."),
    ),
    (
        rf"Tensor on device (?P<a>{_PLACE}) is not on the expected device (?P<b>{_PLACE})",
        N_("One tensor is on %(a)s where %(b)s is expected: move it there with .to()."),
    ),
    (
        r"Input type \(torch\.cuda\.\w{1,30}\) and (?:weight|bias) type \(torch\.\w{1,30}\) should be the same",
        N_("The input is on the GPU and the layer's parameters are on the CPU: move the model there, too."),
    ),
    (
        r"Input type \(torch\.\w{1,30}\) and (?:weight|bias) type \(torch\.cuda\.\w{1,30}\) should be the same",
        N_("The layer's parameters are on the GPU and the input is on the CPU: move the input there, too."),
    ),
    (
        rf"can't convert (?P<a>{_PLACE}) device type tensor to numpy",
        N_("NumPy sees the CPU's memory only, and the tensor is on %(a)s: bring it over with .cpu() first."),
    ),
    (
        rf"indices should be either on cpu or on the same device as the indexed tensor \((?P<a>{_PLACE})\)",
        N_("The index is on another device than the tensor, which is on %(a)s: move the index there with .to()."),
    ),
    (
        rf"Expected a '(?P<a>{_PLACE})' device type for generator but found '(?P<b>{_PLACE})'",
        N_("The random numbers are drawn on %(a)s and the generator is for %(b)s: make it with device='%(a)s'."),
    ),
    (
        r"Torch not compiled with CUDA enabled",
        N_("This torch is the build for CPUs, so there is no CUDA device: leave the tensors on the CPU here."),
    ),
    (
        r"No CUDA GPUs are available|Found no NVIDIA driver",
        N_("There is no GPU for this program: ask torch.cuda.is_available() first and stay on the CPU otherwise."),
    ),
    (
        r"Attempting to deserialize object on a CUDA device but torch\.cuda\.is_available\(\) is False",
        N_("The file holds tensors of a GPU and there is none here: load it with map_location='cpu'."),
    ),
    (
        r"Cannot copy out of meta tensor; no data",
        N_("A tensor on the meta device has a shape and no numbers: to_empty() gives it memory, to be filled anew."),
    ),
    (
        r"CUDA out of memory\. Tried to allocate (?P<n>[\d.]{1,12} [KMGT]iB)",
        N_("The GPU had no %(n)s left: use a smaller batch, or free what is no longer needed."),
    ),
    (
        r"device-side assert triggered",
        N_("A kernel found an impossible value, most often an index or a class that is out of range: run it on the CPU "
           "to see which."),
    ),
]  # fmt: skip
"""Patterns, and sentences that their groups fill; the first that is found counts."""
