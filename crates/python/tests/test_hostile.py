"""Every public function with arguments that make no sense: exceptions that are documented, at once, and nothing else.

A panic would be an `InternalError` or a `PanicException`, which are neither; a call that hangs is ended by an alarm.
"""

from __future__ import annotations

import inspect
import math
import signal
import sys
from contextlib import contextmanager

import numpy as np
import pytest

import slidewise
import slidewise.gym
from slidewise import search, tables

BOARD = "1 2 3/4 0 6/7 5 8"
ANSWER = slidewise.solve(BOARD)
PUZZLE = slidewise.Puzzle(BOARD)
LEARNED = tables.train("2x2", rounds=1, boards=2, width=5, progress=False)
SPACE = np.arange(2 * 9 * 2).reshape(2, 9, 2)

#: What may be raised. `ValueError` has bad puzzles, moves and settings below it, `OSError` files that are not there;
#: environments raise what Gymnasium's own do.
DOCUMENTED = (ValueError, TypeError, OSError, MemoryError, slidewise.gym.gymnasium.error.Error)
#: Work that is as long as was asked for: what ends it is Ctrl-C, and that at once.
LONG = {("audit", "samples")}


class Mine(Exception):
    """What an argument raises itself comes back as it is."""


class Rude:
    """Raises whatever it is asked."""

    def __getattr__(self, name):
        raise Mine

    def _raise(self, *_):
        raise Mine

    __str__ = __repr__ = __iter__ = __len__ = __index__ = __int__ = __float__ = __bool__ = __hash__ = __call__ = _raise
    __eq__ = __fspath__ = __array__ = _raise


def nested(depth):
    inside = 0
    for _ in range(depth):
        inside = [inside]
    return inside


ENDLESS: list = []
ENDLESS.append(ENDLESS)

HOSTILE = {
    "object": object(),
    "rude": Rude(),
    "class": int,
    "module": math,
    "lambda": lambda *_: object(),
    "true": True,
    "nan": math.nan,
    "infinity": math.inf,
    "half": 0.5,
    "minus": -1,
    "zero": 0,
    "much": 2**40,
    "large": 2**63,
    "larger": 2**64,
    "huge": 10**30,
    "numpy minus": np.int64(-1),
    "complex": 1j,
    "empty text": "",
    "nul": "1 2\x003",
    "surrogate": "\ud800",
    "long text": "9 " * 5000,
    "brackets": "max(" * 5000,
    "huge size": "4000000000x4000000000",
    "wide size": "1x65536",
    "nonsense": "→🧩'\"\\",
    "bytes": b"867254301",
    "empty list": [],
    "lists": [[], []],
    "endless": ENDLESS,
    "nested": nested(400),
    "dict": {"size": 3},
    "set": {1, 2},
    "nothings": (None, None),
    "texts": ["a", "b", "c"],
    "mixed": [1, "x", None, 0.5],
    "no array": np.array(5),
    "empty array": np.array([], dtype=int),
    "no boards": np.zeros((0, 3, 3), dtype=int),
    "no cells": np.zeros((2, 0, 0), dtype=int),
    "floats": np.array([[1.5, math.nan]]),
    "objects": np.array([object(), None]),
    "strided": SPACE[:, ::2, ::-1],
    "transposed": SPACE.T,
    "read only": np.broadcast_to(np.int8(3), (3, 3)),
    "unsigned": np.array([[2**63, 0]], dtype=np.uint64),
    "texts as array": np.array([["1", "0"]]),
    "dates": np.array(["2026-01-01"], dtype="datetime64[D]"),
    "structured": np.zeros((2, 2), dtype=[("a", int), ("b", float)]),
}

