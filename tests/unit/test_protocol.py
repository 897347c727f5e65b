from __future__ import annotations

from typing import Any

import pytest

from app.sandbox.protocol import MAX_PARTS, Event, FrameReader, ProtocolError, clean, clean_text, encode_frame


def test_frames_survive_any_cut() -> None:
    frames: list[dict[str, Any]] = [{"kind": "stdout", "text": "梯度 ∂"}, {"kind": "done", "n": 1}]
    stream = b"".join(encode_frame(frame) for frame in frames)
    for size in (1, 2, 3, 7, len(stream)):
        reader = FrameReader()
        found = [frame for at in range(0, len(stream), size) for frame in reader.feed(stream[at : at + size])]
        assert found == frames


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xff\xff\xff",
        b"\x00\x00\x00\x02no",
        b"\x00\x00\x00\x02[]",
        b"\x00\x00\x00\x02{}",
        b'\x00\x00\x00\x0a{"kind":1}',
        b"\x00\x01\x00\x00" + b"[" * 65536,
    ],
    ids=["oversized", "not JSON", "not an object", "no kind", "kind of another type", "nested too deep"],
)
def test_what_no_honest_child_writes_is_refused(data: bytes) -> None:
    with pytest.raises(ProtocolError):
        FrameReader().feed(data)


def test_a_frame_over_the_limit_is_refused_before_its_bytes_are_kept() -> None:
    reader = FrameReader(max_bytes=10)
    with pytest.raises(ProtocolError, match="at most 10"):
        reader.feed(encode_frame({"kind": "a long one"}))


def test_what_came_before_a_bad_frame_is_kept() -> None:
    with pytest.raises(ProtocolError) as error:
        FrameReader().feed(encode_frame({"kind": "stdout"}) + encode_frame({"kind": "done"}) + b"\x00\x00\x00\x02no")
    assert [frame["kind"] for frame in error.value.frames] == ["stdout", "done"]


@pytest.mark.parametrize(
    "value",
    ["[" * 100 + "]" * 100, f"[{'[],' * MAX_PARTS}[]]", f"[{'0,' * MAX_PARTS}0]"],
    ids=["deep", "many lists", "many numbers"],
)
def test_what_would_be_costly_to_read_is_refused_where_it_is_untrusted(value: str) -> None:
    body = b'{"kind":"value","data":' + value.encode("ascii") + b"}"
    frame = len(body).to_bytes(4) + body
    assert len(FrameReader().feed(frame)) == 1
    with pytest.raises(ProtocolError):
        FrameReader(untrusted=True).feed(frame)


def test_untrusted_frames_hold_what_json_and_utf8_can_say() -> None:
    body = b'{"kind":"x","n":[NaN,Infinity,-Infinity,1e999,1.5],"t":"\\ud800"}'
    (frame,) = FrameReader(untrusted=True).feed(len(body).to_bytes(4) + body)
    assert frame == {"kind": "x", "n": [None, None, None, None, 1.5], "t": "\ufffd" * 3}


def test_lone_surrogates_cross_the_wall_and_become_printable() -> None:
    (frame,) = FrameReader().feed(encode_frame({"kind": "x", "text": "a\ud800b"}))
    assert frame["text"] == "a\ud800b"
    assert "\ufffd" in clean_text(frame["text"])
    clean_text(frame["text"]).encode("utf-8")


def test_clean_reaches_keys_and_nested_values() -> None:
    cleaned = clean({"\udcff": ["\ud800", 1, None, {"k": "ok"}]})
    str(cleaned).encode("utf-8")
    assert next(iter(cleaned.values()))[3] == {"k": "ok"}


def test_an_event_shows_its_own_fields_first() -> None:
    event = Event("stdout", 3, 1.5, 7, {"text": "hi"})
    assert event.as_dict() == {"seq": 3, "t_ms": 1.5, "kind": "stdout", "line": 7, "text": "hi"}
