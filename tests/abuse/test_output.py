"""Output: how much, which bytes, in which order, as pictures, as values, as markup."""

from __future__ import annotations

import base64
import json
import struct
from typing import Any

import pytest

from app.runs.local import LocalEngine
from app.runs.models import RunRequest, RunResult
from tests.abuse.conftest import attack, of, reason

LIMIT = 64 * 1024
EVENTS = 2000
PNG = b"\x89PNG\r\n\x1a\n"
SCRIPT = "<script>alert(1)</script>"


def texts(result: RunResult) -> list[tuple[str, str]]:
    return [(event["kind"], event["text"]) for event in result.events if event["kind"] in {"stdout", "stderr"}]


def images(result: RunResult) -> list[tuple[int, int]]:
    """Width and height of each figure, in pixels."""
    found = [base64.b64decode(figure["data"]["image/png"]) for figure in of(result, "figure")]
    assert all(image.startswith(PNG) for image in found)
    return [struct.unpack(">II", image[16:24]) for image in found]


# -- too much -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "flood",
    [
        "print('x' * 10_000_000)",
        "while True: print('x' * 79)",
        "import sys\nwhile True: sys.stderr.write('xé\\n' * 50)",
        "import os\nwhile True: os.write(1, b'x' * 65536)",
        (
            "import threading\n"
            "def go():\n    while True: print('x' * 99)\n"
            "for _ in range(4): threading.Thread(target=go).start()"
        ),
        "import os\nif os.fork(): os.wait()\nwhile True: print('x' * 99)",
        "import subprocess, sys\nsubprocess.run([sys.executable, '-Ic', 'while True: print(\"x\" * 99)'])",
        "'x' * 10_000_000\nwhile True: print('x' * 999)",
    ],
    ids=["one line", "many lines", "stderr", "raw bytes", "threads", "a fork", "a subprocess", "after a large value"],
)
async def test_a_flood_ends_at_the_limit_and_what_came_before_is_kept(engine: LocalEngine, flood: str) -> None:
    result = await attack(engine, f"print('kept')\n{flood}\n", timeout_s=10)
    assert (result.status, reason(result)) == ("output", "output")
    assert result.message == "Wrote more than 64 KiB of text, the limit. Print less; what came before is kept."
    assert result.stdout.startswith("kept\n")
    written = len(result.stdout.encode()) + len(result.stderr.encode())
    assert LIMIT - 3 <= written <= LIMIT, "no more than the limit, and no less than whole characters allow"
    assert [event["what"] for event in of(result, "truncated")] == ["output"]


async def test_a_flood_is_streamed_while_it_goes_on(engine: LocalEngine) -> None:
    code = "import time\nwhile True:\n    print('x' * 2000)\n    time.sleep(0.02)\n"
    times = [
        event.t_ms
        async for event in engine.run(RunRequest(code=code, client="test", timeout_s=10))
        if event.kind in {"stdout", "done"}
    ]
    assert len(times) > 20
    assert times[-1] - times[0] > 400, "pieces are handed on as they come, not at the end"


@pytest.mark.parametrize(
    "flood",
    [
        "import sys\nwhile True: sys.stdout.write('a'); sys.stderr.write('b')",
        "import os\nwhile True: os.write(1, b'a'); print('b', end='', file=__import__('sys').stderr)",
    ],
    ids=["printed", "raw and printed"],
)
async def test_a_flood_of_single_outputs_ends_at_the_limit_of_events(engine: LocalEngine, flood: str) -> None:
    result = await attack(engine, f"print('kept')\n{flood}\n", timeout_s=20)
    assert (result.status, reason(result)) == ("output", "events")
    assert f"more than {EVENTS} separate outputs" in result.message
    assert result.stdout.startswith("kept\na")
    assert EVENTS < len(texts(result)) <= 2 * EVENTS + 1


