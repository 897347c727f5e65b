"""How often one client may do something."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from math import ceil

MOST_CLIENTS = 10_000


class Rate:
    """At most *most* times in *window_s* seconds, counted for each client in this process."""

    def __init__(self, most: int, window_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._window_s = window_s
        self._clock = clock
        self._times: dict[str, deque[float]] = {}

    def take(self, client: str) -> int:
        """Count one more: 0, or the seconds after which to try again where it is one too many."""
        now = self._clock()
        times = self._times.pop(client, None) or deque()
        self._times[client] = times  # the clients that were heard of last are the last ones
        while times and times[0] <= now - self._window_s:
            times.popleft()
        if len(times) >= self._most:
            return max(1, ceil(times[0] + self._window_s - now))
        times.append(now)
        if len(self._times) > MOST_CLIENTS:
            del self._times[next(iter(self._times))]
        return 0
