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
        self._reference: dict[int, Member] = {}
        self._reference_filed = 0
        self._measured = 0
        self._measured_at = now
        self._rest_until = 0.0

    def look(self, family: list[Member], filed: int) -> None:
        """Take note of what is cheap to know: the processes, and the bytes of files in shared memory."""
        self.family, self._filed = family, filed
        for member in family:
            self._cpu[member.pid, member.born] = member.cpu_ms
            seen = self._most_anonymous.get(member.pid, 0)
            self._most_anonymous[member.pid] = max(seen, member.anonymous)
        self.cpu_ms = max(0.0, sum(self._cpu.values()) - self._baseline_cpu_ms)
        self.used = self.most() if self._alone else max(self._measured, self.least())

    def least(self) -> int:
        """Bytes that the family can't have less of: the last exact figure and private pages that are new since."""
        files = max(0, self._filed - self._reference_filed)
        return max(0, self._measured + files + sum(self._surely_added_by(member) for member in self.family))

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
        self.used = self._measured = max(0, anonymous - inherited) + shared
        self._reference = {member.pid: member for member in family}
        self._reference_filed = self._filed
        self._measured_at = answered
        self._rest_until = answered + REST * (answered - asked)

    @property
    def _alone(self) -> bool:
        return len(self.family) == 1 and not self.family[0].shared

    def _added(self) -> int:
        """Bytes that the family may have added since the exact figure: new pages, and copies of shared ones."""
        files = max(0, self._filed - self._reference_filed)
        return files + sum(self._added_by(member) for member in self.family)

    def _surely_added_by(self, member: Member) -> int:
        before = self._reference.get(member.pid)
        if before is not None:
            return member.anonymous - before.anonymous
        # What it was born with was its parent's, which never had more than this.
        inherited = self._most_anonymous.get(member.parent, self._baseline)
        return max(0, member.anonymous - inherited)

    def _added_by(self, member: Member) -> int:
        before = self._reference.get(member.pid)
        if before is not None:
            return max(0, member.memory - before.memory, member.faulted - before.faulted)
        parent = self._reference.get(member.parent)
        return max(member.memory - (parent.memory if parent else self._baseline), member.faulted)