async def test_thousands_of_values_are_cut_and_then_end_the_run(engine: LocalEngine) -> None:
    result = await attack(engine, "print('kept')\n" + "0\n" * (3 * EVENTS), timeout_s=20)
    assert (result.status, reason(result)) == ("output", "events")
    assert result.stdout == "kept\n"
    assert len(of(result, "value")) == EVENTS
    assert [(event["what"], event["limit"]) for event in of(result, "truncated")] == [("events", EVENTS)]


# -- which bytes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "seen"),
    [
        ("print('a\\ud800\\udcffb')", "a\\ud800\\udcffb\n"),
        ("import os\nos.write(1, b'a\\xed\\xa0\\x80b\\n');", "a\ufffd\ufffd\ufffdb\n"),
        ("print('a\\0b')", "a\0b\n"),
        ("import sys\nsys.stdout.buffer.write(b'\\xff\\xfeok\\n');", "\ufffd\ufffdok\n"),
        ("import os\nos.write(1, b'\\xff\\xfeok\\n');", "\ufffd\ufffdok\n"),
        ("import os, time\nos.write(1, b'\\xe6\\xa2'); time.sleep(0.2); os.write(1, b'\\xaf\\n');", "梯\n"),
        ("import os\nos.write(1, b'ok\\n\\xe6\\xa2');", "ok\n\ufffd"),
        ("import sys\nsys.stdout.buffer.write(b'ok\\n\\xe6\\xa2');", "ok\n\ufffd"),
        ("print('\\x1b[2J\\x1b]0;title\\x07\\x1b[31mred\\r')", "\x1b[2J\x1b]0;title\x07\x1b[31mred\r\n"),
        ("print('\\u202e\\ufeff\\u2028x')", "\u202e\ufeff\u2028x\n"),
    ],
    ids=[
        *["surrogate", "raw surrogate", "NUL", "invalid", "raw invalid", "cut", "raw cut off", "cut off"],
        *["ANSI", "bidi"],
    ],
)
async def test_any_bytes_become_text_that_can_be_sent_on(engine: LocalEngine, code: str, seen: str) -> None:
    result = await attack(engine, code)
    assert result.status == "ok", result
    assert result.stdout == seen
    json.dumps(result.events, allow_nan=False, ensure_ascii=False).encode("utf-8")


async def test_lone_surrogates_anywhere_else_become_text_too(engine: LocalEngine) -> None:
    result = await attack(
        engine,
        "bad = '\\ud800'\n"
        "class R:\n    def __repr__(self): return bad\n    _repr_html_ = __repr__\n"
        "R()\n"
        "{bad: bad, 'k': 1}\n"
        "import matplotlib.pyplot as plt\n"
        "globals()[f'n{bad}'] = __import__('torch').ones(1)\n"
        "assert 1, bad\n"
        "raise Exception(bad)\n",
    )
    assert result.status == "error"
    assert result.error is not None
    assert result.error["message"] == "\ufffd\ufffd\ufffd"
    assert len(result.variables) == 2
    json.dumps(result.events, allow_nan=False, ensure_ascii=False).encode("utf-8")


# -- which order, and the last of it --------------------------------------------------------------------------


async def test_the_order_of_all_ways_to_write_is_kept(engine: LocalEngine) -> None:
    result = await attack(
        engine,
        "import os, subprocess, sys, threading\n"
        "print('1')\n"
        "os.write(2, b'2\\n');\n"
        "print('3', file=sys.stderr)\n"
        "subprocess.run([sys.executable, '-Ic', 'print(4)']);\n"
        "t = threading.Thread(target=print, args=('5',)); t.start(); t.join()\n"
        "sys.stderr.buffer.write(b'6\\n');\n"
        "os.write(1, b'7\\n');\n"
        "sys.__stdout__.write('8\\n');\n",
        timeout_s=10,
    )
    assert result.status == "ok"
    assert "".join(text for _, text in texts(result)).split() == list("12345678")
    assert [kind for kind, _ in texts(result)] == [
        *["stdout", "stderr", "stderr", "stdout", "stdout", "stderr", "stdout", "stdout"]
    ]


