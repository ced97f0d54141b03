"""What else can be done with a puzzle: the functions that the program's other commands are."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _slidewise
from ._core import PuzzleLike, Size, Time, _check_whole, _given, generate
from ._progress import shown
from ._slidewise import Answer, Puzzle


@dataclass(frozen=True)
class Check:
    """Whether a puzzle can be solved, for which goals, and how far it is at least.

    >>> checked = check("1 2 3/4 5 6/7 0 8")
    >>> bool(checked), checked.metric, "blank-last" in checked.reachable_goals
    (True, 'single', True)
    """

    #: True, False, or None if that is not known.
    solvable: bool | None
    #: Why, in words.
    reason: str
    #: Goals with a name that can be reached.
    reachable_goals: list[str]
    #: What counts as a move.
    metric: str
    #: What each heuristic says of the start: its value, and whether it is admissible and consistent.
    estimates: dict[str, dict[str, Any]]
    #: The search, if only one could tell.
    searched: Answer | None
    #: The puzzle.
    puzzle: Puzzle

    def __bool__(self) -> bool:
        return self.solvable is True


def check(
    puzzle: PuzzleLike,
    *,
    metric: str | None = None,
    goal: PuzzleLike | None = None,
    size: Size | None = None,
    form: str | None = None,
    time_limit: float = 5.0,
) -> Check:
    """Tell whether a puzzle can be solved; where only a search can tell, one is made within ``time_limit`` seconds.

    >>> check("1 2 3/4 5 6/8 7 0").solvable
    False
    >>> check("1 2 3/4 5 6/7 0 8").estimates["manhattan"]["value"]
    1
    """
    options = _given(metric=metric, goal=goal, size=size, form=form)
    return Check(**_slidewise.check(puzzle, time_limit, options))


@dataclass(frozen=True)
class Verification:
    """Whether moves solve a puzzle.

    >>> verified = verify("1 2 3/4 5 6/0 7 8", "LX")
    >>> bool(verified), verified.line, verified.column
    (False, 1, 2)
    """

    #: Whether they do.
    solution: bool
    #: Their number in each metric; None if they cannot be made.
    lengths: dict[str, int] | None
    #: The notation in which they were written.
    notation: str | None
    #: Cells that are not as the goal wants in the end.
    misplaced: int | None
    #: What is wrong with the moves, and where.
    error: str | None
    line: int | None
    column: int | None

    def __bool__(self) -> bool:
        return self.solution


def verify(
    puzzle: PuzzleLike,
    moves: str,
    *,
    notation: str | None = None,
    goal: PuzzleLike | None = None,
    size: Size | None = None,
    form: str | None = None,
) -> Verification:
    """Tell whether moves solve a puzzle, by the plain board.

    >>> verify("1 2 3/4 5 6/0 7 8", "LL").lengths
    {'multi': 1, 'single': 2}
    >>> bool(verify("1 2 3/4 5 6/0 7 8", "L"))
    False
    """
    return Verification(**_slidewise.verify(puzzle, moves, notation, _given(goal=goal, size=size, form=form)))


def rewrite(
    puzzle: PuzzleLike, moves: str, *, notation: str | None = None, to: str | None = None, runs: bool = False
) -> str:
    """Write moves in another notation.

    >>> rewrite("1 2 3/4 5 6/0 7 8", "LL", to="numbers")
    '7 8'
    """
    return _slidewise.rewritten(puzzle, moves, notation, to, runs)


def shorten(
    puzzle: PuzzleLike,
    moves: str | Answer,
    *,
    notation: str | None = None,
    metric: str | None = None,
    threads: int | None = None,
    seed: int | None = None,
    bound: float | None = None,
    time_limit: Time = 10.0,
    node_limit: int | str | None = None,
    memory_limit: int | str | None = None,
    goal: PuzzleLike | None = None,
    size: Size | None = None,
    form: str | None = None,
) -> Answer:
    """Look for a shorter solution than these moves. The answer has the best that is known; ``given_cost`` is theirs.

    >>> shorten("1 2 3/4 5 6/0 7 8", "LRLL").cost
    2
    """
    if isinstance(moves, Answer):
        if moves.moves is None:
            raise ValueError("the answer has no solution to be shortened")
        moves = moves.moves
    options = _given(
        metric=metric,
        threads=threads,
        seed=seed,
        bound=bound,
        time_limit=time_limit,
        node_limit=node_limit,
        memory_limit=memory_limit,
        goal=goal,
        size=size,
        form=form,
    )
    return _slidewise.shorten(puzzle, moves, notation, options)


def all_optimal(
    puzzle: PuzzleLike,
    *,
    most: int = 10_000,
    metric: str | None = None,
    time_limit: Time | None = None,
    node_limit: int | str | None = None,
    memory_limit: int | str | None = None,
    goal: PuzzleLike | None = None,
    size: Size | None = None,
    form: str | None = None,
) -> tuple[int, bool, list[str]]:
    """All shortest solutions: how many were found, whether these are all, and the moves of each.

    No more than ``most`` are counted and listed. Limits are on all of it: on the search for the first solution and on that
    for the others. A limit that ends the list leaves what is in it; Ctrl-C ends it as it ends all other work.

    >>> all_optimal("1 2 3/4 0 6/7 5 8")
    (1, True, ['UL'])
    """
    _check_whole(0, most=most)
    options = _given(
        metric=metric,
        time_limit=time_limit,
        node_limit=node_limit,
        memory_limit=memory_limit,
        goal=goal,
        size=size,
        form=form,
    )
    _, count, complete, solutions = _slidewise.all_optimal(puzzle, most, options)
    return count, complete, solutions


@dataclass(frozen=True)
class Exploration:
    """The whole space of a puzzle.

    >>> space = explore(size="2x2")
    >>> space.by_depth, space.hardest_length
    ([1, 2, 2, 2, 2, 2, 1], 6)
    """

    metric: str
    #: Positions that can be reached.
    states: int
    up_to_mirror: int
    goals: int
    #: Positions by their distance from the start.
    by_depth: list[int]
    edges: int
    dead_ends: int
    most_neighbours: int
    #: What ended it early; then all counts are of what was reached until then.
    stopped_by: str | None
    #: Positions by the length of their shortest solution.
    by_length: list[int]
    hardest_length: int
    hardest_count: int
    #: Some of the hardest starts.
    hardest: list[Puzzle]
    #: A picture of ``by_depth``.
    svg: str = field(repr=False)

    def _repr_svg_(self) -> str:
        return self.svg


def explore(
    puzzle: PuzzleLike | None = None,
    *,
    size: Size | None = None,
    goal: PuzzleLike | None = None,
    metric: str | None = None,
    hardest: int = 1,
    threads: int | None = None,
    time_limit: Time | None = None,
    memory_limit: int | str | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_every: Time | None = None,
    progress: bool | None = None,
) -> Exploration:
    """Search the whole space of a puzzle, or of all tile boards of a size.

    Boards of a size are counted with two bits each, up to 14 cells. ``checkpoint`` is a file in which that is kept while it
    runs, and from which the same call goes on. ``progress`` shows a bar if ``tqdm`` is installed; left open, it is shown in
    terminals and notebooks.

    >>> space = explore(size="3x3")
    >>> space.states, space.hardest_length, space.hardest_count
    (181440, 31, 2)
    """
    _check_whole(0, hardest=hardest)
    if puzzle is None:
        puzzle, reading = generate(size=size, goal=goal, scramble=0, seed=0), {}
    else:
        reading = _given(goal=goal, size=size)
    options = _given(
        metric=metric,
        threads=threads,
        time_limit=time_limit,
        memory_limit=memory_limit,
        checkpoint=checkpoint,
        checkpoint_every=checkpoint_every,
        **reading,
    )
    with shown(progress, "positions") as tell:
        return Exploration(**_slidewise.explore(puzzle, hardest, options, tell))


@dataclass(frozen=True)
class Audit:
    """A heuristic against true distances.

    >>> one = audit("misplaced", size="2x2")[0]
    >>> one.heuristic, one.admissible, one.consistent, one.positions
    ('misplaced', True, True, 12)
    """

    heuristic: str
    #: Whether all positions were looked at, rather than a sample.
    whole: bool
    positions: int
    #: What was seen.
    admissible: bool
    consistent: bool
    #: What it promises.
    promised_admissible: bool
    promised_consistent: bool
    overestimates: int
    counterexample: dict[str, Any] | None
    inconsistent_moves: int
    inconsistent_example: dict[str, Any] | None
    exact: int
    mean: float
    max: int
    mean_distance: float
    max_distance: int
    #: Heuristics that it is nowhere below and somewhere above.
    dominates: list[str]
    equals: list[str]
    #: How often each estimate goes with each true distance: distance, estimate, count.
    histogram: list[list[int]] = field(repr=False)
    svg: str = field(repr=False)

    def _repr_svg_(self) -> str:
        return self.svg


def audit(
    heuristic: str | Sequence[str] | None = None,
    *,
    puzzle: PuzzleLike | None = None,
    size: Size | None = None,
    goal: PuzzleLike | None = None,
    metric: str | None = None,
    samples: int | None = None,
    seed: int = 1,
    progress: bool | None = None,
) -> list[Audit]:
    """Compare heuristics (all, if none is named) with true distances, over all boards of a size (3×3) or a sample.

    They come in the order of dominance, the strongest last. ``progress`` shows a bar, as that of :func:`explore`.

    >>> audit("manhattan", metric="multi")[0].admissible
    False
    """
    _check_whole(0, samples=samples, seed=seed)
    names = [heuristic] if isinstance(heuristic, str) else None if heuristic is None else list(heuristic)
    if puzzle is None:
        if size is None and (goal is None or isinstance(goal, str) and goal in {g["name"] for g in list_goals()}):
            size = (3, 3)
        puzzle = generate(size=size, goal=goal, scramble=0, seed=0)
        options = _given(metric=metric)
    else:
        options = _given(metric=metric, goal=goal, size=size)
    with shown(progress, "heuristics") as tell:
        found = _slidewise.audit_heuristics(puzzle, names, samples, seed, options, tell)
    return [Audit(**one) for one in found]


@dataclass(frozen=True, eq=False)
class TraceStep:
    """One expansion; a whole layer of a beam.

    >>> first = trace("1 2 3/4 0 6/7 5 8", heuristic="manhattan")[0]
    >>> first.board.tolist(), first.parent, first.g, first.h
    ([[1, 2, 3], [4, 0, 6], [7, 5, 8]], None, 0, 2)
    """

    step: int
    #: The step that expanded the position before this one; None for a root.
    parent: int | None
    board: npt.NDArray[np.int32]
    g: int
    h: int | None
    f: float | None
    bound: int | None
    #: Positions waiting to be expanded.
    frontier: int
    expanded: int
    generated: int
    #: What was to be expanded next: board, g, h, f.
    waiting: list[tuple[npt.NDArray[np.int32], int, int | None, float | None]]

    def _plain(self) -> list[Any]:
        """All of it without arrays, which have no equality that is true or false."""
        waiting = [(board.tolist(), *others) for board, *others in self.waiting]
        return [self.board.tolist(), waiting, *(v for k, v in vars(self).items() if k not in ("board", "waiting"))]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TraceStep) and self._plain() == other._plain()

    def __hash__(self) -> int:
        return hash((self.step, self.parent, self.board.tobytes(), self.g))


@dataclass(frozen=True)
class Trace:
    """A search written down step by step.

    >>> followed = trace("1 2 3/4 0 6/7 5 8", algorithm="bfs", steps=2)
    >>> len(followed), followed.cut, followed[1].parent
    (2, True, 0)
    """

    steps: list[TraceStep]
    #: Whether the search went on beyond the last one.
    cut: bool
    #: How it ended; None if it was cut.
    answer: Answer | None

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[TraceStep]:
        return iter(self.steps)

    def __getitem__(self, index: int) -> TraceStep:
        return self.steps[index]


def trace(
    puzzle: PuzzleLike,
    *,
    algorithm: str = "astar",
    heuristic: str | None = None,
    weight: float | str | None = None,
    depth_limit: int | None = None,
    order: str | None = None,
    metric: str | None = None,
    beam_width: int | None = None,
    capacity: int | None = None,
    goal: PuzzleLike | None = None,
    size: Size | None = None,
    steps: int = 100,
    frontier: int = 0,
) -> Trace:
    """Follow a search for at most ``steps`` expansions, with at most ``frontier`` waiting positions at each.

    >>> followed = trace("1 2 3/4 0 6/7 5 8", heuristic="manhattan")
    >>> [(step.g, step.h) for step in followed], followed.answer.cost
    ([(0, 2), (1, 1)], 2)
    """
    _check_whole(0, steps=steps, frontier=frontier)
    options = _given(
        algorithm=algorithm,
        heuristic=heuristic,
        weight=weight,
        depth_limit=depth_limit,
        order=order,
        metric=metric,
        beam_width=beam_width,
        capacity=capacity,
        goal=goal,
        size=size,
    )
    rows, cut, answer = _slidewise.trace(puzzle, steps, frontier, options)
    return Trace([TraceStep(**row) for row in rows], cut, answer)


def list_kinds() -> list[dict[str, Any]]:
    """The kinds of puzzles.

    >>> sorted(kind["name"] for kind in list_kinds())
    ['bricks', 'freeform', 'tiles']
    """
    return _slidewise.listed("kinds", None)


def list_algorithms(kind: str | None = None) -> list[dict[str, Any]]:
    """The algorithms, with what they promise.

    >>> {one["name"]: one["guarantee"] for one in list_algorithms("tiles")}["bfs"]
    'optimal; stores every position seen'
    """
    return _slidewise.listed("algorithms", kind)


def list_heuristics(kind: str | None = None) -> list[dict[str, Any]]:
    """The heuristics of each kind, with what they promise.

    >>> "walking-distance" in [one["name"] for one in list_heuristics("tiles")]
    True
    """
    return _slidewise.listed("heuristics", kind)


def list_metrics(kind: str | None = None) -> list[dict[str, Any]]:
    """What can count as a move.

    >>> [one["name"] for one in list_metrics("tiles")]
    ['single', 'multi']
    """
    return _slidewise.listed("metrics", kind)


def list_representations(kind: str | None = None) -> list[dict[str, Any]]:
    """How positions can be kept.

    >>> "bytes" in [one["name"] for one in list_representations("tiles")]
    True
    """
    return _slidewise.listed("representations", kind)


def list_goals(kind: str | None = None) -> list[dict[str, Any]]:
    """Goals that have names: ``goal="blank-first"``.

    >>> "blank-first" in [one["name"] for one in list_goals("tiles")]
    True
    """
    return _slidewise.listed("goals", kind)


def list_forms(kind: str | None = None) -> list[dict[str, Any]]:
    """Forms of text that are read and written: ``form=…``, ``puzzle.text(form)``.

    >>> len(list_forms()) > len(list_forms("tiles"))
    True
    """
    return _slidewise.listed("forms", kind)


def list_notations(kind: str | None = None) -> list[dict[str, Any]]:
    """How moves can be written: ``answer.written(notation)``.

    >>> "numbers" in [one["name"] for one in list_notations("tiles")]
    True
    """
    return _slidewise.listed("notations", kind)


def list_puzzles(kind: str | None = None) -> list[dict[str, Any]]:
    """The puzzles that come with the package, by name: ``Puzzle("klotski")``.

    >>> {one["name"]: one["designer"] for one in list_puzzles("bricks")}["century"]
    'John H. Conway'
    """
    return _slidewise.listed("puzzles", kind)


def list_suites() -> list[dict[str, Any]]:
    """The experiments that come with the package: ``compare(suite=…)``, ``suite(…)``.

    >>> "korf15" in [one["name"] for one in list_suites()]
    True
    """
    return _slidewise.listed("suites", None)