#: Calls that make sense, each of whose arguments is replaced in turn, and those that their defaults leave out.
CALLS = {
    "solve": (slidewise.solve, {"puzzle": BOARD, "time_limit": 5}),
    "solve by function": (slidewise.solve, {"puzzle": BOARD, "heuristic": lambda board: 0, "node_limit": 50}),
    "solve_many": (
        lambda **given: list(slidewise.solve_many(**given)),
        {"puzzles": [BOARD], "workers": 1, "time_limit": 5, "progress": False},
    ),
    "read": (slidewise.read, {"puzzles": BOARD}),
    "generate": (slidewise.generate, {"count": 1, "size": "3x3", "seed": 1}),
    "generate by length": (slidewise.generate, {"start": "1 1/2 0", "length": (1, 3), "seed": 1}),
    "design": (slidewise.design, {"puzzle": "klotski", "add": "1x1", "empty": "18..", "time_limit": 1, "progress": False}),
    "check": (slidewise.check, {"puzzle": BOARD, "time_limit": 1.0}),
    "verify": (slidewise.verify, {"puzzle": BOARD, "moves": "UL"}),
    "rewrite": (slidewise.rewrite, {"puzzle": BOARD, "moves": "UL", "to": "numbers"}),
    "shorten": (slidewise.shorten, {"puzzle": BOARD, "moves": "UDUL", "time_limit": 1}),
    "all_optimal": (slidewise.all_optimal, {"puzzle": BOARD, "most": 3, "time_limit": 5}),
    "explore": (slidewise.explore, {"size": "2x2", "time_limit": 5}),
    "explore a puzzle": (slidewise.explore, {"puzzle": "1 2/3 0", "time_limit": 5}),
    "audit": (slidewise.audit, {"heuristic": "manhattan", "size": "2x2", "samples": 2}),
    "trace": (slidewise.trace, {"puzzle": BOARD, "steps": 3}),
    "compare": (
        slidewise.compare,
        {"puzzles": BOARD, "algorithms": "astar", "heuristics": "manhattan", "time_limit": 1, "progress": False},
    ),
    "merge": (slidewise.merge, {"parts": []}),
    "suite": (slidewise.suite, {"name": "korf15"}),
    "heuristic": (lambda boards, **given: slidewise.heuristic(**given)(boards), {"name": "manhattan", "boards": BOARD}),
    "distances": (slidewise.distances, {"size": "2x2"}),
    "distances of a puzzle": (slidewise.distances, {"puzzle": "1 2/3 0"}),
    "random_walk": (slidewise.random_walk, {"puzzle": BOARD, "length": 3}),
    "training_set": (lambda **given: next(slidewise.training_set(**given), None), {"count": 2, "size": "2x2"}),
    "tables.train": (
        tables.train,
        {"size": "2x2", "rounds": 1, "boards": 2, "width": 5, "threads": 1, "progress": False},
    ),
    "tables.build": (tables.build, {"partition": "3", "size": "2x2", "threads": 1, "progress": False}),
    "tables.verify": (tables.verify, {"path": "nosuch"}),
    "tables.remove": (tables.remove, {"name": "15-small"}),
    "Learned.load": (slidewise.Learned.load, {"path": "nosuch"}),
    "Learned.save": (LEARNED.save, {"path": "kept.lrn"}),
    "Puzzle": (slidewise.Puzzle, {"puzzle": BOARD}),
    "Puzzle.text": (PUZZLE.text, {"form": None}),
    "Puzzle.after": (PUZZLE.after, {"moves": "UL"}),
    "Puzzle.svg": (PUZZLE.svg, {"moves": "UL"}),
    "Puzzle.png": (PUZZLE.png, {"cell": 8}),
    "Step": (slidewise.Step, {"piece": "1", "path": "U"}),
    "Answer.written": (ANSWER.written, {"notation": "numbers"}),
    "Answer.svg": (ANSWER.svg, {"cell": 8}),
    "Answer.__getitem__": (lambda index: ANSWER[index], {"index": 0}),
    "search.run": (
        search.run,
        {
            "algorithm": "astar", "start": 0, "successors": lambda n: [n + 1], "is_goal": lambda n: n == 3,
            "heuristic": lambda n: 0, "node_limit": 20,
        },
    ),
    "search.bidirectional": (
        search.bidirectional,
        {"start": 0, "successors": lambda n: [n - 1, n + 1], "goals": [3], "node_limit": 20},
    ),
    "TilesEnv": (
        lambda action=0, **given: slidewise.gym.TilesEnv(**given).step(action),
        {"size": "2x2", "scramble": 3, "action": 0},
    ),
    "TilesEnv.reset": (lambda **given: slidewise.gym.TilesEnv("3x3").reset(options=given), {"puzzle": BOARD}),
    "BricksEnv": (slidewise.gym.BricksEnv, {"puzzle": "klotski"}),
    "TilesVectorEnv": (slidewise.gym.TilesVectorEnv, {"num_envs": 2, "size": "2x2"}),
    "TilesVectorEnv.reset": (lambda seed: slidewise.gym.TilesVectorEnv(2, "2x2").reset(seed=seed), {"seed": 1}),
    "TilesVectorEnv.step": (lambda actions: begun().step(actions), {"actions": np.array([0, 1])}),
    "reset_mask": (lambda mask: begun().reset(options={"reset_mask": mask}), {"mask": np.array([True, False])}),
}  # fmt: skip
CALLS |= {
    f"list_{topic}": (getattr(slidewise, f"list_{topic}"), {"kind": "tiles"})
    for topic in ("algorithms", "heuristics", "metrics", "representations", "goals", "forms", "notations", "puzzles")
}
#: Names of which a file is made, or which are no arguments of a call here.
LEFT_OUT = {"out", "checkpoint", "self", "options"}