@pytest.mark.parametrize(
    ("end", "status"),
    [
        ("", "ok"),
        ("1 / 0", "error"),
        ("while True: pass", "timeout"),
        ("os._exit(0)", "crashed"),
        ("os.kill(os.getpid(), 9)", "crashed"),
        ("os.abort()", "crashed"),
        ("bytearray(1 << 40)", "memory"),
    ],
    ids=["ok", "error", "timeout", "exit", "kill", "abort", "memory"],
)
async def test_output_after_the_last_newline_is_kept(engine: LocalEngine, end: str, status: str) -> None:
    code = f"import os\nprint('printed', end='')\nos.write(1, b', raw');\nprint('', 'last', sep=', ', end='')\n{end}\n"
    result = await attack(engine, code, timeout_s=1)
    assert (result.status, result.stdout) == (status, "printed, raw, last")


# -- descriptors ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "status", "out", "err"),
    [
        ("os.close(1)\nprint('two')", "ok", "one\ntwo\n", ""),
        ("os.closerange(0, 3)\nprint('two')", "ok", "one\ntwo\n", ""),
        ("sys.stdout.close()\nprint('two')", "error", "one\n", ""),
        ("sys.stdout = None\nprint('two')", "ok", "one\n", ""),
        ("del sys.stdout\nprint('two')", "error", "one\n", ""),
        ("os.dup2(2, 1);\nos.write(1, b'two');", "ok", "one\n", "two"),
        ("os.dup2(os.open('/dev/null', 1), 1);\nos.write(1, b'two');\nprint('three')", "ok", "one\nthree\n", ""),
        ("os.closerange(0, 4096)\nprint('two')", "crashed", "one\n", ""),
        ("os.dup2(1, 240)\nprint('two')", "crashed", "one\n", ""),
        ("import socket\nsocket.socket(fileno=240).shutdown(2)\nprint('two')", "crashed", "one\n", ""),
        ("sys.stdout.detach();\nprint('two')", "error", "one\n", ""),
        ("import fcntl\nfcntl.fcntl(1, 4, os.O_NONBLOCK);\nos.write(1, b'two');", "ok", "one\ntwo", ""),
    ],
    ids=[
        *["close", "close all three", "stream", "None", "del", "dup2", "null", "every one", "over the line"],
        *["shut down the line", "detach", "nonblocking"],
    ],
)
async def test_what_a_program_does_to_its_stdout_is_its_own_loss(
    engine: LocalEngine, code: str, status: str, out: str, err: str
) -> None:
    result = await attack(engine, f"import os, sys\nprint('one')\n{code}\n")
    assert (result.status, result.stdout, result.stderr) == (status, out, err)
    assert reason(result) == ("channel" if status == "crashed" else "")


async def test_a_program_that_closes_its_line_and_lives_on_is_not_heard_and_ended(engine: LocalEngine) -> None:
    code = "import os, time\nprint('kept')\nif 1:\n    os.close(240)\n    time.sleep(30)\n"
    result = await attack(engine, code, timeout_s=20)
    assert (result.status, reason(result), result.stdout) == ("crashed", "channel", "kept\n")
    assert "line over which results are sent" in result.message
    assert of(result, "done")[0]["wall_ms"] < 10_000


# -- pictures ---------------------------------------------------------------------------------------------------

PYPLOT = "import matplotlib.pyplot as plt, warnings\nwarnings.simplefilter('ignore')\nprint('kept')\n"


async def test_a_figure_of_four_hundred_million_pixels_is_shown_small(engine: LocalEngine) -> None:
    result = await attack(
        engine, f"{PYPLOT}plt.figure(figsize=(200, 200), dpi=100);\nplt.plot([1, 2]);\nplt.show()\n", timeout_s=10
    )
    assert result.status == "ok"
    ((width, height),) = images(result)
    assert width * height <= 4_100_000
    assert "Reduced from 20,000 × 20,000 pixels" in of(result, "figure")[0]["alt"]
    assert result.peak_memory_bytes < 200 * 2**20


