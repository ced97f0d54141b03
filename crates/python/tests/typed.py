"""What a type checker sees of the package: `mypy --strict` reads this file, pytest does not."""

from __future__ import annotations

from typing import assert_type

import numpy as np
import numpy.typing as npt

import slidewise
from slidewise import search

answer = slidewise.solve("8 6 7/2 5 4/3 0 1", algorithm="astar", heuristic="manhattan", time_limit=10)
assert_type(answer, slidewise.Answer)
assert_type(answer.cost, int | None)
assert_type(answer.states(), npt.NDArray[np.int32])
for step in answer:
    assert_type(step.piece, str)

slidewise.solve([[1, 2, 3], [4, 5, 6], [7, 0, 8]], goal=np.eye(3, dtype=int))
slidewise.solve("klotski", speed=3)  # type: ignore[call-arg]


def estimate(board: npt.NDArray[np.int32]) -> int:
    return int(board[0, 0])


slidewise.solve("867254301", heuristic=estimate, promise="admissible")

many = slidewise.solve_many(["123456708"], workers=2)
assert_type([one.cost for one in many], list[int | None])
assert_type(many.done, dict[int, slidewise.Answer])

path = search.astar((0, 0), lambda cell: [(cell[0] + 1, cell[1])], lambda cell: cell == (3, 0))
assert_type(path.states, list[tuple[int, int]] | None)

done = slidewise.compare(slidewise.read("1230"), algorithms=["bfs"], heuristics=None)
frame = done.to_pandas()
print(frame["cost"].mean(), done.to_polars().height)

labelled = slidewise.distances(size=(2, 3))
assert_type(labelled.masks, npt.NDArray[np.bool_])
table = slidewise.tables.train("3x3", rounds=1)
assert_type(table, slidewise.Learned)
