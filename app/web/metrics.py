"""Numbers for Prometheus: requests, runs and how full the queue is."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from app.runs.models import Capacity

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """One registry per application, so that two in one process don't mix."""

    def __init__(self, capacity: Callable[[], Capacity]) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "fieldnotes_requests_total",
            "HTTP requests",
            ("method", "route", "status"),
            registry=self._registry,
        )
        self.latency = Histogram(
            "fieldnotes_request_seconds",
            "Time until the response had been sent",
            ("route",),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.runs = Counter("fieldnotes_runs_total", "Runs by how they ended", ("status",), registry=self._registry)
        self.run_seconds = Histogram(
            "fieldnotes_run_seconds", "Wall time of runs", buckets=_SECONDS, registry=self._registry
        )
        for name, help_text in (
            ("slots", "Runs that may go on at the same time"),
            ("running", "Runs going on"),
            ("queued", "Runs waiting"),
            ("warm", "Children ready for a run"),
        ):
            gauge = Gauge(f"fieldnotes_{name}", help_text, registry=self._registry)
            gauge.set_function(lambda name=name: getattr(capacity(), name))  # type: ignore[misc]

    def render(self) -> bytes:
        """The exposition format."""
        return generate_latest(self._registry)
