"""Sets of pieces on a board, and the hardest starts with each."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from . import _slidewise
from ._core import PuzzleLike, Range, Size, Time, _check_whole, _given
from ._progress import shown
from ._slidewise import Puzzle


@dataclass(frozen=True)
class HardestStart:
    """The hardest starts in a metric.

    >>> found = design("klotski", metric="moves", progress=False).hardest["moves"]
    >>> found.length, found.start.kind
    (93, 'bricks')
    """

    metric: str
    #: The length of their shortest solution.
    length: int
    #: How many there are; of samples, in the part of the space where it was found.
    count: int
    up_to_mirror: int
    #: Placements from which there is a solution.
    solvable: int
    #: One of the hardest.
    start: Puzzle


@dataclass(frozen=True)
class DesignedSet:
    """What came of a set of pieces, or of some samples.

    >>> one, = design("klotski", add="1x1", pieces=1, metric="moves", progress=False)
    >>> one.set, one.placements, one.parts
    ('1x1*1', 192, 1)
    """

    #: The number of the set.
    job: int
    #: The pieces that were added, or which samples these are: ``2x1*4 1x1*4``.
    set: str
    #: Placements looked at.
    placements: int
    up_to_mirror: int
    #: Parts into which moves divide all placements; None for samples.
    parts: int | None
    #: Why not all were looked at, if so.
    unfinished: str | None
    #: The hardest starts by metric; none where no start can be solved.
    hardest: dict[str, HardestStart]


@dataclass(frozen=True)
class Design:
    """What came of a design: all sets, and the hardest starts among them.

    >>> made = design("klotski", add="1x1", empty="14..", metric="moves", progress=False)
    >>> len(made), made.left, made.placements == sum(one.placements for one in made)
    (3, 0, True)
    """

    sets: list[DesignedSet]
    #: How many sets, or hundreds of samples, are left after a limit or Ctrl-C.
    left: int

    @property
    def placements(self) -> int:
        """Placements looked at."""
        return sum(one.placements for one in self.sets)

    @property
    def hardest(self) -> dict[str, HardestStart]:
        """The hardest starts of all sets, by metric."""
        best: dict[str, HardestStart] = {}
        for found in (found for one in self.sets for found in one.hardest.values()):
            if found.metric not in best or found.length > best[found.metric].length:
                best[found.metric] = found
        return best

    def __len__(self) -> int:
        return len(self.sets)

    def __iter__(self) -> Iterator[DesignedSet]:
        return iter(self.sets)


def _made(data: dict[str, Any]) -> DesignedSet:
    found = [HardestStart(**{**one, "start": Puzzle(one["start"])}) for one in data.pop("hardest")]
    return DesignedSet(**data, hardest={one.metric: one for one in found})


def design(
    puzzle: PuzzleLike,
    *,
    add: Iterable[Size] | str = (),
    pieces: Range | None = None,
    empty: Range | None = None,
    samples: int | None = None,
    seed: int = 0,
    any_goal: bool = False,
    metric: str | None = None,
    threads: int | None = None,
    time_limit: Time | None = None,
    memory_limit: int | str | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: bool | None = None,
) -> Design:
    """Lay pieces on the board of a brick puzzle in every way, and tell which starts take longest to solve.

    Without ``add`` the pieces are the puzzle's own. With it, only those stay that the goal names, and pieces of these shapes
    (rows and columns) are added in every combination: ``pieces`` of them, with ``empty`` cells left. ``samples`` draws so
    many placements instead of looking at all; ``any_goal`` lets every place of the named piece be its goal. ``metric`` is
    what counts as a move, each in turn if it is left open. ``out`` is a file in which results are kept as they come, the same
    as the program's, and from which ``resume=True`` goes on. After Ctrl-C the result has what is done, and a warning says so.

    >>> made = design("klotski", metric="moves", progress=False)
    >>> made.placements, made.hardest["moves"].length
    (65880, 93)
    """
    _check_whole(0, samples=samples, seed=seed)
    shapes = add.split(",") if isinstance(add, str) else list(add)
    with shown(progress, "sets") as tell:
        found, left, interrupt = _slidewise.design(
            puzzle,
            add=shapes,
            pieces=pieces,
            empty=empty,
            samples=samples,
            seed=seed,
            any_goal=any_goal,
            out=None if out is None else os.fspath(out),
            resume=resume,
            progress=tell,
            options=_given(metric=metric, threads=threads, time_limit=time_limit, memory_limit=memory_limit),
        )
    if interrupt is not None:
        warnings.warn(f"stopped on request: {left} sets are left", RuntimeWarning, stacklevel=2)
    return Design([_made(data) for data in found], left)