@pytest.mark.parametrize(
    "size", ["1e5, 1e5", "1e300, 1e300", "float('inf'), 1", "float('nan'), 1", "-5, 5", "0, 0", "1e-9, 1e9"]
)
async def test_a_figure_of_an_impossible_size_is_an_error_of_the_program(engine: LocalEngine, size: str) -> None:
    code = f"{PYPLOT}plt.figure(figsize=({size}));\nplt.plot([1, 2]);\nplt.show()\nprint('shown')\n"
    result = await attack(engine, code, timeout_s=10)
    assert result.status in {"ok", "error"}, result
    assert result.stdout.startswith("kept\n")
    if result.status == "error":
        assert result.error is not None
        assert len(result.error["message"]) < 2000
    assert all(width * height <= 4_100_000 for width, height in images(result))


@pytest.mark.parametrize(
    ("code", "statuses"),
    [
        ("for _ in range(10_000):\n    plt.figure(figsize=(.3, .3)); plt.show()\n", {"timeout", "output"}),
        ("for _ in range(10_000):\n    plt.figure(figsize=(.3, .3))\n", {"timeout", "memory", "output"}),
    ],
    ids=["shown", "left open"],
)
async def test_ten_thousand_figures_end_at_a_limit(engine: LocalEngine, code: str, statuses: set[str]) -> None:
    result = await attack(engine, PYPLOT + code, timeout_s=2)
    assert result.status in statuses
    assert result.message
    assert result.stdout == "kept\n"
    assert len(of(result, "figure")) <= EVENTS


async def test_figures_larger_than_a_run_may_show_are_left_out(engine: LocalEngine) -> None:
    result = await attack(
        engine,
        f"{PYPLOT}import numpy as np\n"
        "for _ in range(4):\n"
        "    f = plt.figure(figsize=(7, 7))\n"
        "    f.figimage(np.random.randint(0, 255, (1008, 1008, 3), dtype='uint8')); plt.show()\n"
        "print('after')\n",
        timeout_s=30,
    )
    assert (result.status, result.stdout) == ("ok", "kept\nafter\n"), result.error
    assert [event["what"] for event in of(result, "truncated")] == ["figures"]
    assert sum(len(figure["data"]["image/png"]) for figure in of(result, "figure")) <= 8 * 2**20


# -- values -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("def __repr__(self): raise ValueError('no')", "<R: repr raised ValueError: no>"),
        ("def __repr__(self): raise BaseException", "<R: repr raised BaseException>"),
        ("def __repr__(self): return 5", "<R: repr raised TypeError: __repr__ returned non-string (type int)>"),
        ("def __repr__(self): return repr([self])", "<R: repr raised RecursionError"),
        ("def __repr__(self): return 'm' * 2_000_000", "m" * 1000),
        ("__repr__ = None", "<R: repr raised TypeError"),
        ("__class__ = property(lambda self: 1 / 0)\n    def __repr__(self): return 'r'", "r"),
        ("def __getattribute__(self, name): raise SystemExit\n    def __repr__(self): return 'r'", "r"),
        ("def _repr_html_(self): return 'h' * 10_000_000\n    def __repr__(self): return 'r'", "r"),
        ("def _repr_png_(self): return b'GIF89a'\n    def __repr__(self): return 'r'", "r"),
        ("def _repr_html_(self): raise KeyError\n    def __repr__(self): return 'r'", "r"),
    ],
    ids=[
        *["raises", "raises anything", "no text", "calls itself", "megabytes", "none", "lies", "hides"],
        *["megabytes of HTML", "no PNG", "HTML raises"],
    ],
)
async def test_a_hostile_repr_is_told_as_text_and_the_program_goes_on(
    engine: LocalEngine, body: str, shown: str
) -> None:
    result = await attack(engine, f"class R:\n    {body}\nR()\nprint('after')\n")
    assert (result.status, result.stdout) == ("ok", "after\n"), result
    (value,) = of(result, "value")
    assert set(value["data"]) == {"text/plain"}
    assert value["data"]["text/plain"].startswith(shown)
    assert len(value["data"]["text/plain"]) < 21_000


