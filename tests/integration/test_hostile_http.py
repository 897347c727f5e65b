"""Requests that no browser sends, over a real socket: paths, names, hosts, headers, methods and redirects."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from app.notes.models import LANGS
from tests.fakes import FakeEngine
from tests.raw import Answer, ask, assert_guarded, post, request
from tests.web import make_app, serving, write_notes

EVIL = "evil.test"
FORM = "application/x-www-form-urlencoded"
RUNS = "/en/notes/sample/runs"
HERE = "http://notes.test/en/somewhere"


@pytest.fixture(scope="module")
def shared() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def engine(shared: FakeEngine) -> FakeEngine:
    """The engine behind ``url``, as if nothing had been asked of it yet."""
    shared.requests.clear()
    return shared


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_notes(tmp_path_factory.mktemp("hostile") / "notes")


@pytest.fixture(scope="module")
async def url(notes: Path, shared: FakeEngine) -> AsyncIterator[str]:
    async with serving(make_app(notes, shared, public_url="")) as address:
        yield address


def assert_stays_here(got: Answer) -> None:
    """A redirect leads to a page of ours, in every browser's reading."""
    location = got.headers.get("location")
    if location is None:
        return
    assert not re.search(r"[\\\x00-\x20\x7f]", location)
    assert urlsplit(urljoin(HERE, location)).netloc == "notes.test", location


@pytest.mark.parametrize(
    "target",
    [
        "/static/../app/settings.py",
        "/static/%2e%2e/app/settings.py",
        "/static/%2e%2e%2fapp%2fsettings.py",
        "/static/%252e%252e/app/settings.py",
        "/static/..%5capp%5csettings.py",
        "/static/..\\app\\settings.py",
        "/static/css/..%2f..%2fpyproject.toml",
        "/static//etc/passwd",
        "/static/%2fetc/passwd",
        "/static/..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/static/%c0%ae%c0%ae/pyproject.toml",
        "/static/%00",
        "/static/css/base.css%00.png",
        "/static/css/base.css%0a",
        "/static",
        "/static/",
        "/static/css",
        "/static/css/",
        "/static/" + "a" * 5000,
        "/static/" + "a/" * 3000,
        "/en/notes/..%2f..%2fpyproject.toml",
        "/en/notes/%2e%2e",
        "/en/notes/..",
        "/en/notes/sample%00",
        "/en/notes/sample%2fhello",
        "/en/notes/" + "a" * 5000,
        "/api/v1/notes/..%2fsample",
        "/api/v1/notes/%00",
        "/api/v1/notes/%ff%fe",
        "//etc/passwd",
        "http://evil.test/etc/passwd",
        "/en/../../etc/passwd",
        "/..%2f/etc/passwd",
        "/xx/",
        "/%ed%a0%80/",
        "*",
    ],
)
async def test_a_path_leads_to_our_pages_and_files_or_nowhere(url: str, target: str) -> None:
    got = await ask(url, request("GET", target))
    assert got.status in {400, 404}, got
    assert_guarded(got)
    for secret in ("root:", "[project]", "class Settings"):
        assert secret not in got.text


@pytest.mark.parametrize(
    "name",
    ["..%2f..%2fpyproject", "hello.py", "hello%00", "sample%2fhello", "%2e%2e", "", "%ff", "hello%0a", "a" * 5000],
)
async def test_a_snippet_is_one_of_its_notes_or_none(url: str, engine: FakeEngine, name: str) -> None:
    form = await ask(url, post(RUNS, f"snippet={name}".encode(), kind=FORM))
    assert form.status in {404, 422}
    assert_guarded(form)
    assert engine.requests == []


@pytest.mark.parametrize(
    "key", ["../sample/hello", "sample/../sample/hello", "sample/hello\\u0000", "/", "sample//hello"]
)
async def test_a_key_is_that_of_a_snippet_or_none(url: str, engine: FakeEngine, key: str) -> None:
    got = await ask(url, post("/api/v1/runs", f'{{"snippet": "{key}"}}'.encode()))
    assert got.status == 422
    assert_guarded(got)
    assert engine.requests == []


