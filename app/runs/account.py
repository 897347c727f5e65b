"""What one run has used so far: memory and processor time of its whole family."""

from __future__ import annotations

from app.runs.families import Member

SURE_S = 0.5
"""How old the exact figure may become while a family goes on."""
REST = 1
"""How long to leave the kernel alone after an exact figure, in multiples of what it took."""


class Account:
    """Keeps the books of one run. Feed it with :meth:`look`; when :meth:`doubtful`, with :meth:`measured` too.

    Of a process alone what it holds is known at every look. What relatives share only the kernel can divide, at a
    price; so that is asked when what they may have added since the last answer could have taken them over the limit.
    """

    def __init__(self, baseline: int, baseline_cpu_ms: float, limit: int, *, now: float) -> None:
        self.family: list[Member] = []
        """The members at the last look."""
        self.cpu_ms = 0.0
        self.used = 0
        """Bytes of memory, as far as that is known exactly."""
        self._baseline = baseline
        self._baseline_cpu_ms = baseline_cpu_ms
        self._limit = limit
        self._cpu: dict[tuple[int, int], float] = {}
        self._filed = 0
        self._most_anonymous: dict[int, int] = {}
        self._before: dict[int, Member] = {}
        """The members when the kernel was last asked."""
        self._after: dict[int, int] = {}
        """The most anonymous bytes of each from then until its answer was in."""
        self._answered = False
        self._filed_before = 0
        self._measured = 0
        self._measured_at = now
        self._rest_until = 0.0

    def look(self, family: list[Member], filed: int) -> None:
        """Take note of what is cheap to know: the processes, and the bytes of files in shared memory."""
        for member in family:
            self._cpu[member.pid, member.born] = member.cpu_ms
            seen = self._most_anonymous.get(member.pid, 0)
            self._most_anonymous[member.pid] = max(seen, member.anonymous)
        # Who has died and was not waited for yet has used time, and holds nothing.
        self.family, self._filed = [member for member in family if member.memory], filed
        self.cpu_ms = max(0.0, sum(self._cpu.values()) - self._baseline_cpu_ms)
        if self._alone:
            self._refer_to(self.most(), self.family)
        if self._answered:
            self._answered = False
            self._after = {member.pid: max(member.anonymous, self._after.get(member.pid, 0)) for member in family}
        self.used = self.least()

    def least(self) -> int:
        """Bytes that the family can't have less of: the last exact figure, less what went, and new private pages."""
        alive = {member.pid for member in self.family}
        gone = sum(member.memory for pid, member in self._before.items() if pid not in alive)
        added = sum(self._surely_added_by(member) for member in self.family)
        return max(0, self._measured - gone + self._filed - self._filed_before + added)

    def most(self) -> int:
        """Bytes that the family can't exceed: what relatives share is counted for each of them."""
        return max(0, self._filed + sum(member.memory for member in self.family) - self._baseline)

    def doubtful(self, now: float) -> bool:
        """Whether it is time to ask for the exact figure."""
        if self._alone or not self.family or now < self._rest_until:
            return False
        old = now > self._measured_at + SURE_S and self.most() > self.used
        return old or (self.most() > self._limit and self._measured + self._added() > self._limit)

    def measured(self, family: list[Member], anonymous: int, shared: int, *, asked: float, answered: float) -> None:
        """The exact figures of *family*, which was looked at before the kernel was asked."""
        heirs = sum(member.anonymous >= self._baseline // 2 for member in family)
        # The interpreter's own pages are also the zygote's: each heir holds a part of them, together all but one.
        inherited = self._baseline * heirs // (heirs + 1)
        self._refer_to(max(0, anonymous - inherited) + shared, family)
        self.used = self._measured
        self._answered = True
        self._measured_at = answered
        self._rest_until = answered + REST * (answered - asked)

    def _refer_to(self, used: int, family: list[Member]) -> None:
        self._measured = used
        self._before = {member.pid: member for member in family}
        self._after = {member.pid: member.anonymous for member in family}
        self._filed_before = self._filed

    @property
    def _alone(self) -> bool:
        return len(self.family) == 1 and not self.family[0].shared

    def _added(self) -> int:
        """Bytes that the family may have added since the exact figure: new pages, and copies of shared ones."""
        files = max(0, self._filed - self._filed_before)
        return files + sum(self._added_by(member) for member in self.family)

    def _surely_added_by(self, member: Member) -> int:
        before = self._after.get(member.pid)
        if before is not None:
            return member.anonymous - before
        # What it was born with was its parent's. The parent may have had more than was ever seen; but what is new
        # was faulted in.
        inherited = self._most_anonymous.get(member.parent, self._baseline)
        return min(member.faulted, max(0, member.anonymous - inherited))

    def _added_by(self, member: Member) -> int:
        before = self._before.get(member.pid)
        if before is not None:
            return max(0, member.memory - before.memory, member.faulted - before.faulted)
        parent = self._before.get(member.parent)
        return max(member.memory - (parent.memory if parent else self._baseline), member.faulted)
