"""Algorithms, heuristics and the rest side by side on the same puzzles."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _slidewise
from ._core import PuzzleLike, PuzzlesLike, Size, Time, _check_whole, _given
from ._progress import shown
from ._slidewise import Puzzle

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

#: Columns that hold numbers; all others hold text.
_NUMBERS = {
    "weight": "double",
    "threads": "int64",
    "run": "int64",
    "seed": "uint64",
    "cost": "int64",
    "lower_bound": "int64",
    "optimum": "int64",
    "found": "int64",
    "expanded": "int64",
    "generated": "int64",
    "reopened": "int64",
    "peak_bytes": "int64",
    "wall_seconds": "double",
    "cpu_seconds": "double",
    "setup_seconds": "double",
}


@dataclass(frozen=True)
class Comparison:
    """The rows of an experiment, with its tables and pictures.

    >>> done = compare("1 2 3/4 0 6/7 5 8", algorithms=["bfs", "astar"], heuristics="manhattan", progress=False)
    >>> done.complete, done.to_pandas()["expanded"].tolist() == [row["expanded"] for row in done.rows]
    (True, True)
    """

    #: One run each: what ``results.csv`` has.
    rows: list[dict[str, Any]] = field(repr=False)
    #: Whether all runs were made; False after Ctrl-C.
    complete: bool
    #: Results that cannot all be true: there are none, or there is a mistake somewhere.
    contradictions: list[str]
    #: Pictures as SVG, by name.
    pictures: dict[str, str] = field(repr=False)
    #: The summary as Markdown.
    summary: str = field(repr=False)
    #: What ``results.csv`` has, as text.
    csv: str = field(repr=False)
    #: The places of the rows among all runs: those of a shard are some of them.
    places: list[int] = field(repr=False)

    def __len__(self) -> int:
        return len(self.rows)

    def to_arrow(self) -> pyarrow.Table:
        """The rows as an Arrow table."""
        import pyarrow as pa

        names = self.csv.splitlines()[0].split(",")
        kinds = [pa.field(name, pa.type_for_alias(_NUMBERS.get(name, "string"))) for name in names]
        return pa.Table.from_pylist(self.rows, schema=pa.schema(kinds))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas data frame."""
        frame: pandas.DataFrame = self.to_arrow().to_pandas()
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The rows as a polars data frame, which shares the memory of the Arrow table."""
        import polars

        frame = polars.from_arrow(self.to_arrow())
        assert isinstance(frame, polars.DataFrame)
        return frame

    def _repr_markdown_(self) -> str:
        return self.summary

    def _repr_html_(self) -> str:
        from ._notebook import comparison

        return comparison(self)


def compare(
    puzzles: PuzzlesLike | None = None,
    *,
    algorithms: Iterable[str] | str | None = None,
    heuristics: Iterable[str] | str | None = None,
    weights: Iterable[float] | float | None = None,
    reprs: Iterable[str] | str | None = None,
    metrics: Iterable[str] | str | None = None,
    beam_widths: Iterable[int] | int | None = None,
    capacities: Iterable[int] | int | None = None,
    depth_limits: Iterable[int] | int | None = None,
    orders: Iterable[str] | str | None = None,
    threads: Iterable[int] | int | None = None,
    time_limits: Iterable[Time] | None = None,
    suite: str | None = None,
    runs: int = 1,
    seed: int | None = None,
    time_limit: Time | None = None,
    node_limit: int | str | None = None,
    memory_limit: int | str | None = None,
    goal: PuzzleLike | None = None,
    size: Size | None = None,
    form: str | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    shard: str | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Run every combination on every puzzle.

    Each run ends after ``time_limit`` seconds, 10 if there is no other limit. ``out`` is a directory for tables and
    pictures, in which ``resume=True`` goes on. ``shard="2/4"`` makes the second quarter of the runs, for work on several
    machines; :func:`merge` puts shards together. After Ctrl-C the comparison has the runs that were made, and a warning says
    so.

    >>> both = compare("1 2 3/4 0 6/7 5 8", algorithms=["bfs", "astar"], heuristics="manhattan", progress=False)
    >>> [(row["spec"], row["cost"]) for row in both.rows]
    [('bfs', 2), ('astar manhattan', 2)]
    """
    axes = _given(
        algorithms=algorithms,
        heuristics=heuristics,
        weights=weights,
        reprs=reprs,
        metrics=metrics,
        beam_widths=beam_widths,
        capacities=capacities,
        depth_limits=depth_limits,
        orders=orders,
        threads=threads,
        time_limits=time_limits,
    )
    _check_whole(0, 2**32 - 1, runs=runs)
    _check_whole(0, seed=seed)
    if puzzles is None and suite is None:
        raise TypeError("puzzles or a suite are needed")
    if suite is None and time_limit is None and node_limit is None and time_limits is None:
        time_limit = 10.0
    options = _given(
        time_limit=time_limit, node_limit=node_limit, memory_limit=memory_limit, goal=goal, size=size, form=form
    )
    with shown(progress, "runs") as tell:
        data, interrupt = _slidewise.compare(
            puzzles,
            suite,
            axes,
            runs,
            seed,
            None if out is None else os.fspath(out),
            resume,
            shard,
            tell,
            options,
        )
        if tell is not None:
            tell(len(data["rows"]), len(data["rows"]) if data["complete"] else None)
    if interrupt is not None:
        warnings.warn("stopped on request: not all runs were made", RuntimeWarning, stacklevel=2)
    return Comparison(**data)


def merge(parts: Iterable[Comparison]) -> Comparison:
    """Put the shards of one comparison together: every run once, as one run of all would have given them.

    >>> from slidewise import generate
    >>> boards = generate(4, size="3x3", seed=1)
    >>> parts = [compare(boards, algorithms=["bfs", "dfs"], shard=f"{n}/2", progress=False) for n in (1, 2)]
    >>> [len(part) for part in parts], len(merge(parts))
    ([4, 4], 8)
    """
    given = list(parts)
    rows: dict[int, dict[str, Any]] = {}
    for part in given:
        if not isinstance(part, Comparison):
            raise TypeError(f"comparisons are merged, not {type(part).__name__}")
        for place, row in zip(part.places, part.rows, strict=True):
            if place in rows:
                raise ValueError(f"{row['spec']} on {row['instance']} is there twice: these are no shards of one comparison")
            rows[place] = row
    places = sorted(rows)
    data = _slidewise.report_of([rows[place] for place in places])
    return Comparison(**data, complete=all(part.complete for part in given), places=places)


def suite(name: str) -> list[Puzzle]:
    """The puzzles of an experiment that comes with the package, with their names and published optima.

    >>> first = suite("korf15")[0]
    >>> first.shape, first.known_optimum
    ((4, 4), 57)
    """
    return _slidewise.suite_puzzles(name)
