"""Which language a reader gets, and that every word of the interface exists in both."""

from __future__ import annotations

import re

import pytest

from app.settings import Settings
from app.web.endings import LABELS, duration, sentence, size
from app.web.language import in_language, load_words, negotiate, of_path
from scripts import messages


@pytest.mark.parametrize(
    ("cookie", "header", "lang"),
    [
        (None, None, "en"),
        (None, "zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        (None, "en;q=0.3, zh;q=0.7", "zh"),
        (None, "fr,de;q=0.9", "en"),
        (None, "zh;q=0, fr", "en"),
        (None, "zh;q=nonsense, en", "en"),
        ("zh", "en", "zh"),
        ("fr", "zh", "zh"),
        ("en", "zh", "en"),
    ],
)
def test_cookie_then_browser_then_english(cookie: str | None, header: str | None, lang: str) -> None:
    assert negotiate(cookie, header) == lang


def test_a_page_keeps_path_and_query_in_the_other_language() -> None:
    assert in_language("/en/notes/a", "view=both&x=1", "zh") == "/zh/notes/a?view=both&x=1"
    assert in_language("/zh/", "", "en") == "/en/"
    assert in_language("/docs", "a=1", "zh") == "/zh/"
    assert of_path("/zh/x") == "zh"
    assert of_path("/static/x") is None


def test_every_word_has_a_translation_and_none_is_stale() -> None:
    catalog = messages.catalogue()
    assert messages.missing(catalog) == []
    assert messages.stale(catalog) == []


def test_translations_keep_their_placeholders() -> None:
    holes = re.compile(r"%\(\w+\)s")
    for message in messages.catalogue():
        if not message.id:
            continue
        source = message.id if isinstance(message.id, str) else message.id[-1]
        text = message.string if isinstance(message.string, str) else (message.string or ("",))[-1]
        assert sorted(holes.findall(text)) == sorted(holes.findall(source)), source


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("status", LABELS)
def test_every_ending_has_a_sentence(lang: str, status: str) -> None:
    words = load_words(Settings().locale_dir)["zh" if lang == "zh" else "en"]
    for reason in ["", status, "cpu", "events", "lost", "exit:3", "signal:SIGSEGV", "signal:SIGHUP", "refused"]:
        text = sentence(words, {"status": status, "reason": reason, "limit": 10})
        assert text
        assert "%(" not in text
        assert lang == "en" or re.search("[\u4e00-\u9fff]", text)


def test_sizes_and_times_read_as_people_write_them() -> None:
    assert [size(n) for n in (0, 1023, 1536, 256 * 1024, 1024**3)] == ["0 B", "1023 B", "1.5 KiB", "256 KiB", "1 GiB"]
    assert [duration(ms) for ms in (0.25, 3.21, 12.4, 1400)] == ["0.25 ms", "3.2 ms", "12 ms", "1.4 s"]
