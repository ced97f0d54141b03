"""Puzzles in, answers out: solving, reading and making puzzles."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable, Sequence, Sized
from datetime import timedelta
from typing import Any, Union, overload

import numpy as np
import numpy.typing as npt

from . import _slidewise
from ._progress import bar, shown
from ._slidewise import Answer, Answers, Puzzle

#: Anything that a puzzle can be made of: text, name, file, rows, array.
PuzzleLike = Union[str, "os.PathLike[str]", Puzzle, npt.NDArray[Any], Sequence[Any]]
#: Many puzzles: a file or a text with several, a list, or an array of boards.
PuzzlesLike = Union[str, "os.PathLike[str]", Puzzle, npt.NDArray[Any], Iterable[Any]]
#: Seconds, or a text with a unit (``"2m"``).
Time = Union[float, str, timedelta]
#: Rows and columns, or ``"4x4"``.
Size = Union[str, tuple[int, int]]
#: A number, at least and at most (None leaves it open), or ``"4..6"``.
Range = Union[int, tuple[int, Union[int, None]], str]
#: A board in, a number out; with ``batch=True`` an array of boards in, as many numbers out.
Heuristic = Callable[[npt.NDArray[np.int32]], Any]


def _given(**options: Any) -> dict[str, Any]:
    return {key: value for key, value in options.items() if value is not None}


def _check_whole(least: int, most: int = 2**64 - 1, /, **numbers: int | None) -> None:
    """Refuses what is no count, or none that a machine could reach."""
    for name, number in numbers.items():
        if number is not None and not least <= operator.index(number) <= most:
            raise ValueError(f"{name}: a whole number from {least} to {most} is expected, not {number}")


def solve(
    puzzle: PuzzleLike,
    *,
    algorithm: str | None = None,
    heuristic: str | Heuristic | None = None,
    weight: float | str | None = None,
    depth_limit: int | None = None,
    order: str | None = None,
    repr: str | None = None,
    metric: str | None = None,
    beam_width: int | None = None,
    capacity: int | None = None,
    threads: int | None = None,
    seed: int | None = None,
    bound: float | None = None,
    keep_every: int | None = None,
    time_limit: Time | None = None,
    node_limit: int | str | None = None,
    memory_limit: int | str | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_every: Time | None = None,
    goal: PuzzleLike | None = None,
    size: Size | None = None,
    form: str | None = None,
    batch: bool = False,
    promise: str | None = None,
    progress: bool = False,
) -> Answer:
    """Solve a puzzle.

    What is left open is chosen to suit the puzzle; what does not fit raises :class:`SettingError` with the reason.
    Limits are answers too. ``memory_limit`` is what the search may take beyond what the process has; left open, it is three
    quarters of what is free. ``checkpoint`` is a file in which ``algorithm="ida"`` is kept while it runs, and from which the
    same call goes on after Ctrl-C, a limit or the end of the process; it is removed when the search has ended.

    ``heuristic`` may be a function of one's own from a board (an integer array) to a number. With ``batch=True`` it is given
    an array of boards and gives as many numbers; a beam asks for a whole layer at once. ``promise`` says what is known of
    it: ``"admissible"`` or ``"consistent"``. Without a promise nothing is claimed of the solution. ``progress`` shows by
    ``tqdm`` how many positions were looked at.

    >>> solve([[8, 6, 7], [2, 5, 4], [3, 0, 1]], algorithm="astar", heuristic="manhattan").cost
    31
    >>> solve("klotski", metric="moves").cost
    81
    >>> solve("1 2 3/4 5 6/8 7 0").verdict
    'unsolvable'
    >>> def misplaced(board):
    ...     goal = np.append(np.arange(1, board.size), 0).reshape(board.shape)
    ...     return ((board != goal) & (board != 0)).sum()
    >>> solve("1 2 3/4 0 6/7 5 8", heuristic=misplaced, promise="consistent")
    Answer(cost=2, proof='optimal', algorithm='astar', expanded=2)
    """
    options = _given(
        algorithm=algorithm,
        weight=weight,
        depth_limit=depth_limit,
        order=order,
        repr=repr,
        metric=metric,
        beam_width=beam_width,
        capacity=capacity,
        threads=threads,
        seed=seed,
        bound=bound,
        keep_every=keep_every,
        time_limit=time_limit,
        node_limit=node_limit,
        memory_limit=memory_limit,
        checkpoint=checkpoint,
        checkpoint_every=checkpoint_every,
        goal=goal,
        size=size,
        form=form,
    )
    if callable(heuristic):
        if checkpoint is not None:
            raise TypeError("a search whose heuristic is a function is not kept in a file")
        with shown(progress, "positions") as tell:
            return _slidewise.solve_by(puzzle, heuristic, batch, promise, options, tell)
    if batch or promise is not None:
        raise TypeError("batch and promise are about a heuristic that is a function")
    if heuristic is not None:
        options["heuristic"] = heuristic
    if not progress:
        return _slidewise.solve(puzzle, options, None)
    with shown(progress, "positions") as tell:
        return _slidewise.solve(puzzle, options, tell)


def solve_many(
    puzzles: PuzzlesLike,
    *,
    algorithm: str | None = None,
    heuristic: str | None = None,
    weight: float | str | None = None,
    depth_limit: int | None = None,
    order: str | None = None,
    repr: str | None = None,
    metric: str | None = None,
    beam_width: int | None = None,
    capacity: int | None = None,
    threads: int | None = None,
    seed: int | None = None,
    bound: float | None = None,
    keep_every: int | None = None,
    time_limit: Time | None = None,
    node_limit: int | str | None = None,
    memory_limit: int | str | None = None,
    goal: PuzzleLike | None = None,
    size: Size | None = None,
    form: str | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Answers:
    """Solve many puzzles on all cores: an iterator over the answers, in the order of the puzzles.

    Limits are for each puzzle. ``workers`` puzzles are solved at a time (as many as there are cores), each on one thread
    unless ``threads`` says otherwise. After Ctrl-C, or ``cancel()``, ``done`` has the answers so far by their index.
    ``progress`` shows a bar if ``tqdm`` is installed; left open, it is shown in terminals and notebooks.

    >>> boards = np.array([[[1, 2, 3], [4, 5, 6], [7, 0, 8]], [[8, 6, 7], [2, 5, 4], [3, 0, 1]]])
    >>> [answer.cost for answer in solve_many(boards, progress=False)]
    [1, 31]
    """
    options = _given(
        algorithm=algorithm,
        heuristic=heuristic,
        weight=weight,
        depth_limit=depth_limit,
        order=order,
        repr=repr,
        metric=metric,
        beam_width=beam_width,
        capacity=capacity,
        threads=threads,
        seed=seed,
        bound=bound,
        keep_every=keep_every,
        time_limit=time_limit,
        node_limit=node_limit,
        memory_limit=memory_limit,
        goal=goal,
        size=size,
        form=form,
    )
    _check_whole(1, workers=workers)
    total = len(puzzles) if isinstance(puzzles, Sized) and not isinstance(puzzles, str) else None
    return _slidewise.solve_many(puzzles, workers, bar(progress, total, "solved"), options)


def read(
    puzzles: PuzzlesLike,
    *,
    goal: PuzzleLike | None = None,
    size: Size | None = None,
    form: str | None = None,
) -> list[Puzzle]:
    """All puzzles of a text, a file, a list or an array.

    >>> read("1230\\nklotski")
    [Puzzle('1 2/3 0'), Puzzle('klotski')]
    """
    return _slidewise.read(puzzles, _given(goal=goal, size=size, form=form))


@overload
def generate(
    count: None = None,
    *,
    size: Size | None = None,
    kind: str | None = None,
    goal: PuzzleLike | None = None,
    start: PuzzleLike | None = None,
    scramble: int | None = None,
    blanks: int | None = None,
    length: Range | None = None,
    metric: str | None = None,
    one_way: bool = False,
    no_idle: bool = False,
    seed: int | None = None,
) -> Puzzle: ...


@overload
def generate(
    count: int,
    *,
    size: Size | None = None,
    kind: str | None = None,
    goal: PuzzleLike | None = None,
    start: PuzzleLike | None = None,
    scramble: int | None = None,
    blanks: int | None = None,
    length: Range | None = None,
    metric: str | None = None,
    one_way: bool = False,
    no_idle: bool = False,
    seed: int | None = None,
) -> list[Puzzle]: ...


def generate(
    count: int | None = None,
    *,
    size: Size | None = None,
    kind: str | None = None,
    goal: PuzzleLike | None = None,
    start: PuzzleLike | None = None,
    scramble: int | None = None,
    blanks: int | None = None,
    length: Range | None = None,
    metric: str | None = None,
    one_way: bool = False,
    no_idle: bool = False,
    seed: int | None = None,
) -> Puzzle | list[Puzzle]:
    """Make random puzzles that can be solved: one, or a list of ``count``.

    Without a seed they are different each time. ``scramble`` makes so many random moves from the goal, or from ``start``.

    Brick puzzles can be drawn by how hard they are, from all positions that can be reached from ``start``: ``length`` is
    that of the shortest solution in ``metric``, with ``one_way`` there is no other one as short, and with ``no_idle`` every
    piece has a part in it.

    >>> generate(size="3x3", seed=1) == generate(size="3x3", seed=1)
    True
    >>> len(generate(5, size=(4, 4), seed=1))
    5
    >>> solve(generate(start="klotski", length=(20, 30), metric="moves", seed=1), metric="moves").cost in range(20, 31)
    True
    """
    _check_whole(0, count=count, scramble=scramble, blanks=blanks, seed=seed)
    if seed is None:
        seed = int.from_bytes(os.urandom(7), "little")
    puzzles = _slidewise.generate(
        1 if count is None else count,
        seed,
        kind=kind,
        size=size,
        goal=goal,
        from_puzzle=start,
        scramble=scramble,
        blanks=blanks,
        length=length,
        metric=metric,
        one_way=one_way,
        no_idle=no_idle,
    )
    return puzzles[0] if count is None else puzzles
