"""Bars for long work: `progress=True` with tqdm, and without it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import slidewise
from slidewise import _progress, search, tables

tqdm_auto = pytest.importorskip("tqdm.auto")

BOARD = "1 2 3/4 0 6/7 5 8"
HARD = "15 14 8 12/10 11 9 13/6 2 5 1/3 7 4 0"


class Bar:
    """What was shown: how far each bar came, and whether it was taken away."""

    def __init__(self, total=None, desc=""):
        self.total, self.desc, self.n, self.is_closed, self.said = total, desc, 0, False, []

    def update(self, more):
        self.n += more
        self.said.append(self.n)

    def set_postfix_str(self, text):
        assert isinstance(text, str)

    def close(self):
        self.is_closed = True


@pytest.fixture
def bars(monkeypatch):
    shown = []

    def tqdm(**options):
        shown.append(Bar(**options))
        return shown[-1]

    monkeypatch.setattr(tqdm_auto, "tqdm", tqdm)
    return shown


WORK = {
    "solve": lambda **p: slidewise.solve(HARD, algorithm="bfs", time_limit=0.5, **p),
    "solve by function": lambda **p: slidewise.solve(HARD, heuristic=lambda board: 0, time_limit=0.5, **p),
    "solve_many": lambda **p: list(slidewise.solve_many([BOARD] * 5, **p)),
    "compare": lambda **p: slidewise.compare([BOARD] * 3, algorithms="bfs", **p),
    "explore": lambda **p: slidewise.explore("klotski", **p),
    "audit": lambda **p: slidewise.audit(["misplaced", "manhattan"], size="2x3", **p),
    "design": lambda **p: slidewise.design("klotski", add="1x1", empty="15..", **p),
    "search": lambda **p: search.bfs(0, lambda n: [n + 1], lambda n: n == 300_000, **p),
    "train": lambda **p: tables.train("2x3", rounds=3, boards=5, width=10, **p),
    "build": lambda **p: tables.build(partition="3-2", size="2x3", **p),
}
#: How far a bar comes where that is known.
WHOLE = {"solve_many": 5, "compare": 3, "audit": 2, "design": 2, "train": 3, "build": 1000}


@pytest.mark.parametrize("name", sorted(WORK))
def test_long_work_has_a_bar(name, bars, tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDEWISE_CACHE", str(tmp_path))
    WORK[name](progress=False)
    assert not bars
    WORK[name](progress=True)
    (bar,) = bars
    assert bar.is_closed and bar.desc and bar.said == sorted(bar.said)
    assert bar.n == WHOLE.get(name, bar.n) and bar.n > 0


def test_a_bar_is_taken_away_after_an_exception(bars):
    with pytest.raises(ValueError):
        slidewise.explore(size="9x9", progress=True)
    with pytest.raises(ValueError):
        slidewise.compare(BOARD, algorithms="none", progress=True)
    assert len(bars) == 2 and all(bar.is_closed for bar in bars)


def test_bars_are_for_those_who_look(bars, monkeypatch):
    monkeypatch.setattr(_progress, "_is_watched", lambda: False)
    slidewise.explore(size="2x2")
    assert not bars
    monkeypatch.setattr(_progress, "_is_watched", lambda: True)
    slidewise.explore(size="2x2")
    assert len(bars) == 1


def test_without_tqdm_there_is_no_bar():
    """It is said where one was asked for; else work goes on without."""
    script = """
import sys
sys.modules["tqdm"] = sys.modules["tqdm.auto"] = None
import slidewise
from slidewise import _progress
_progress._is_watched = lambda: True
assert len(list(slidewise.solve_many(["123456708"]))) == 1
try:
    slidewise.solve_many(["123456708"], progress=True)
except ImportError:
    print("no tqdm")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, cwd=Path.home())
    assert (done.returncode, done.stdout) == (0, "no tqdm\n"), done.stderr


def test_the_bar_of_tqdm_itself(capsys):
    slidewise.compare([BOARD], algorithms="bfs", progress=True)
    assert "runs" in capsys.readouterr().err
