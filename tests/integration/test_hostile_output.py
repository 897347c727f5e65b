"""What a program shows stays text in the page, in the stream and in the API: the real application, the real engine."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from app.runs.local import LocalEngine
from tests.web import in_process, make_app, write_notes

MARK = "xss-mark"
HOSTILE = r"""
import sys, torch
import matplotlib.pyplot as plt

tag = "</script></pre></textarea>'\"><xss-mark onload=alert(1)>{{ 7 * 7 }}<script>alert(1)</script>"
tag += "<img src=x onerror=alert(1)>"
s = f"\r\n\nevent: done\r\rdata: {tag}\u2028{tag}"
print(s)
print(s, file=sys.stderr, end="\x1b[31m\x1b]8;;javascript:alert(1)\x07link\x1b]8;;\x07")


class Shown:
    def __repr__(self):
        return s

    def _repr_html_(self):
        return s

    def _repr_svg_(self):
        return f"<svg>{s}</svg>"


Shown()
[(tag, tag), (tag, tag)]
torch.nn.ModuleDict({s.replace(".", ""): torch.nn.Linear(1, 1)})
plt.title(tag.replace("$", ""))
plt.show()
globals()[s] = torch.ones(1)
assert s == s, s
assert not s, s
"""


ODD = r"""
import json, os, struct


def send(payload):
    body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    os.write(240, struct.pack(">I", len(body)) + body)


odd = [None, True, -1, 1e308, float("nan"), 10**300, "", "x", [], [[]], [[[]]], {}, {"a": 1}, [None], ["x", 1, {}]]
names = {
    "tensor": ("rows", "levels", "shape", "dtype", "device", "grad_fn", "index", "truncated", "requires_grad"),
    "table": ("rows", "columns", "truncated"),
    "module": ("tree",),
}
honest = {
    "tensor": {"rows": [["1"]], "levels": [[1]], "shape": [1], "dtype": "x", "device": "y"},
    "table": {"rows": [["1"]], "columns": ["a"]},
    "module": {"tree": {"name": "n", "type": "t", "extra": "", "params": 1, "children": []}},
}
for kind, fields in names.items():
    mime = f"application/vnd.fieldnotes.{kind}+json"
    for value in odd:
        send({"kind": "value", "data": {"text/plain": "p", mime: value}})
        for field in fields:
            send({"kind": "value", "data": {"text/plain": "p", mime: {**honest[kind], field: value}}})
for value in odd:
    for field in ("name", "type", "extra", "params", "children"):
        tree = {**honest["module"]["tree"], field: value}
        send({"kind": "value", "data": {"application/vnd.fieldnotes.module+json": {"tree": tree}}})
    send({"kind": "value", "data": {"image/png": value}})
    send({"kind": "figure", "data": {"image/png": "iVBORw0KGgo="}, "width": value, "height": 1})
    send({"kind": "error", "type": "E", "message": "m", "traceback": "t", "frames": value})
    send({"kind": "error", "type": "E", "message": "m", "traceback": "t", "frames": [{"line": value, "function": "f"}]})
    send({"kind": "assertion", "passed": value, "source": "s", "line": 1})
rows = [{"name": "n", "shape": value, "dtype": "torch.float32", "storage": "a"} for value in odd]
send({"kind": "variables", "variables": [row for row in rows if isinstance(row["shape"], list)]})
print("xss-mark")
assert odd
"""


class Elements(HTMLParser):
    """Every start tag and its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.fixture
async def client(tmp_path: Path, engine: LocalEngine) -> AsyncIterator[httpx.AsyncClient]:
    notes = write_notes(tmp_path / "notes")
    for name, code in (("hello.py", HOSTILE), ("checks.py", ODD)):
        path = notes / "sample" / name
        head, end, _ = path.read_text("utf-8").partition("# ///\n")
        path.write_text(head + end + code, "utf-8")
    async with in_process(make_app(notes, engine)) as opened:
        yield opened