def begun():
    envs = slidewise.gym.TilesVectorEnv(2, "2x2")
    envs.reset(seed=1)
    return envs


class Hangs(BaseException):
    """A call that does not come back."""


@contextmanager
def ended_after(seconds):
    if sys.platform == "win32":
        yield
        return

    def end(*_):
        raise Hangs

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def arguments(call, given):
    """The names of all that can be said to a function."""
    try:
        known = inspect.signature(call).parameters.values()
    except ValueError:  # pragma: no cover: compiled functions of older versions of Python
        known = []
    named = [one.name for one in known if one.kind in (one.KEYWORD_ONLY, one.POSITIONAL_OR_KEYWORD)]
    return [name for name in dict.fromkeys([*given, *named]) if name not in LEFT_OUT]


@pytest.mark.parametrize("name", sorted(CALLS))
@pytest.mark.filterwarnings("ignore")
def test_arguments_that_make_no_sense(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SLIDEWISE_CACHE", str(tmp_path / "tables"))
    call, given = CALLS[name]
    for argument in arguments(call, given):
        for kind, value in HOSTILE.items():
            try:
                with ended_after(1 if (name, argument) in LONG else 30):
                    call(**{**given, argument: value})
            except (*DOCUMENTED, Mine, IndexError):
                pass
            except Hangs:
                assert (name, argument) in LONG, f"{name}({argument}={kind}) hangs"
            except BaseException as error:
                pytest.fail(f"{name}({argument}={kind}): {type(error).__name__}: {str(error)[:300]}")


@pytest.mark.filterwarnings("ignore")
def test_callbacks_that_make_no_sense():
    """What functions give back is as hostile as what they are given."""
    for value in HOSTILE.values():
        calls = [
            lambda: search.astar(0, lambda n: value, lambda n: False, node_limit=20),
            lambda: search.astar(0, lambda n: [value], lambda n: False, node_limit=20),
            lambda: search.astar(0, lambda n: [n + 1], lambda n: value, node_limit=20),
            lambda: search.astar(0, lambda n: [n + 1], lambda n: False, lambda n: value, node_limit=20),
            lambda: search.astar(0, lambda n: [n + 1], lambda n: False, lambda n: value, batch=True, node_limit=20),
            lambda: search.dijkstra(0, lambda n: [n + 1], lambda n: False, cost=lambda a, b: value, node_limit=20),
            lambda: slidewise.solve(BOARD, heuristic=lambda board: value, node_limit=20),
            lambda: slidewise.solve(BOARD, heuristic=lambda b: value, batch=True, algorithm="beam", beam_width=9),
        ]
        for number, call in enumerate(calls):
            try:
                with ended_after(30):
                    call()
            except (*DOCUMENTED, Mine):
                pass
            except BaseException as error:
                pytest.fail(f"callback {number}, {value!r:.50}: {type(error).__name__}: {str(error)[:300]}")


def test_all_that_is_public_is_called():
    """What is added to the package is added here."""
    public = {name for name in slidewise.__all__ if inspect.isfunction(getattr(slidewise, name))}
    public |= {f"tables.{name}" for name in tables.__all__ if inspect.isfunction(getattr(tables, name))}
    called = {name.split()[0] for name in CALLS}
    without_arguments = {"list_kinds", "list_suites", "tables.recipes", "tables.files", "tables.directory"}
    assert public - without_arguments <= called, public - without_arguments - called
