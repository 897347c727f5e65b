"""What is wrong with a program is said in the reader's language."""

from __future__ import annotations

import pytest

from app.sandbox import ruff
from app.settings import Settings
from app.web.language import load_words
from app.web.remarks import REMARKS, remark

PROGRAMS = {
    "F821": "print(missing)\n",
    "F841": "def f():\n    kept = 1\n",
    "F811": "def f(): ...\ndef f(): ...\n",
    "F632": "x = 1\nx is 'a'\n",
    "F541": "f'nothing'\n",
    "E711": "x = 1\nx == None\n",
    "E712": "x = 1\nx == True\n",
    "E721": "x = 1\ntype(x) == type(2)\n",
    "E722": "try:\n    pass\nexcept:\n    pass\n",
    "B006": "def f(x=[]): ...\n",
    "B008": "import torch\ndef f(x=torch.ones(2)): ...\n",
    "W605": "'\\d'\n",
    "invalid-syntax": "x = (\n",
}
"""A program for each; ruff itself says what it finds there."""


def test_there_is_a_program_for_each() -> None:
    assert set(PROGRAMS) == set(REMARKS)


@pytest.mark.parametrize("code", REMARKS)
def test_a_remark_is_in_both_languages_and_names_what_it_is_about(code: str) -> None:
    words = load_words(Settings().locale_dir)
    found = [one for one in ruff.lint(PROGRAMS[code])["warnings"] if one["code"] == code]
    assert found, ruff.lint(PROGRAMS[code])
    english, chinese = (remark(words[lang], found[0]) for lang in ("en", "zh"))
    assert english != chinese
    assert "%(" not in english + chinese
    assert any("\u4e00" <= letter <= "\u9fff" for letter in chinese)
    if code == "F821":
        assert "missing" in english
        assert "missing" in chinese


def test_what_there_are_no_words_for_is_said_as_ruff_says_it() -> None:
    words = load_words(Settings().locale_dir)["zh"]
    assert remark(words, {"code": "PLE0101", "message": "Explicit return in `__init__`"}).startswith("Explicit")
    assert remark(words, {"code": "F821", "message": "nothing quoted"}) == "nothing quoted"