HOSTS = [EVIL, f'{EVIL}"><script>', "[", "[::1", f"{EVIL}:99999", f"{EVIL}:x", f"user@{EVIL}", f"notes.test@{EVIL}", ""]
FORWARDED = (
    f"X-Forwarded-Host: {EVIL}",
    f"Forwarded: for=1.2.3.4;host={EVIL};proto=https",
    "X-Forwarded-Proto: https",
    "X-Forwarded-Prefix: //" + EVIL,
    "X-Original-URL: //" + EVIL,
    "X-Rewrite-URL: //" + EVIL,
)


@pytest.mark.parametrize("target", ["/", "/en", "/en/", "/zh/notes/sample", RUNS, "/en/about", "/docs", "/en/nothing"])
@pytest.mark.parametrize("host", HOSTS)
async def test_what_a_client_says_of_the_host_is_in_no_answer(url: str, host: str, target: str) -> None:
    got = await ask(url, request("GET", target, *FORWARDED, host=host))
    assert_guarded(got)
    assert_stays_here(got)
    assert EVIL.encode() not in got.raw
    assert got.status == 400 or b"https:" not in got.raw.replace(b"https://docs", b"")


@pytest.mark.parametrize("lang", LANGS)
async def test_addresses_of_a_page_are_relative_or_at_the_public_one(notes: Path, url: str, lang: str) -> None:
    asked = request("GET", f"/{lang}/notes/sample?view=both", host=EVIL)
    relative = await ask(url, asked)
    assert f'<link rel="canonical" href="/{lang}/notes/sample">' in relative.text
    assert 'hreflang="zh-Hans" href="/zh/notes/sample"' in relative.text
    async with serving(make_app(notes, public_url="https://notes.example/")) as known:
        absolute = await ask(known, asked)
    assert f'<link rel="canonical" href="https://notes.example/{lang}/notes/sample">' in absolute.text
    assert 'hreflang="en" href="https://notes.example/en/notes/sample"' in absolute.text


@pytest.mark.parametrize(
    "target",
    ["//evil.test", "//evil.test/en", "/%5cevil.test/notes/x/runs", "/%2f/evil.test/notes/x/runs", "/en%2f/evil.test/"],
)
async def test_no_address_leads_away(url: str, target: str) -> None:
    got = await ask(url, request("GET", target))
    assert_guarded(got)
    assert_stays_here(got)


@pytest.mark.parametrize(
    "back",
    [
        "//evil.test",
        "/%5cevil.test",
        "/%09/evil.test",
        "/%0d%0a/evil.test",
        "%09//evil.test",
        "%20//evil.test",
        "https://evil.test/",
        "javascript:alert(1)",
        "%5c%5cevil.test",
        "/..//evil.test",
        "evil.test",
        "/en/%0d%0aX-Owned:%201%0d%0a%0d%0aowned",
        "/en/%0aSet-Cookie:%20owned=1",
        "/en/%e5%98%8a%e5%98%8dX-Owned:1",
        "/%00",
    ],
)
async def test_the_way_back_from_the_theme_stays_here_and_splits_nothing(url: str, back: str) -> None:
    got = await ask(url, post("/theme", f"theme=dark%0d%0aX-Owned:1&back={back}".encode(), kind=FORM))
    assert got.status == 303
    assert_guarded(got)
    assert_stays_here(got)
    assert got.headers["set-cookie"].startswith("theme=auto;")


@pytest.mark.parametrize(
    "header",
    [
        "Cookie: lang=zh%0d%0aX-Owned:1; theme=dark%0d%0aX-Owned:1",
        'Cookie: lang="en\\015\\012X-Owned: 1"; theme="dark\\015\\012X-Owned: 1"',
        "Cookie: " + "a=b; " * 5000,
        "Cookie: =;;=;,,\x80\xff",
        "Accept-Language: " + "zh;q=nan," * 3000,
        "Accept-Language: zh;q=1e999, en;q=-1, \xff",
        "X-Request-ID: a%0d%0aX-Owned:1",
        "X-Request-ID: " + "a" * 5000,
        "Referer: http://[",
        "Referer: http://notes.test/zh/%0d%0aX-Owned:1",
        "Origin: http://[",
        "HX-Source: form#x-form\xff",
        "Range: bytes=0-0,1-1,-1",
        "If-None-Match: " + '"a",' * 3000,
        "If-Modified-Since: yesterday",
        "Accept-Encoding: gzip;q=nan, \xff",
        "Accept: " + "text/event-stream;" * 1000,
        "Expect: 100-continue",
        "Upgrade: websocket\r\nConnection: Upgrade",
        "Authorization: Basic =====",
    ],
    ids=lambda header: header[:24],
)
@pytest.mark.parametrize("target", ["/", "/en/notes/sample", "/static/css/base.css", "/api/v1/notes/none"])
async def test_odd_headers_change_nothing(url: str, header: str, target: str) -> None:
    assert_guarded(await ask(url, request("GET", target, header)))


