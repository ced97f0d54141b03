"""Heuristics, distances and training sets as arrays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _slidewise
from ._core import PuzzleLike, Size, _check_whole, _given, generate, solve_many
from ._slidewise import Puzzle

#: What an estimate is for a position from which there is no way on.
DEAD_END = np.iinfo(np.int64).max


@dataclass(frozen=True)
class HeuristicFunction:
    """A heuristic by name, as a function of boards.

    >>> HeuristicFunction("misplaced", goal="blank-first")("1 2 3/4 5 6/7 8 0")
    8
    """

    name: str
    goal: PuzzleLike | None = None
    metric: str | None = None
    threads: int | None = None

    def __call__(self, boards: Any) -> Any:
        """The estimate for a puzzle, or an array of them for an array of tile boards.

        An array, or a list of boards of one size, has the rows and columns of the boards as its last two dimensions.
        """
        if not isinstance(boards, np.ndarray):
            several = _as_array(boards)
            if several is None:
                options = _given(heuristic=self.name, goal=self.goal, metric=self.metric)
                return _slidewise.estimate_one(boards, options)
            boards = several
        if boards.ndim < 2 or boards.dtype.kind not in "iu":
            raise TypeError("an array of whole numbers is expected, its last two dimensions rows and columns")
        shape = boards.shape
        # Numbers that do not fit into 32 bits would be taken for others.
        fits = np.can_cast(boards.dtype, np.int32) or boards.size == 0
        if not fits and not 0 <= boards.min() <= boards.max() < shape[-2] * shape[-1]:
            raise ValueError(f"the tiles of a {shape[-2]}×{shape[-1]} board go from 0 to {shape[-2] * shape[-1] - 1}")
        flat = np.ascontiguousarray(boards, dtype=np.int32).reshape(-1, *shape[-2:])
        solved = generate(size=(shape[-2], shape[-1]), scramble=0, seed=0, goal=self.goal)
        options = _given(heuristic=self.name, metric=self.metric, threads=self.threads)
        estimates = _slidewise.estimate_many(solved, flat, options)
        return estimates.reshape(shape[:-2]) if len(shape) > 2 else int(estimates[0])


def _as_array(boards: Any) -> npt.NDArray[Any] | None:
    """Several boards in a list, or a tensor, as one array; None for what is one puzzle."""
    if isinstance(boards, (str, Puzzle, os.PathLike)):
        return None
    if not isinstance(boards, (list, tuple)):
        return np.asarray(boards) if hasattr(boards, "__array__") else None
    try:
        array = np.asarray(boards)
    except ValueError:  # rows of different lengths
        return None
    return array if array.ndim > 2 else None


def heuristic(
    name: str, *, goal: PuzzleLike | None = None, metric: str | None = None, threads: int | None = None
) -> HeuristicFunction:
    """A heuristic as a function of boards: of one, or of an array of millions, on all cores.

    >>> manhattan = heuristic("manhattan")
    >>> manhattan("8 6 7/2 5 4/3 0 1")
    21
    >>> manhattan(np.array([[[1, 2, 3], [4, 5, 6], [7, 8, 0]], [[8, 6, 7], [2, 5, 4], [3, 0, 1]]]))
    array([ 0, 21])
    """
    return HeuristicFunction(name, goal, metric, threads)


class Labelled(NamedTuple):
    """Boards with their true distances to the goal, and which actions are the first of a shortest solution.

    Actions are those of the environments: up, down, left, right of the tile that goes.

    >>> boards, away, masks = distances(size="2x2")
    >>> boards[2].tolist(), int(away[2]), masks[2].tolist()
    ([[1, 2], [0, 3]], 1, [False, False, True, False])
    """

    boards: npt.NDArray[np.int32]
    distances: npt.NDArray[np.int32]
    #: One row a board, one column an action; without rows if masks were not asked for.
    masks: npt.NDArray[np.bool_]


def distances(
    puzzle: PuzzleLike | None = None,
    *,
    size: Size | None = None,
    goal: PuzzleLike | None = None,
    metric: str | None = None,
    masks: bool | None = None,
) -> Labelled:
    """Every position of a space with its true distance to the goal: of a puzzle, or of all boards of a size.

    Spaces of up to 2.5 million positions. ``masks`` also tells which actions lead nearer to the goal (tile boards in the
    single metric; left open, where that can be had).

    >>> boards, away, _ = distances(size="2x3")
    >>> boards.shape, int(away.max())
    ((360, 2, 3), 21)
    """
    if puzzle is None:
        puzzle = generate(size=size, goal=goal, scramble=0, seed=0)
        options = _given(metric=metric)
    else:
        options = _given(metric=metric, goal=goal, size=size)
    if masks is None:
        try:
            return Labelled(*_slidewise.distances(puzzle, True, options))
        except _slidewise.SettingError:
            masks = False
    return Labelled(*_slidewise.distances(puzzle, masks, options))


def random_walk(puzzle: PuzzleLike, length: int, *, seed: int = 0) -> npt.NDArray[np.int32]:
    """The boards along a random walk that never goes straight back: ``length + 1`` of them.

    >>> random_walk("1 2 3/4 5 6/7 8 0", 10, seed=1).shape
    (11, 3, 3)
    """
    _check_whole(0, length=length, seed=seed)
    return _slidewise.random_walk(puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle), length, seed)


#: Spaces with no more boards are looked at as a whole.
_SMALL = 9


def training_set(
    count: int,
    *,
    size: Size,
    goal: PuzzleLike | None = None,
    scramble: int | None = None,
    batch: int = 1024,
    seed: int = 0,
    workers: int | None = None,
) -> Iterator[Labelled]:
    """Random boards with labels that are true, in batches: what a network is trained on.

    Boards are drawn from all that can be solved, or made by up to ``scramble`` random moves from the goal. On boards of up
    to nine cells labels come from the whole space; on larger ones each board and its neighbours are solved optimally, so
    that ``scramble`` should be moderate from 4×4 on.

    >>> first = next(training_set(100, size="3x3", seed=1))
    >>> first.boards.shape, first.masks.shape, bool(first.masks.any(axis=1).all())
    ((100, 3, 3), (100, 4), True)
    """
    _check_whole(0, count=count, seed=seed)
    _check_whole(1, batch=batch, scramble=scramble, workers=workers)
    solved = generate(size=size, goal=goal, scramble=0, seed=0)
    return _batches(solved, count, scramble, batch, seed, workers)


def _batches(
    solved: Puzzle, count: int, scramble: int | None, batch: int, seed: int, workers: int | None
) -> Iterator[Labelled]:
    draw = np.random.default_rng(seed)
    known = _by_board(distances(solved)) if solved.board.size <= _SMALL else None
    left = count
    while left > 0:
        boards = _slidewise.random_boards(solved, min(batch, left), scramble, int(draw.integers(2**62)))
        left -= len(boards)
        yield _labelled(boards, known) if known is not None else _solved(boards, solved, workers)


def _by_board(space: Labelled) -> dict[bytes, tuple[int, npt.NDArray[np.bool_]]]:
    rows = zip(space.boards, space.distances, space.masks, strict=True)
    return {board.tobytes(): (int(away), mask) for board, away, mask in rows}


def _labelled(
    boards: npt.NDArray[np.int32], known: dict[bytes, tuple[int, npt.NDArray[np.bool_]]]
) -> Labelled:
    found = [known[board.tobytes()] for board in boards]
    return Labelled(
        boards, np.array([away for away, _ in found], dtype=np.int32), np.stack([mask for _, mask in found])
    )


def _solved(boards: npt.NDArray[np.int32], solved: Puzzle, workers: int | None) -> Labelled:
    """Labels by optimal solutions of the boards and of all boards one step away."""
    goal = solved.goal
    neighbours: list[Puzzle] = []
    places: list[tuple[int, int]] = []
    puzzles = [Puzzle(board, goal=goal) for board in boards]
    for number, puzzle in enumerate(puzzles):
        game = _slidewise.Game(puzzle)
        for action in np.flatnonzero(game.mask):
            game = _slidewise.Game(puzzle)
            game.step(int(action))
            neighbours.append(game.rest)
            places.append((number, int(action)))
    answers = solve_many(puzzles + neighbours, workers=workers, progress=False)
    costs = np.array([answer.cost if answer.optimal else -1 for answer in answers], dtype=np.int32)
    if (costs < 0).any():
        raise RuntimeError("a board was not solved optimally: use fewer random moves")
    away, beside = costs[: len(boards)], costs[len(boards) :]
    masks = np.zeros((len(boards), 4), dtype=np.bool_)
    for place, cost in zip(places, beside, strict=True):
        masks[place] = cost < away[place[0]]
    return Labelled(boards, away, masks)