def assert_inert(html: str) -> None:
    """Nothing of the program's became an element, an attribute that acts, or an address that does."""
    elements = Elements(html).found
    assert MARK in html, "the program's output is there at all"
    assert MARK not in {tag for tag, _ in elements}
    for tag, attributes in elements:
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        assert tag != "script" or set(attributes) >= {"src"}, "no inline script"
        for name in ("href", "src", "action", "formaction"):
            assert not (attributes.get(name) or "").lower().lstrip().startswith(("javascript:", "vbscript:"))
        assert tag != "img" or (attributes["src"] or "").startswith(("data:image/png;base64,", "/static/"))
        if tag == "iframe":
            assert attributes["sandbox"] in {None, ""}, "a frame that may do nothing"
            assert MARK in (attributes["srcdoc"] or "")
    assert "49" not in re.findall(r"\d+", html[html.index(MARK) :][:200]), "no template in the output is filled in"


async def test_in_a_page_without_scripts(client: httpx.AsyncClient) -> None:
    response = await client.post("/en/notes/sample/runs", data={"snippet": "hello"})
    assert response.status_code == 200
    assert_inert(response.text)
    assert sum(tag == "iframe" for tag, _ in Elements(response.text).found) == 1
    assert "script-src 'self'" in response.headers["content-security-policy"]


async def test_in_the_pieces_that_htmx_puts_in(client: httpx.AsyncClient) -> None:
    headers = {"HX-Request": "true", "Accept": "text/html, text/event-stream"}
    response = await client.post("/en/notes/sample/runs", data={"snippet": "hello"}, headers=headers)
    # As a browser reads the stream: each of these ends a line, and an empty line a message.
    lines = re.split(r"\r\n|\n|\r", response.text)
    assert {line.partition(":")[0] for line in lines if line} <= {"data", ""}, "no field but our own"
    assert_inert("\n".join(line.removeprefix("data: ") for line in lines))


async def test_in_the_api_it_is_json_and_never_markup(client: httpx.AsyncClient) -> None:
    response = await client.post("/api/v1/runs", json={"snippet": "sample/hello"})
    assert response.headers["content-type"].startswith("application/json")
    assert response.headers["x-content-type-options"] == "nosniff"
    run = response.json()
    assert run["status"] == "error"
    assert run["error"]["type"] == "AssertionError"
    assert MARK in run["stdout"]
    assert {mime for event in run["events"] for mime in event.get("data", {})} <= {
        *("text/plain", "text/html", "image/png", "application/vnd.fieldnotes.table+json"),
        *("application/vnd.fieldnotes.module+json", "application/vnd.fieldnotes.tensor+json"),
    }


async def test_in_the_stream_of_events_each_is_still_one_line_of_json(client: httpx.AsyncClient) -> None:
    response = await client.post(
        "/api/v1/runs", json={"snippet": "sample/hello"}, headers={"Accept": "text/event-stream"}
    )
    messages = [message for message in re.split(r"(?:\r\n|\n|\r){2}", response.text) if message]
    kinds = []
    for message in messages:
        fields = [line.partition(": ")[::2] for line in re.split(r"\r\n|\n|\r", message)]
        assert [name for name, _ in fields] == ["event", "data", "id"]
        event = json.loads(dict(fields)["data"])
        assert event["kind"] == dict(fields)["event"]
        kinds.append(event["kind"])
    assert (kinds[0], kinds[-1], kinds.count("done")) == ("queued", "done", 1)


@pytest.mark.parametrize("path", ["/en/notes/sample/runs", "/zh/notes/sample/runs"])
async def test_values_that_no_display_makes_are_shown_as_text_or_not_at_all(
    client: httpx.AsyncClient, path: str
) -> None:
    for headers in ({}, {"HX-Request": "true", "Accept": "text/html, text/event-stream"}):
        response = await client.post(path, data={"snippet": "checks"}, headers=headers)
        assert response.status_code == 200
        assert MARK in response.text
    response = await client.post("/api/v1/runs", json={"snippet": "sample/checks"})
    assert response.status_code == 200
    assert response.json()["stdout"] == f"{MARK}\n"
