"""Where there is no GPU, that is said and nothing is invented."""

from __future__ import annotations

import pytest

from app.notes.library import Library
from app.proofs import recordings
from app.proofs.check import devices_for
from app.runs.local import LocalEngine
from app.runs.models import RunRefused
from app.settings import Settings
from tests.support import run


async def test_a_run_on_a_gpu_that_is_not_there_is_refused_with_what_is(engine: LocalEngine) -> None:
    if any(item["device"] == "cuda" for item in engine.describe()["devices"]):
        pytest.skip("this machine has a GPU; tests/gpu/test_cuda.py uses it")
    with pytest.raises(RunRefused, match="devices: cpu"):
        await run(engine, "1", device="cuda")


def test_gpu_snippets_are_skipped_with_the_reason_and_have_no_invented_recording() -> None:
    snippets = [snippet for snippet in Library.load(Settings().snippets_dir).snippets() if snippet.device == "cuda"]
    assert snippets
    for snippet in snippets:
        assert devices_for(snippet, ["cpu"]) == ([], "needs cuda, which is not here")
        recorded = recordings.load(snippet, "cuda")
        # A recording, once there is one, names the device that made it.
        assert recorded is None or recorded.device_name
