"""The service's log: a line of JSON each, and nothing in it that is a reader's."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
import structlog

from app.web.logs import configure


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = structlog.get_config()
    yield
    structlog.configure(**before)


def test_an_exception_is_one_line_of_json_without_the_values_of_variables(capsys: pytest.CaptureFixture[str]) -> None:
    configure("info")
    program = "print('the program of a reader')"
    try:
        int(program[:5])
    except ValueError:
        structlog.get_logger("test").exception("run_failed", run="abc")
    (line,) = capsys.readouterr().err.splitlines()
    said = json.loads(line)
    assert (said["event"], said["run"], said["level"]) == ("run_failed", "abc", "error")
    assert said["exception"][0]["exc_value"] == "invalid literal for int() with base 10: 'print'"
    assert [frame["name"] for frame in said["exception"][0]["frames"]] == [
        "test_an_exception_is_one_line_of_json_without_the_values_of_variables"
    ]
    assert "the program of a reader" not in line
