"""Runs that nothing but their descent tells apart."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = """
import os, signal, sys, time
from app.sandbox import family

family.adopt_orphans()
read, write = os.pipe()


def tree(depth):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.setsid() if depth == 1 else None
    for _ in range(2):
        if depth and os.fork() == 0:
            tree(depth - 1)
    os.write(write, b"x")
    if depth == 1:
        os._exit(0)  # what it forked is handed up
    time.sleep(20)


def relay():
    for _ in range(3000):  # never more than two at a time, and never the same for long
        if os.fork():
            os._exit(0)
        time.sleep(0.003)


known = os.fork()
if known == 0:
    time.sleep(20)
for start in (lambda: tree(2), relay):
    if os.fork() == 0:
        start()
        os._exit(0)
os.read(read, 1)
time.sleep(0.1)
print(family.end_strays({known}))
parents = dict(family._parents())
print([pid for pid, parent in parents.items() if parent == os.getpid()] == [known])
print(family.end_strays(()), known in dict(family._parents()))
"""


def test_strays_end_however_deep_and_busy_and_others_do_not() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.stdout.split() == ["True", "True", "True", "False"], done.stderr
