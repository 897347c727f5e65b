"""Every setting and limit, typed, in one place.

Settings are read from the environment (prefix ``FIELDNOTES_``) once, by whoever builds the application, and handed
down; nothing below reads the environment itself.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent
MIB = 1024 * 1024


def usable_cpus() -> int:
    """Processors this process may use (its affinity mask, not the machine's total)."""
    return len(os.sched_getaffinity(0))


class Settings(BaseSettings):
    """The operator's choices. Sizes are bytes and times are seconds unless the name says otherwise."""

    model_config = SettingsConfigDict(env_prefix="FIELDNOTES_", extra="ignore")

    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: int = Field(8000, ge=0, le=65535, description="TCP port to listen on.")
    snippets_dir: Path = Field(ROOT / "snippets", description="Where the notes and their snippets are.")
    templates_dir: Path = Field(ROOT / "templates", description="Jinja2 templates.")
    static_dir: Path = Field(ROOT / "static", description="Our CSS and JavaScript, and dist/ built from npm.")
    locale_dir: Path = Field(ROOT / "locale", description="gettext catalogues of the interface's words.")
    var_dir: Path = Field(ROOT / "var", description="Where the running service may write.")
    public_url: str = Field("", description="Origin that readers see, for absolute links; empty: they are relative.")
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="Least severe line to log.")

    sandbox: Literal["auto", "open"] = Field(
        "auto",
        description="auto: edited code runs only behind a complete wall. open: it runs anyway (a private machine).",
    )
    slots: int = Field(
        default_factory=lambda: 2 * usable_cpus(), ge=1, le=256, description="Runs going on at the same time."
    )
    warm: int = Field(
        default_factory=lambda: min(16, usable_cpus() + 6), ge=1, le=256, description="Children kept ready."
    )
    standby: bool = Field(
        default=True, description="Keep a second zygote ready (about 250 MiB) to replace a lost one at once."
    )
    runtimes: str = Field(
        "",
        description="Further Python interpreters, each with its own torch, comma-separated: path or name=path.",
    )
    assist: bool = Field(
        default=True,
        description="Help while typing (about 400 MiB once somebody edits): completion, documentation, warnings.",
    )
    queue: int = Field(64, ge=0, description="Runs that may wait; one more is refused with 503.")
    queue_per_client: int = Field(8, ge=1, description="Runs of one client that may wait or run; one more: 429.")
    uid_base: int = Field(61000, ge=1000, description="First of the user ids given to runs, one each.")

    timeout_s: float = Field(10.0, gt=0, description="Wall-clock time of a run, unless its snippet asks for another.")
    timeout_max_s: float = Field(60.0, gt=0, description="Most that a snippet or a request may ask for.")
    cpu_s: int = Field(60, ge=1, description="Processor time of a run's whole family of processes.")
    memory_bytes: int = Field(1024 * MIB, ge=64 * MIB, description="Memory of a run's whole family of processes.")
    output_bytes: int = Field(256 * 1024, ge=1024, description="Text that a run may write.")
    figure_bytes: int = Field(8 * MIB, ge=1024, description="Encoded figures and rich values of one run, together.")
    events: int = Field(2000, ge=10, description="Events that a run may emit.")
    disk_bytes: int = Field(64 * MIB, ge=MIB, description="Files that a run may write.")
    disk_files: int = Field(2048, ge=16, description="Files, folders and links that a run may make.")
    processes: int = Field(64, ge=8, description="Processes and threads of a run.")
    threads: int = Field(
        default_factory=lambda: min(4, usable_cpus()), ge=1, description="Threads torch uses in a run."
    )
    code_bytes: int = Field(64 * 1024, ge=1024, description="Largest program accepted.")
    stdin_bytes: int = Field(64 * 1024, ge=0, description="Largest standard input accepted.")
    body_s: float = Field(20.0, gt=0, description="Time in which a request must have come whole.")
    trusted_proxies: str = Field("", description="Proxies whose X-Forwarded-For is believed, comma-separated.")

    shares_url: str = Field(
        "", description="PostgreSQL (or SQLite) address of the shares; empty: a file in the var folder."
    )
    shares_bytes: int = Field(512 * MIB, ge=0, description="All shares together; one more is refused with 507.")
    share_result_bytes: int = Field(2 * MIB, ge=0, description="Largest result stored with a share; 0: none is.")
    shares_per_hour: int = Field(60, ge=0, description="Shares that one client may make in an hour; one more: 429.")
    recent_s: float = Field(900.0, ge=0, description="How long an ended run's result can still be shared.")
    recent_bytes: int = Field(64 * MIB, ge=0, description="Memory for the results of ended runs.")


def for_runtime(settings: Settings, runtime: str | None) -> Settings:
    """*settings* for one program on *runtime*: no further ones where it needs none.

    Where no interpreters are named, the environment that ``make runtimes`` made for it is used.
    """
    if runtime is None:
        return settings.model_copy(update={"runtimes": ""})
    python = ROOT / f".venv-{runtime}" / "bin" / "python"
    if settings.runtimes or not python.exists():
        return settings
    return settings.model_copy(update={"runtimes": str(python)})
