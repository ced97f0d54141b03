"""Sliding puzzles solved, compared and learned from, at Rust's speed.

>>> import slidewise
>>> answer = slidewise.solve("8 6 7/2 5 4/3 0 1")
>>> answer.cost, answer.proof
(31, 'optimal')
>>> answer.states()[-1].tolist()
[[1, 2, 3], [4, 5, 6], [7, 8, 0]]

A puzzle is a text, a name (``"klotski"``), a file, a list of rows, a NumPy array or a :class:`Puzzle`. Keywords are the
options of the program. Unsolvable is an answer, and so is a limit; a text that is no puzzle raises :class:`PuzzleError`, a
setting that does not fit :class:`SettingError`, both of them ``ValueError``.
"""

from __future__ import annotations

from . import search, tables
from ._commands import (
    Audit,
    Check,
    Exploration,
    Trace,
    TraceStep,
    Verification,
    all_optimal,
    audit,
    check,
    explore,
    list_algorithms,
    list_forms,
    list_goals,
    list_heuristics,
    list_kinds,
    list_metrics,
    list_notations,
    list_puzzles,
    list_representations,
    list_suites,
    rewrite,
    shorten,
    trace,
    verify,
)
from ._compare import Comparison, compare, merge, suite
from ._core import generate, read, solve, solve_many
from ._data import (
    DEAD_END,
    HeuristicFunction,
    Labelled,
    distances,
    heuristic,
    random_walk,
    training_set,
)
from ._design import Design, DesignedSet, HardestStart, design
from ._slidewise import (
    Answer,
    Answers,
    InternalError,
    Learned,
    MoveError,
    Puzzle,
    PuzzleError,
    SettingError,
    Step,
    __version__,
)

__all__ = [
    "Answer",
    "Answers",
    "Audit",
    "Check",
    "Comparison",
    "DEAD_END",
    "Design",
    "DesignedSet",
    "Exploration",
    "HardestStart",
    "HeuristicFunction",
    "InternalError",
    "Labelled",
    "Learned",
    "MoveError",
    "Puzzle",
    "PuzzleError",
    "SettingError",
    "Step",
    "Trace",
    "TraceStep",
    "Verification",
    "__version__",
    "all_optimal",
    "audit",
    "check",
    "compare",
    "design",
    "distances",
    "explore",
    "generate",
    "heuristic",
    "list_algorithms",
    "list_forms",
    "list_goals",
    "list_heuristics",
    "list_kinds",
    "list_metrics",
    "list_notations",
    "list_puzzles",
    "list_representations",
    "list_suites",
    "merge",
    "random_walk",
    "read",
    "rewrite",
    "search",
    "shorten",
    "solve",
    "solve_many",
    "suite",
    "tables",
    "trace",
    "training_set",
    "verify",
]
