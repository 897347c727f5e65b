"""The page of one error, small and whole, to be put beside the sample note."""

from __future__ import annotations

from pathlib import Path

IDENT = "wrong-width"
SLUG = f"error-{IDENT}"
MESSAGE = "RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x864 and 400x10)"
OLDER = "RuntimeError: size mismatch, m1: [2 x 864], m2: [400 x 10] at /pytorch/aten/src/TH/x.cpp:136"
_FRONT = f"""\
category: modules
rank: 3
kind: error
related: []
errors:
  - "{MESSAGE}"
  - "UserWarning: the layer is used with a width that is 3 off"
older:
  - "1.4 | {OLDER}"
match: ["width \\\\d+ is wrong"]
"""
_PAGE = """\
---
title: {title}
summary: {summary}
{front}---
{first}

::: snippet repro.py
:::

## {cause} {{#cause}}

{why}

## {fix} {{#fix}}

::: snippet fix.py
:::

## {wrong} {{#wrong-fixes}}

{no}
"""
PAGES = {
    "en.md": _PAGE.format(
        title="The layer expects another width", summary="Give it what arrives.", front=_FRONT, cause="Why",
        first="The layer was made for another width.", fix="The fix", wrong="What doesn't help",
        why="Columns meet rows.", no="Reshaping until it fits mixes samples.",
    ),
    "zh.md": _PAGE.format(
        title="线性层要的宽度不对", summary="按实际到来的宽度来建。", front=_FRONT, cause="原因",
        first="这一层是按别的宽度建的。", fix="怎么改", wrong="这样改不行",
        why="列数要等于行数。", no="硬改形状会把样本混在一起。",
    ),
    "repro.py": '# /// note\n# title.en = "The error"\n# title.zh = "报错"\n# raises = "RuntimeError"\n# ///\n'
    "import torch\n\ntorch.ones(2, 864) @ torch.ones(400, 10)\n",
    "fix.py": '# /// note\n# title.en = "The fix"\n# title.zh = "改法"\n# ///\n'
    "import torch\n\ny = torch.ones(2, 864) @ torch.ones(864, 10)\nassert y.shape == (2, 10)\n",
}  # fmt: skip


def write_error(notes: Path, ident: str = IDENT, **changed: tuple[str, str]) -> Path:
    """The page *ident* below *notes*; *changed* maps a file (``en_md``) to what is replaced in it, and by what."""
    folder = notes / "errors" / ident
    folder.mkdir(parents=True)
    for name, text in PAGES.items():
        old, new = changed.get(name.replace(".", "_"), ("", ""))
        assert old in text, (name, old)
        (folder / name).write_text(text.replace(old, new) if old else text, "utf-8")
    return folder