async def test_a_repr_that_loops_ends_by_the_limit(engine: LocalEngine) -> None:
    code = "class R:\n    def __repr__(self):\n        while True: pass\nprint('kept')\nR()\n"
    result = await attack(engine, code, timeout_s=0.7)
    assert (result.status, result.stdout) == ("timeout", "kept\n")
    assert of(result, "done")[0]["line"] == 5


async def test_a_repr_that_floods_is_a_flood(engine: LocalEngine) -> None:
    code = "class R:\n    def __repr__(self):\n        while True: print('x' * 999)\nprint('kept')\nR()\n"
    result = await attack(engine, code, timeout_s=10)
    assert result.status == "output"
    assert result.stdout.startswith("kept\nxxx")


async def test_values_of_absurd_sizes_are_shown_in_part(engine: LocalEngine) -> None:
    result = await attack(
        engine,
        "import torch\n"
        "list(range(2_000_000))\n"
        "{i: i for i in range(300_000)}\n"
        "'x' * 5_000_000\n"
        "1 << 300_000;\n"
        "torch.empty(10 ** 12, device='meta')\n"
        "torch.zeros(1).expand(10 ** 12)\n"
        "a = []; a.append(a); a\n",
        timeout_s=10,
    )
    assert result.status == "ok", result.error
    values = [value["data"]["text/plain"] for value in of(result, "value")]
    assert len(values) == 6
    assert all(len(text) < 21_000 for text in values)


# -- markup -----------------------------------------------------------------------------------------------------


async def test_markup_is_data_wherever_it_stands(engine: LocalEngine) -> None:
    result = await attack(
        engine,
        f"s = {SCRIPT!r}\n"
        "import sys, torch\n"
        "print(s)\n"
        "print(s, file=sys.stderr)\n"
        "class R:\n"
        "    def __repr__(self): return s\n"
        "    def _repr_html_(self): return s\n"
        "    def _repr_svg_(self): return f'<svg onload=alert(1)>{s}</svg>'\n"
        "    def _repr_javascript_(self): return 'alert(1)'\n"
        "    def _repr_markdown_(self): return s\n"
        "    def _repr_mimebundle_(self, **_): return {'image/svg+xml': s, 'application/javascript': 'alert(1)'}\n"
        "R()\n"
        "{s: s, 'k': s}\n"
        "torch.nn.ModuleDict({'<img src=x>': torch.nn.Linear(1, 1)})\n"
        "import matplotlib.pyplot as plt\n"
        "plt.title(s); plt.show()\n"
        "globals()[s] = torch.ones(1)\n"
        "assert s == s, s\n"
        "raise type(s, (Exception,), {})(s)\n",
        timeout_s=10,
    )
    assert result.status == "error"
    assert result.stdout == result.stderr == f"{SCRIPT}\n"
    assert result.error is not None
    assert (result.error["type"], result.error["message"]) == (SCRIPT, SCRIPT)
    assert result.error["traceback"].endswith(f"{SCRIPT}: {SCRIPT}\n")
    assert SCRIPT in {variable["name"] for variable in result.variables}
    assert SCRIPT in of(result, "figure")[0]["alt"]
    bundles = [value["data"] for value in of(result, "value")]
    assert bundles[0] == {"text/plain": SCRIPT, "text/html": SCRIPT}
    table = bundles[1]["application/vnd.fieldnotes.table+json"]
    assert table["rows"] == [[SCRIPT, SCRIPT], ["k", SCRIPT]]
    assert known_types(bundles) <= {"text/plain", "text/html", "image/png"}


def known_types(bundles: list[dict[str, Any]]) -> set[str]:
    return {mime for bundle in bundles for mime in bundle if not mime.endswith("+json")}
