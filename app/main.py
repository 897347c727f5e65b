"""The application: everything wired together, once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from app.notes.library import Library
from app.notes.search import search_index
from app.runs.assistant import Assistant
from app.runs.engine import Engine
from app.runs.models import RunRefused
from app.settings import Settings
from app.shares.models import ShareRefused
from app.shares.recent import RecentRuns
from app.shares.store import ShareStore
from app.web import (
    api,
    api_notes,
    assist,
    board,
    compare,
    docs,
    embed,
    error_index,
    errors,
    machine,
    oembed,
    pages,
    playground,
    runs,
    search,
    shares,
    shares_api,
    sharing,
    sitemap,
    snippet_files,
    spread,
)
from app.web.assets import Assets, CachedFiles
from app.web.bodies import BodyLimit
from app.web.head import Head
from app.web.language import load_words
from app.web.metrics import Metrics
from app.web.openapi import describe
from app.web.request_log import RequestLog
from app.web.security import SameOriginOnly, SecurityHeaders, names_of
from app.web.services import Services
from app.web.templating import Templates

FRAMING_BYTES = 16 * 1024
"""What a request's JSON may take beside the program and its input."""


def create_app(
    settings: Settings,
    *,
    engine: Engine | None = None,
    library: Library | None = None,
    assistant: Assistant | None = None,
) -> FastAPI:
    """The service. Its engine starts and stops with it; tests hand in their own *engine*, *library* and *assistant*.

    Raises LibraryErrors where the notes aren't whole.
    """
    if assistant is None:
        # An engine that was handed in says nothing of what else may be started here.
        assistant = Assistant(settings if engine is None else settings.model_copy(update={"assist": False}))
    engine = engine or _local_engine(settings)
    words = load_words(settings.locale_dir)
    assets = Assets(settings.static_dir)
    given = Services(
        settings=settings,
        engine=engine,
        library=library or Library.load(settings.snippets_dir),
        words=words,
        templates=Templates(settings.templates_dir, words, assets),
        assets=assets,
        metrics=Metrics(engine.capacity),
        shares=ShareStore(settings),
        recent=RecentRuns(
            keep_s=settings.recent_s, most_bytes=settings.recent_bytes, most_each=2 * settings.share_result_bytes
        ),
        assistant=assistant,
    )

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await engine.start()
        try:
            await given.shares.start()
            await asyncio.to_thread(search_index, given.library)  # so that the first search needn't wait for it
            yield
        finally:
            await given.assistant.stop()
            await given.shares.stop()
            await engine.stop()

    # JSON may take six bytes (an escape, uXXXX) for a character that UTF-8 writes in one.
    body_limit = 6 * (settings.code_bytes + settings.stdin_bytes) + FRAMING_BYTES
    app = FastAPI(
        title="Torch Field Notes",
        summary="Run PyTorch and get back what each line showed.",
        version="1",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
        middleware=[
            Middleware(RequestLog),
            Middleware(SecurityHeaders),
            Middleware(Head),
            Middleware(GZipMiddleware, minimum_size=1024, compresslevel=5),  # leaves event streams alone
            Middleware(SameOriginOnly, names=names_of(settings)),
            Middleware(BodyLimit, limit=body_limit, seconds=settings.body_s),
        ],
        exception_handlers={
            HTTPException: errors.on_http_error,
            RequestValidationError: errors.on_invalid,
            RunRefused: errors.on_refusal,
            ShareRefused: sharing.on_refusal,
            Exception: errors.on_crash,
        },
    )
    app.state.services = given
    app.mount("/static", CachedFiles(directory=settings.static_dir), name="static")
    for module in (
        api, api_notes, assist, shares_api, oembed, embed, shares, snippet_files, search, docs, compare, playground,
        spread, runs, machine, sitemap, pages, board, error_index,
    ):  # fmt: skip
        app.include_router(module.router)
    describe(app)
    return app


def _local_engine(settings: Settings) -> Engine:
    """The engine of this machine; imported here so that tests with their own need no torch."""
    from app.runs.local import LocalEngine  # noqa: PLC0415 - see above

    return LocalEngine(settings)
