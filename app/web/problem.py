"""What can be wrong with a request, as sentences: a status, a title, what to do. Showing it is the errors module's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException

from app.runs.models import RunRefused
from app.web.language import N_, Words

TITLES: Mapping[int, str] = {
    400: N_("The request can't be understood"),
    403: N_("Not allowed"),
    404: N_("There is nothing at this address"),
    405: N_("This address doesn't do that"),
    408: N_("Too slow"),
    413: N_("Too large"),
    415: N_("Send JSON"),
    422: N_("The request isn't valid"),
    429: N_("Too many runs at once"),
    500: N_("Something broke here"),
    503: N_("Busy"),
    507: N_("No room for more"),
}
DETAILS: Mapping[int, str] = {
    400: N_("Check that the request is well formed and send it again."),
    403: N_("This address doesn't take that request from there."),
    404: N_("The page may have moved, or the address has a slip in it. The list of notes is on the first page."),
    405: N_("Use one of the methods in the Allow header."),
    408: N_("The request took too long to arrive. Send it again."),
    413: N_("The request is larger than %(limit)s. Send less."),
    415: N_("Set Content-Type to application/json and send a JSON object."),
    422: N_("Correct the request and send it again."),
    429: N_("You have sent as many requests as one reader may. Try again in a few seconds."),
    500: N_("The error has been logged. Try again; if it happens again, please report it."),
    503: N_("The service can't take it now. Try again in a few seconds."),
}

REFUSALS: Mapping[str, tuple[int, str, str]] = {
    "queue_full": (503, TITLES[503], N_("All places in the queue are taken. Try again in about %(seconds)s s.")),
    "client_busy": (
        429,
        TITLES[429],
        N_(
            "You already have as many runs going on or waiting as one reader may have. Let one end, or try again in "
            "about %(seconds)s s."
        ),
    ),
    "stopping": (503, N_("Restarting"), N_("The service is restarting. Try again in about %(seconds)s s.")),
    "starting": (503, N_("Starting"), N_("It is being made ready. Try again in about %(seconds)s s.")),
    "no_help": (404, TITLES[404], N_("Help while typing is switched off here.")),
    "no_wall": (
        403,
        N_("Only the notes' own code runs here"),
        N_(
            "This machine can't build the complete wall, so edited code is not run. The About page lists "
            "what is missing."
        ),
    ),
    "no_loopback": (
        403,
        N_("No loopback here"),
        N_(
            "Edited code may open loopback sockets only where each run has a network of its own, which this machine "
            "can't offer. The note's own code runs as it is."
        ),
    ),
    "invalid": (422, TITLES[422], N_("This run can't be started as asked: %(reason)s")),
}


class Problem(HTTPException):
    """A request that can't be served. *title* and *detail* are message ids; *values* fill the detail in."""

    def __init__(
        self,
        status: int,
        detail: str | None = None,
        *,
        title: str | None = None,
        kind: str | None = None,
        retry_after_s: int | None = None,
        errors: list[dict[str, str]] | None = None,
        **values: object,
    ) -> None:
        self.title = title or TITLES.get(status, TITLES[500])
        self.text = detail or DETAILS.get(status, DETAILS[500])
        self.values = values
        self.kind = kind
        self.errors = errors
        headers = {"Retry-After": str(retry_after_s)} if retry_after_s is not None else None
        super().__init__(status, self.text, headers)

    def in_words(self, words: Words) -> tuple[str, str]:
        """Title and detail in the reader's language."""
        return words(self.title), words(self.text) % self.values if self.values else words(self.text)


def refusal(error: RunRefused) -> Problem:
    """The Problem of a run that the engine refused."""
    status, title, detail = REFUSALS.get(error.reason, REFUSALS["invalid"])
    values: dict[str, Any] = {"reason": error.message} if "%(reason)s" in detail else {}
    if "%(seconds)s" in detail:
        values = {"seconds": error.retry_after_s or 1}
    return Problem(status, detail, title=title, kind=error.reason, retry_after_s=error.retry_after_s, **values)
