"""Tables that are kept: pattern databases, and heuristics that were learned.

>>> from slidewise import tables
>>> [recipe["name"] for recipe in tables.recipes()][:2]
['15-small', '15-large']
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import _slidewise
from ._core import Size, Time, _check_whole
from ._progress import shown
from ._slidewise import Learned

__all__ = ["Learned", "build", "directory", "files", "recipes", "remove", "train", "verify"]


def recipes() -> list[dict[str, Any]]:
    """Tables that can be built by name, and how many of their files are there.

    >>> {one["name"]: one["metric"] for one in recipes()}["15-small"]
    'single'
    """
    found: list[dict[str, Any]] = _slidewise.pdb_list()["recipes"]
    return found


def files() -> list[dict[str, Any]]:
    """The tables on disk.

    >>> all(directory() in Path(one["path"]).parents for one in files())
    True
    """
    found: list[dict[str, Any]] = _slidewise.pdb_list()["files"]
    return found


def directory() -> Path:
    """Where tables are kept: the environment variable ``SLIDEWISE_CACHE``, or the system's place for such files.

    >>> directory() == Path(os.environ.get("SLIDEWISE_CACHE", directory()))
    True
    """
    return Path(_slidewise.pdb_list()["directory"])


def build(
    name: str | None = None,
    *,
    partition: str | None = None,
    size: Size | None = None,
    goal: str = "blank-last",
    threads: int | None = None,
    memory_limit: int | str | None = None,
    progress: bool | None = None,
) -> list[Path]:
    """Build pattern databases by name (:func:`recipes`) or for a partition of a board, and keep them.

    They are used from then on wherever ``heuristic="pdb"`` is, and by ``heuristic="pdb:6-6-3"``.

    >>> len(build(partition="3-2", size="2x3", progress=False))
    2
    """
    _check_whole(1, threads=threads)
    with shown(progress, "building") as tell:

        def told(part: float) -> None:
            if tell is not None:
                tell(int(1000 * part), 1000)

        built = _slidewise.pdb_build(name, partition, size, goal, threads, memory_limit, tell and told)
        told(1)
    return [Path(file) for file in built]


def verify(path: str | os.PathLike[str]) -> None:
    """Prove every entry of a table by code that did not build it; raises ``ValueError`` if one is wrong.

    >>> for file in build(partition="3-2", size="2x3", progress=False):
    ...     verify(file)
    """
    _slidewise.pdb_verify(os.fspath(path))


def remove(name: str) -> int:
    """Remove the tables of a name from the disk; tells how many files that were.

    >>> remove("15-small")
    0
    """
    return _slidewise.pdb_remove(name)


def train(
    size: Size,
    *,
    time: Time | None = None,
    rounds: int | None = None,
    seed: int = 1,
    width: int = 500,
    boards: int = 200,
    threads: int | None = None,
    smooth: float = 0.75,
    start: Sequence[str | os.PathLike[str]] = (),
    progress: bool | None = None,
) -> Learned:
    """Train the learned heuristic for boards of a size. Ctrl-C ends training and keeps what was learned.

    ``table.save("5x5.lrn")`` keeps it, ``solve(…, heuristic="learned:5x5.lrn")`` uses it, and ``table.install()`` uses it
    from now on for boards of its size. The same settings with ``rounds`` give the same table.

    >>> train("3x3", rounds=2, boards=20, width=50, progress=False)
    Learned(3x3)
    """
    _check_whole(0, 2**32 - 1, rounds=rounds)
    _check_whole(0, seed=seed)
    _check_whole(1, width=width, boards=boards, threads=threads)
    with shown(progress, "rounds") as tell:

        def told(round: int, solved: int, tried: int, length: float, error: float) -> None:
            if tell is not None:
                tell(round, rounds, f"{solved} of {tried} solved, {length:.1f} moves, error {error:.2f}")

        table, interrupt = _slidewise.train(
            size,
            time,
            rounds,
            seed,
            width,
            boards,
            threads,
            smooth,
            [os.fspath(file) for file in start],
            tell and told,
        )
    if interrupt is not None:
        warnings.warn("training was stopped on request", RuntimeWarning, stacklevel=2)
    return table