@pytest.mark.parametrize(
    "header", ["Origin: http://[", "Origin: null", "Origin: http://notes.test:1", "Sec-Fetch-Site: x"]
)
async def test_a_strange_origin_is_another_site(url: str, engine: FakeEngine, header: str) -> None:
    got = await ask(url, post("/api/v1/runs", b'{"code": "x"}', header))
    assert got.status == 403
    assert_guarded(got)
    assert engine.requests == []


async def test_a_name_that_was_made_to_lead_here_is_not_ours(url: str, notes: Path, engine: FakeEngine) -> None:
    """DNS rebinding: to the browser the attacker's page and this service are one origin."""
    body = b'{"code": "x"}'

    def rebound(host: str, *more: str) -> bytes:
        return post("/api/v1/runs", body, f"Origin: http://{host}", *more).replace(
            b"notes.test\r\n", host.encode() + b"\r\n", 1
        )

    for more in ((), ("Sec-Fetch-Site: same-origin",)):
        assert (await ask(url, rebound(EVIL, *more))).status == 403
        for host in ("localhost:8000", "127.0.0.1", "[::1]:8000"):
            assert (await ask(url, rebound(host, *more))).status == 200
    assert (await ask(url, post("/api/v1/runs", body))).status == 200  # a program says no origin
    for known in ({"public_url": f"https://{EVIL}"}, {"trusted_proxies": "10.0.0.1"}, {"host": "192.0.2.1"}):
        async with serving(make_app(notes, engine, **{"public_url": "", **known})) as other:
            assert (await ask(other, rebound(EVIL, "Sec-Fetch-Site: same-origin"))).status == 200


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "PUT", "PATCH", "CONNECT", "PROPFIND", "get", "X" * 200])
@pytest.mark.parametrize("target", ["/en/", "/api/v1/runs", "/static/css/base.css", "/theme", "/healthz"])
async def test_other_methods_are_refused_and_nothing_is_echoed(url: str, method: str, target: str) -> None:
    got = await ask(url, request(method, target, "X-Secret: echo-me", "Origin: http://notes.test"))
    assert got.status in {403, 405}
    assert_guarded(got)
    assert b"echo-me" not in got.raw


async def test_made_up_methods_are_counted_as_one(url: str) -> None:
    for number in range(20):
        await ask(url, request(f"M{number}", "/en/"))
    metrics = (await ask(url, request("GET", "/metrics"))).text
    assert 'method="other"' in metrics
    assert 'method="M1' not in metrics


async def test_head_has_no_body(url: str) -> None:
    got = await ask(url, request("HEAD", "/en/notes/sample"))
    assert (got.status, got.body) == (200, b"")
    assert_guarded(got)


async def test_the_addresses_of_an_ipv6_network_are_one_client(notes: Path) -> None:
    asked = FakeEngine()
    async with serving(make_app(notes, asked, trusted_proxies="127.0.0.1")) as url:
        for address in ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1", "unknown"):
            await ask(url, post("/api/v1/runs", b'{"code": "x"}', f"X-Forwarded-For: {address}"))
    first, second, third, odd = (one.client for one in asked.requests)
    assert first == second == "2001:db8:1:2::/64"
    assert third != first
    assert odd == "unknown"


@pytest.mark.parametrize("trusted", ["", "127.0.0.1", "10.0.0.1"])
async def test_a_forwarded_address_is_believed_from_a_trusted_proxy_only(
    notes: Path, engine: FakeEngine, trusted: str
) -> None:
    told = ("X-Forwarded-For: 203.0.113.9, 198.51.100.7", "Forwarded: for=203.0.113.1", "X-Real-IP: 203.0.113.2")
    async with serving(make_app(notes, engine, trusted_proxies=trusted)) as url:
        assert (await ask(url, post("/api/v1/runs", b'{"code": "x"}', *told))).status == 200
    (asked,) = engine.requests
    assert asked.client == ("198.51.100.7" if trusted == "127.0.0.1" else "127.0.0.1")
