"""Whatever a reader's numbers, shapes, dtypes and names are, a message finds the page that is about it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest

from app.notes.library import Library
from app.notes.messages import Messages, says, skeleton
from app.notes.models import Lang, Note, Older
from app.settings import ROOT

ENOUGH = 0.97

_NUMBER = re.compile(r"(?<![\w.:/])\d{1,5}(?![\w:]|\.\d)")
_SHAPE = re.compile(r"\[(\d+(?:, \d+)*)\]")
_DEVICE = re.compile(r"\bcuda:\d\b")
_DOTTED = re.compile(r'(?<=")[a-z_]\w*(?:\.\w+)*\.(?:weight|bias)(?=")')
_DTYPE = re.compile(r"torch\.float(?:32|64)\b")


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.load(ROOT / "snippets")


@pytest.fixture(scope="module")
def messages(library: Library) -> Messages:
    return Messages(library.pages.values())


def other_numbers(message: str, by: int) -> str:
    return _NUMBER.sub(lambda found: str(int(found.group()) * 3 + by + found.start() % 7), message)


def variations(message: str) -> Iterator[str]:
    """*message* as other programs print it."""
    yield message
    yield other_numbers(message, 1)
    yield other_numbers(message, 60)
    yield _SHAPE.sub(lambda found: f"[{found.group(1)}, 7, 9]", message)
    other = _DTYPE.sub("torch.bfloat16", _DEVICE.sub("cuda:3", _DOTTED.sub("encoder.layers.4.fc2.weight", message)))
    yield other_numbers(other, 5)


def said_by(note: Note) -> Iterator[str]:
    yield from note.errors
    yield from (older.message for older in note.older)


def test_every_message_finds_its_own_page_first(library: Library, messages: Messages) -> None:
    """Of the wordings of all pages, the older ones included, varied."""
    asked, lost = 0, []
    for note in library.errors.values():
        for message in said_by(note):
            for text in variations(message):
                asked += 1
                found = messages.matches(text)
                if not found or found[0].known.note != note.slug:
                    lost.append((note.slug, text[:150], found[0].known.note if found else ""))
    assert asked
    assert 1 - len(lost) / asked >= ENOUGH, lost


def test_every_page_is_found_by_its_first_message_as_a_run_ends_with_it(library: Library, messages: Messages) -> None:
    lost = []
    for note in library.errors.values():
        for message in note.errors[:1]:
            kind, _, text = message.partition(": ")
            known = messages.explain(kind, other_numbers(text, 2))
            if known is None or known.note not in sharing(library, message):
                lost.append((note.slug, message[:120], known and known.note))
    assert lost == []


def sharing(library: Library, message: str) -> set[str]:
    """The pages that have *message*, but for what varies in it: two causes may end in the same words."""
    bones = skeleton(message).rstrip(". ")
    return {
        note.slug
        for note in library.errors.values()
        if any(skeleton(other).rstrip(". ") == bones for other in note.errors)
    }


def test_a_message_is_found_within_a_traceback(library: Library, messages: Messages) -> None:
    before = 'Traceback (most recent call last):\n  File "/home/me/train.py", line 214, in <module>\n    main()\n'
    lost = []
    for note in library.errors.values():
        for message in note.errors[:1]:
            found = messages.matches(before + message + "\n")
            if not found or found[0].known.note not in sharing(library, message):
                lost.append((note.slug, found[0].known.note if found else ""))
    assert lost == []


def page(slug: str, *errors: str, older: tuple[Older, ...] = (), match: tuple[str, ...] = (), order: int = 1) -> Note:
    both: dict[Lang, str] = {"en": "T", "zh": "题"}
    return Note(
        slug=slug, title=both, summary=both, category="tensors", order=order, related=(), errors=errors,
        body={"en": (), "zh": ()}, snippets={}, claims=(), facts={}, older=older, match=match,
        kind="error" if slug.startswith("error-") else None,
    )  # fmt: skip


def test_a_page_comes_before_a_note_that_has_the_same_message() -> None:
    for order in (("note", "error-a"), ("error-a", "note")):
        known = Messages([page(slug, "RuntimeError: the widths 3 and 4 do not meet") for slug in order])
        found = known.matches("RuntimeError: the widths 8 and 9 do not meet")
        assert [match.known.note for match in found] == ["error-a", "note"]


def test_of_two_pages_the_one_that_is_hit_more_often_comes_first() -> None:
    same = "RuntimeError: the widths 3 and 4 do not meet"
    known = Messages([page("error-rare", same, order=80), page("error-usual", same, order=2)])
    assert known.matches(same)[0].known.note == "error-usual"


def test_older_wordings_and_patterns_find_a_page() -> None:
    older = (Older("1.4", "RuntimeError: sizes 3 against 4 at /pytorch/aten/src/x.cpp:136"),)
    known = Messages(
        [page("error-a", "RuntimeError: the new words of it", older=older, match=(r"width \d+ is wrong",))]
    )
    for text in (
        "RuntimeError: sizes 9 against 4 at /build/aten/src/y.cpp:7",
        "Traceback …\nValueError: in layer 4: width 77 is wrong!",
    ):
        found = known.matches(text)
        assert [(match.known.note, match.whole) for match in found] == [("error-a", True)], text
    assert "width 77 is wrong" in known.matches("ValueError: width 77 is wrong")[0].known.message
    assert known.explain("ValueError", "width is wrong") is None


def test_a_whole_message_beats_a_line_of_another() -> None:
    first = page("error-a", "RuntimeError: CUDA said no:\nFor debugging consider passing the flag 1 to it now")
    second = page("error-b", "RuntimeError: CUDA ran away", match=("CUDA ran away",))
    text = "RuntimeError: CUDA ran away\nFor debugging consider passing the flag 1 to it now"
    assert Messages([first, second]).matches(text)[0].known.note == "error-b"


def test_the_last_message_counts_unless_it_is_strange_and_an_earlier_one_is_known() -> None:
    known = Messages(
        [page("error-a", "RuntimeError: the first of the two"), page("error-b", "ValueError: another one here")]
    )
    first, second = "RuntimeError: the first of the two", "ValueError: another one here"
    assert known.matches(f"{first}\n\nDuring handling …\n\n{second}")[0].known.note == "error-b"
    assert known.matches(f"{first}\n\nDuring handling …\n\nKeyError: 'x'")[0].known.note == "error-a"


def test_an_earlier_message_counts_that_says_much_more_than_the_last() -> None:
    cause = "RuntimeError: an attempt was made to start a process before this one had finished its own start"
    last = "RuntimeError: the worker ended unexpectedly"
    known = Messages([page("error-cause", cause), page("error-last", last)])
    assert known.matches(f"{cause}\nTraceback …\n{last}")[0].known.note == "error-cause"
    assert known.matches(f"IndexError: 3\nTraceback …\n{last}")[0].known.note == "error-last"


def test_a_name_alone_is_no_message() -> None:
    known = Messages([page("error-a", "KeyError: 'a'")])
    assert known.explain("KeyError", "'weight'") is None


@pytest.mark.parametrize(
    ("text", "message", "there"),
    [
        ("…\nRuntimeError: got 3 of 4 rows", "RuntimeError: got 7 of 9 rows", True),
        ("a.py:3: UserWarning: too many rows (9)\n  f()", "UserWarning: too many rows (1)", True),
        ("RuntimeError: got 3 of 4 columns", "RuntimeError: got 7 of 9 rows", False),
        ("RuntimeError: \n  An attempt has been made\n  to start", "RuntimeError:\n An attempt has been made", True),
        ("anything", "", False),
    ],
)
def test_what_a_run_said_is_or_is_not_a_message(text: str, message: str, *, there: bool) -> None:
    assert says(text, message) is there


@pytest.mark.parametrize("part", ["a", "1.", "shape '[", "Given groups=1, weight of size ", "Expected object of "])
def test_a_message_made_to_be_slow_is_not_slow_with_all_pages(messages: Messages, part: str) -> None:
    """Patterns included; a quarter of a second on an idle machine."""
    hostile = part * (4000 // len(part))
    began = time.process_time()
    messages.explain("ValueError", hostile)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("TypeError", "'NoneType' object is not subscriptable"),
        ("TypeError", "'int' object is not iterable"),
        ("TypeError", "f() missing 1 required positional argument: 'x'"),
        ("TypeError", "f() takes 1 positional argument but 2 were given"),
        ("AttributeError", "'NoneType' object has no attribute 'split'"),
        ("AttributeError", "'Foo' object has no attribute 'bar'"),
        ("ModuleNotFoundError", "No module named 'pandas'"),
        ("FileNotFoundError", "[Errno 2] No such file or directory: 'a.pt'"),
        ("KeyError", "'label'"),
        ("IndexError", "list index out of range"),
        ("ValueError", "invalid literal for int() with base 10: 'a'"),
        ("ValueError", "operands could not be broadcast together with shapes (2,) (3,)"),
        ("NameError", "name 'x' is not defined"),
        ("AssertionError", ""),
        ("RuntimeError", "boom"),
        ("SystemExit", "0"),
    ],
)
def test_an_error_that_is_not_torchs_is_none_of_the_pages(messages: Messages, kind: str, message: str) -> None:
    assert messages.explain(kind, message) is None
