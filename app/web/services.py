"""What request handlers are given to work with."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from app.notes.library import Library
from app.notes.models import Lang
from app.runs.assistant import Assistant
from app.runs.engine import Engine
from app.runs.models import Event, RunRequest
from app.settings import Settings
from app.shares.recent import RecentRuns
from app.shares.store import ShareStore
from app.web.assets import Assets
from app.web.language import Words
from app.web.metrics import Metrics

if TYPE_CHECKING:
    from app.web.templating import Templates


@dataclass(frozen=True, slots=True)
class Services:
    """Made once by :func:`app.main.create_app`, the same for every request."""

    settings: Settings
    engine: Engine
    library: Library
    words: Mapping[Lang, Words]
    templates: Templates
    assets: Assets
    metrics: Metrics
    shares: ShareStore
    recent: RecentRuns
    assistant: Assistant

    def run(self, request: RunRequest) -> AsyncIterator[Event]:
        """The events of a run, as the engine gives them; once it has ended, its result can be shared for a while."""
        return self.recent.following(request, self.engine.run(request))


def services(connection: HTTPConnection) -> Services:
    """The services of the application that got this request."""
    found = connection.app.state.services
    assert isinstance(found, Services)  # noqa: S101 - create_app puts them there
    return found
