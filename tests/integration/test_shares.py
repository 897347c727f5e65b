"""Sharing over HTTP: links by content, their pages and files, frames for other sites, and what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import nbformat
import pytest

from app.shares.models import Content
from app.web.policy import CSP
from tests.fakes import FakeEngine, say
from tests.web import ORIGIN, in_process, make_app, serving, write_notes

RUNS = "/api/v1/runs"
SHARES = "/api/v1/shares"
CODE = "import torch\nx = torch.ones(2)\nx\nprint('你好')\n1 / 0\n"
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
SHOWN = say(
    ("value", 3, {"data": {"text/plain": "tensor([1., 1.])"}}),
    ("stdout", 4, {"text": "你"}),
    ("stdout", 4, {"text": "好\n"}),
    ("figure", 4, {"data": {"image/png": PNG}, "width": 1, "height": 1, "alt": "a dot"}),
    ("error", 5, {"type": "ZeroDivisionError", "message": "division by zero", "frames": [],
                  "traceback": "Traceback (most recent call last):\nZeroDivisionError: division by zero\n"}),
    ("variables", None, {"variables": [{"name": "x", "kind": "tensor", "dtype": "torch.float32", "shape": [2]}]}),
    status="error",
)  # fmt: skip


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine(script=SHOWN)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


@pytest.fixture
async def client(notes: Path, engine: FakeEngine) -> AsyncIterator[httpx.AsyncClient]:
    async with in_process(make_app(notes, engine)) as opened:
        yield opened


async def run(client: httpx.AsyncClient, **body: Any) -> str:
    return str((await client.post(RUNS, json={"code": CODE, **body})).json()["id"])


async def share(client: httpx.AsyncClient, **body: Any) -> dict[str, Any]:
    response = await client.post(SHARES, json={"code": CODE, **body})
    assert response.status_code == 201, response.text
    document: dict[str, Any] = response.json()
    return document


def read_book(text: str) -> Any:
    """A notebook that is valid."""
    book = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(book)
    return book


# -- the API -----------------------------------------------------------------------------------------------------------


async def test_a_share_is_found_under_its_id_with_what_was_computed_here(client: httpx.AsyncClient) -> None:
    made = await share(client, title="A title", result=await run(client))
    assert made["url"] == f"{ORIGIN}/en/p/{made['id']}"
    assert made["embed"] == f"{ORIGIN}/embed/p/{made['id']}"
    assert (made["code"], made["title"], made["device"], made["seed"]) == (CODE, "A title", "cpu", None)
    result = made["result"]
    assert (result["torch"], result["device"], result["device_name"], result["status"]) == (
        "2.13.0", "cpu", "CPU", "error",
    )  # fmt: skip
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", result["date"])
    assert [event["kind"] for event in result["events"]] == [
        "started", "value", "stdout", "stdout", "figure", "error", "done",
    ]  # fmt: skip
    assert result["variables"][0]["name"] == "x"
    assert (await client.get(f"{SHARES}/{made['id']}")).json() == made


async def test_a_result_is_never_the_clients_to_say(client: httpx.AsyncClient) -> None:
    """Not the result of another program, nor one that was made up, nor of a run that is not known here."""
    other = await run(client, code="print('I was never shared')")
    for claimed in (other, "run-999", "x" * 100):
        assert (await share(client, result=claimed))["result"] is None
    for invented in ({"status": "ok", "stdout": "1"}, ["x"], 1):
        response = await client.post(SHARES, json={"code": CODE, "result": invented})
        assert response.status_code == 422
    response = await client.post(SHARES, json={"code": CODE, "events": []})
    assert response.status_code == 422


async def test_a_snippet_is_shared_as_its_reader_sees_it(client: httpx.AsyncClient) -> None:
    made = (await client.post(SHARES, json={"snippet": "sample/hello", "lang": "zh"})).json()
    assert made["code"].startswith("# 打招呼\nprint")
    assert (made["title"], made["lang"], made["url"]) == ("你好", "zh", f"{ORIGIN}/zh/p/{made['id']}")
    seeded = (await client.post(SHARES, json={"snippet": "sample/checks"})).json()
    assert seeded["seed"] == 11
    response = await client.post(SHARES, json={"snippet": "sample/none"})
    assert (response.status_code, response.headers["content-type"]) == (422, "application/problem+json")


async def test_the_same_program_has_the_same_link_on_two_servers(tmp_path: Path) -> None:
    """Two services, each with its own store and notes, over real sockets."""
    one = make_app(write_notes(tmp_path / "one" / "notes"), FakeEngine(script=SHOWN))
    other = make_app(write_notes(tmp_path / "other" / "notes"), public_url="")
    body = {"code": CODE.replace("\n", "\r\n"), "device": "cpu", "runtime": "2.13.0+cpu", "title": "同一个", "seed": 7}
    ids = set()
    async with serving(one) as first, serving(other) as second, httpx.AsyncClient() as client:
        for server, changes in ((first, {}), (second, {"code": CODE + "\n", "runtime": "2.13.0+cu126", "lang": "zh"})):
            response = await client.post(server + SHARES, json={**body, **changes})
            assert response.status_code == 201, response.text
            ids.add(response.json()["id"])
        (ident,) = ids
        for server in (first, second):
            for lang in ("en", "zh"):
                assert "同一个" in (await client.get(f"{server}/{lang}/p/{ident}")).text
    assert ident == Content.of(CODE, runtime="2.13.0", title="同一个", seed=7).id


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"code": "x" * 3000}, 413),
        ({"code": " "}, 422),
        ({"code": "a\0"}, 422),
        ({"code": "x", "device": "tpu"}, 422),
        ({"code": "x", "seed": -1}, 422),
        ({"code": "x", "title": "t" * 1000}, 422),
        ({"code": "x", "runtime": "2.13; drop"}, 422),
        ({"code": "x", "snippet": "sample/hello"}, 422),
        ({}, 422),
    ],
)
async def test_what_is_refused(notes: Path, body: dict[str, Any], status: int) -> None:
    async with in_process(make_app(notes, code_bytes=2048)) as client:
        response = await client.post(SHARES, json=body)
        assert response.status_code == status
        assert response.headers["content-type"] == "application/problem+json"
        assert response.json()["detail"]


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_too_many_too_much_and_unreachable_are_said(notes: Path, lang: str) -> None:
    headers = {"Accept-Language": lang}
    async with in_process(make_app(notes, shares_per_hour=1)) as client:
        await share(client)
        response = await client.post(SHARES, json={"code": "another"}, headers=headers)
        assert response.status_code == 429
        assert 0 < int(response.headers["retry-after"]) <= 3600
        assert ("链接" if lang == "zh" else "links") in response.json()["detail"]
    async with in_process(make_app(notes, shares_bytes=100)) as client:
        response = await client.post(SHARES, json={"code": "another"}, headers=headers)
        assert response.status_code == 507
        assert response.json()["type"] == f"/{lang}/about#problem-shares-full"
    blocked = notes / "file"
    blocked.write_text("", "utf-8")
    async with in_process(make_app(notes, shares_url=f"sqlite:///{blocked / 'x'}")) as client:
        for response in (await client.get(f"{SHARES}/{'a' * 20}"), await client.post(SHARES, json={"code": "x"})):
            assert response.status_code == 503
            assert int(response.headers["retry-after"]) > 0
        assert (await client.get(f"/{lang}/p/{'a' * 20}")).status_code == 503
        assert (await client.get(f"/{lang}/")).status_code == 200  # the rest goes on


async def test_another_site_can_not_make_a_reader_share(client: httpx.AsyncClient) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Origin": "https://elsewhere.test"}
    assert (await client.post(SHARES, json={"code": CODE}, headers=headers)).status_code == 403
    assert (await client.post("/en/playground/share", data={"code": CODE}, headers=headers)).status_code == 403
    assert (await client.get(f"{SHARES}/{Content.of(CODE).id}")).status_code == 404


# -- the page ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "said", "recorded"), [("en", "as it was stored", "recorded"), ("zh", "原样", "存档")])
async def test_a_page_shows_the_stored_result_as_stored_and_runs_nothing(
    client: httpx.AsyncClient, engine: FakeEngine, lang: str, said: str, recorded: str
) -> None:
    made = await share(client, title="<b>bold</b>", result=await run(client))
    runs = len(engine.requests)
    response = await client.get(f"/{lang}/p/{made['id']}")
    assert response.status_code == 200
    assert len(engine.requests) == runs
    assert response.headers["x-robots-tag"] == "noindex"
    text = response.text
    assert '<meta name="robots" content="noindex">' in text
    assert '<link rel="canonical"' not in text
    assert said in text
    assert recorded in text
    assert "tensor([1., 1.])" in text
    assert "ZeroDivisionError" in text
    assert "2.13.0" in text
    assert made["result"]["date"][:10] in text
    assert "&lt;b&gt;bold&lt;/b&gt;" in text
    assert "<b>bold</b>" not in text
    assert f'action="/{lang}/p/{made["id"]}/runs#p--{made["id"]}"' in text
    assert f"/{lang}/playground?snippet=p/{made['id']}" in text


async def test_run_on_the_page_runs_what_was_shared_as_it_was_shared(
    client: httpx.AsyncClient, engine: FakeEngine
) -> None:
    made = await share(client, seed=2**60, runtime="2.13.0", title="T")
    response = await client.post(f"/en/p/{made['id']}/runs", data={"title": "T", "device": "cpu"})
    assert response.status_code == 200
    asked = engine.requests[-1]
    assert (asked.code, asked.seed, asked.device, asked.snippet) == (CODE, 2**60, "cpu", None)
    assert 'class="stamp live"' in response.text
    streamed = await client.post(f"/en/p/{made['id']}/runs", headers={"HX-Request": "true"})
    assert streamed.headers["content-type"].startswith("text/event-stream")
    assert f'hx-target="#p--{made["id"]}-sheet"' in streamed.text
    await client.post(f"/en/p/{made['id']}/runs", data={"code": "print(2)", "seed": "3"})
    assert (engine.requests[-1].code, engine.requests[-1].seed) == ("print(2)", 3)
    again = await client.get(f"/en/p/{made['id']}/runs")
    assert (again.status_code, again.headers["location"]) == (303, f"/en/p/{made['id']}")


async def test_a_torch_that_is_not_served_here_is_left_to_the_service(
    client: httpx.AsyncClient, engine: FakeEngine
) -> None:
    made = await share(client, runtime="1.13.1")
    assert (await client.post(f"/en/p/{made['id']}/runs")).status_code == 200
    assert engine.requests[-1].runtime is None


async def test_a_share_opens_in_the_playground_and_runs_only_when_asked(
    client: httpx.AsyncClient, engine: FakeEngine
) -> None:
    made = await share(client, title="Opened", seed=5)
    text = (await client.get(f"/en/playground?snippet=p/{made['id']}")).text
    assert "x = torch.ones(2)" in text
    assert "Opened" in text
    assert re.search(r'name="seed"[^>]*value="5"', text)
    assert engine.requests == []
    assert (await client.get(f"/en/playground?snippet=p/{'a' * 20}")).status_code == 404


@pytest.mark.parametrize(
    "path", ["/en/p/{}", "/zh/p/{}", "/en/p/{}.py", "/en/p/{}.ipynb", "/embed/p/{}", SHARES + "/{}"]
)
@pytest.mark.parametrize("ident", ["a" * 20, "A" * 20, "x", "..%2f..", "%00"])
async def test_there_is_nothing_under_another_id(client: httpx.AsyncClient, path: str, ident: str) -> None:
    assert (await client.get(path.format(ident))).status_code == 404


# -- without scripts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_the_form_shares_what_was_typed_and_the_run_that_was_made(client: httpx.AsyncClient, lang: str) -> None:
    ran = await client.post(f"/{lang}/playground", data={"code": CODE})
    page = unescape(ran.text)
    found = re.search(r'<input type="hidden" name="result" value="([^"]+)" form="playground--main-form">', page)
    assert found
    assert f'formaction="/{lang}/playground/share' in page
    form = {"code": CODE.replace("\n", "\r\n"), "title": "Typed", "seed": "", "device": "", "result": found[1]}
    response = await client.post(f"/{lang}/playground/share", data=form)
    assert response.status_code == 303
    assert response.headers["location"] == f"/{lang}/p/{Content.of(CODE, title='Typed').id}"
    assert "ZeroDivisionError" in (await client.get(response.headers["location"])).text


async def test_the_form_of_a_notes_card_shares_its_snippet(client: httpx.AsyncClient) -> None:
    page = unescape((await client.get("/zh/notes/sample")).text)
    action = re.search(r'form="sample--checks-form" formaction="([^"]+)"', page)
    assert action
    response = await client.post(action[1], data={"snippet": "checks"})
    assert response.status_code == 303
    assert "检验" in (await client.get(response.headers["location"])).text
    for empty in (
        await client.post("/zh/playground/share", data={"code": " "}),
        await client.post(SHARES, json={"code": "\n"}, headers={"Accept-Language": "zh"}),
    ):
        assert empty.status_code == 422
        assert "没有可分享的代码" in empty.text


async def test_a_run_of_a_notes_own_code_can_be_shared_with_its_result(client: httpx.AsyncClient) -> None:
    ran = unescape((await client.post("/en/notes/sample/runs", data={"snippet": "hello"})).text)
    found = re.search(r'name="result" value="([^"]+)" form="sample--hello-form"', ran)
    assert found
    made = (await client.post(SHARES, json={"snippet": "sample/hello", "result": found[1]})).json()
    assert made["result"]["status"] == "error"


# -- files -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_a_python_file_says_where_it_comes_from_and_is_python(client: httpx.AsyncClient, lang: str) -> None:
    made = await share(client, title="标题 \u2028 second", runtime="2.13.0", result=await run(client))
    response = await client.get(f"/{lang}/p/{made['id']}.py")
    assert response.headers["content-type"] == "text/x-python; charset=utf-8"
    assert response.headers["content-disposition"] == f"attachment; filename*=utf-8''{made['id']}.py"
    text = response.text
    assert text.endswith("\n\n" + CODE)
    header = text.removesuffix("\n\n" + CODE)
    assert all(line.startswith("#") for line in header.splitlines())
    assert f"{ORIGIN}/{lang}/p/{made['id']}" in header
    assert "torch 2.13.0 · CPU · " in header
    assert '# dependencies = ["torch==2.13.0"]' in header
    compile(text, "shared.py", "exec")


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_a_notebook_is_valid_and_has_the_outputs_as_stored(client: httpx.AsyncClient, lang: str) -> None:
    made = await share(client, title="A *title*", result=await run(client))
    response = await client.get(f"/{lang}/p/{made['id']}.ipynb")
    book = read_book(response.text)
    head, *cells = book.cells
    assert head.cell_type == "markdown"
    assert "A \\*title\\*" in head.source
    assert "\n".join(cell.source for cell in cells) + "\n" == CODE
    outputs = [[output.output_type for output in cell.outputs] for cell in cells]
    assert outputs == [["execute_result"], ["stream", "display_data"], ["error"]]
    assert cells[0].outputs[0].data["text/plain"] == "tensor([1., 1.])"
    assert cells[1].outputs[0].text == "你好\n"
    assert cells[1].outputs[1].data["image/png"] == PNG
    assert cells[2].outputs[0].ename == "ZeroDivisionError"
    assert cells[2].metadata.tags == ["raises-exception"]
    assert made["result"]["date"][:10] in book.metadata.fieldnotes.result


async def test_a_notebook_without_a_result_parts_where_jupyter_would_hide_a_value(client: httpx.AsyncClient) -> None:
    code = "import torch\nx = f(2)\nx\nx.sum()\nif x:\n    y = 1\n@f\ndef g(): pass\nz = f(a=1)\nf(a=1)\nlast = 3\n"
    made = await share(client, code=code)
    book = read_book((await client.get(f"/en/p/{made['id']}.ipynb")).text)
    assert [cell.source.split("\n")[-1] for cell in book.cells[1:]] == ["x", "x.sum()", "f(a=1)", "last = 3"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in book.cells[1:])


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_a_notes_snippet_is_exported_with_what_was_recorded(
    client: httpx.AsyncClient, notes: Path, lang: str
) -> None:
    events = [{"kind": "stdout", "line": line, "text": "hello\n"} for line in (7, 9)]
    document = {"torch": "2.13.0+cpu", "device": "cpu", "device_name": "CPU", "date": "2026-01-02",
                "result": {"events": events, "variables": [], "seed": 3}}  # fmt: skip
    (notes / "sample" / "hello.cpu.json").write_text(json.dumps(document), "utf-8")
    script = await client.get(f"/{lang}/notes/sample/hello.py")
    assert script.text.startswith(
        f"# {'Hello' if lang == 'en' else '你好'}\n# {ORIGIN}/{lang}/notes/sample#sample--hello\n"
    )
    assert "torch 2.13.0+cpu · CPU · 2026-01-02" in script.text
    assert ("# greet" if lang == "en" else "# 打招呼") in script.text
    assert ("打招呼" if lang == "en" else "greet") not in script.text
    assert "sample-hello.py" in script.headers["content-disposition"]
    book = read_book((await client.get(f"/{lang}/notes/sample/hello.ipynb")).text)
    assert [cell.outputs[0].text for cell in book.cells[1:]] == ["hello\n", "hello\n"]
    for missing in ("sample/none.py", "none/hello.ipynb"):
        assert (await client.get(f"/{lang}/notes/{missing}")).status_code == 404


async def test_every_snippet_of_the_notes_can_be_exported() -> None:
    """The real notes: valid notebooks whose cells, put together, are the snippet."""
    from app.main import create_app
    from app.settings import Settings

    app = create_app(Settings(), engine=FakeEngine())
    async with in_process(app) as client:
        for snippet in app.state.services.library.snippets():
            address = f"/en/notes/{snippet.note}/{snippet.name}"
            book = read_book((await client.get(f"{address}.ipynb")).text)
            together = "\n".join(cell.source for cell in book.cells[1:])
            assert together.split() == snippet.view("en").code.split(), address
            compile((await client.get(f"{address}.py")).text, address, "exec", dont_inherit=True)


# -- frames for other sites --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_an_embedded_page_may_be_framed_and_knows_no_cookies(client: httpx.AsyncClient, lang: str) -> None:
    made = await share(client, result=await run(client))
    for path, back in (
        (f"/embed/p/{made['id']}", f"/{lang}/p/{made['id']}"),
        ("/embed/sample/hello", f"/{lang}/notes/sample#sample--hello"),
    ):
        headers = {"Cookie": f"lang={'en' if lang == 'zh' else 'zh'}; theme=dark"}
        response = await client.get(path, params={"lang": lang, "theme": "light"}, headers=headers)
        assert response.status_code == 200
        assert "set-cookie" not in response.headers
        policy = response.headers["content-security-policy"]
        assert "frame-ancestors *" in policy
        assert policy.replace("frame-ancestors *", "frame-ancestors 'none'") == "; ".join(
            f"{n} {v}" for n, v in CSP.items()
        )
        assert response.headers["x-robots-tag"] == "noindex"
        text = response.text
        assert f'<html lang="{"zh-Hans" if lang == "zh" else "en"}" data-theme="light">' in text
        assert f'<a href="{back}">' in text
        assert '<base target="_blank">' in text  # our other pages refuse to be framed
        assert re.search(r'<form [^>]*target="_self"', text)
        assert not re.search(r'data-share|data-edit|action="/theme"|<style|style=', text)
        action = re.search(r'<form [^>]*action="([^"#]+)#', text)
        assert action
        ran = await client.post(unescape(action[1]), headers={"Sec-Fetch-Site": "same-origin"})
        assert ran.status_code == 200
        assert 'class="stamp live"' in ran.text
        assert "frame-ancestors *" in ran.headers["content-security-policy"]
        assert "set-cookie" not in ran.headers
        foreign = await client.post(unescape(action[1]), headers={"Sec-Fetch-Site": "cross-site"})
        assert foreign.status_code == 403
    assert "frame-ancestors 'none'" in (await client.get(f"/en/p/{made['id']}")).headers["content-security-policy"]


async def test_an_embedded_page_takes_its_language_from_the_browser_where_none_is_asked_for(
    client: httpx.AsyncClient,
) -> None:
    text = (await client.get("/embed/sample/hello", headers={"Accept-Language": "zh-CN"})).text
    assert '<html lang="zh-Hans">' in text
    assert (await client.get("/embed/sample/none")).status_code == 404


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_oembed_answers_for_what_the_pages_announce(client: httpx.AsyncClient, lang: str) -> None:
    made = await share(client, title='Quoted "title" <b>')
    for path, embedded in (
        (f"/{lang}/p/{made['id']}", f"/embed/p/{made['id']}"),
        (f"/{lang}/notes/sample", "/embed/sample/hello"),
    ):
        page = unescape((await client.get(path)).text)
        link = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', page)
        assert link
        response = await client.get(link[1])
        document = response.json()
        assert (document["version"], document["type"]) == ("1.0", "rich")
        frame = re.fullmatch(
            r'<iframe src="([^"]+)" title="([^"]*)" width="720" height="480" [^<>]*></iframe>', document["html"]
        )
        assert frame
        assert unescape(frame[1]) == f"{ORIGIN}{embedded}?lang={lang}"
        assert response.headers["access-control-allow-origin"] == "*"
        assert (await client.get(frame[1].removeprefix(ORIGIN))).status_code == 200


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("url=/en/notes/sample%23sample--checks", 200),
        ("url=/embed/sample/checks?lang=zh&maxwidth=300&maxheight=200", 200),
        ("url=https://elsewhere.test/en/notes/sample", 404),
        ("url=/en/notes/none", 404),
        ("url=/en/claims", 404),
        ("url=//[", 404),
        ("url=/en/notes/sample&format=xml", 501),
        ("", 422),
    ],
)
async def test_what_oembed_answers_for(client: httpx.AsyncClient, query: str, status: int) -> None:
    response = await client.get(f"/oembed?{query}")
    assert response.status_code == status
    if status == 200:
        document = response.json()
        assert "/embed/sample/checks" in document["html"]
        assert (document["width"], document["height"]) == ((300, 200) if "maxwidth" in query else (720, 480))


async def test_a_forged_host_is_in_no_link(client: httpx.AsyncClient) -> None:
    made = await share(client)
    for path in (
        f"/en/p/{made['id']}",
        f"/oembed?url=/en/p/{made['id']}",
        f"/embed/p/{made['id']}",
        f"{SHARES}/{made['id']}",
    ):
        response = await client.get(path, headers={"Host": "owned.test", "X-Forwarded-Host": "owned.test"})
        assert "owned" not in response.text
