"""The engines over any Python objects: states that can be hashed and compared.

>>> from slidewise import search
>>> path = search.astar(1, lambda n: [m for m in (n + 3, n * 2) if m <= 50], lambda n: n == 50)
>>> path.states, path.cost, path.proof
([1, 4, 8, 11, 22, 25, 50], 6, 'optimal')

``successors`` gives the states one move away, ``is_goal`` whether a state is a goal. Every move costs 1, or what
``cost(from, to)`` says: a whole number. ``heuristic`` gives a number for a state (``math.inf`` for a dead end); with
``batch=True`` it is given a list of states and gives as many numbers, and a beam asks for a whole layer at once.
``promise`` says what is known of it: ``"admissible"`` or ``"consistent"``; without a promise nothing is claimed of the
solution. What a function raises ends the search and comes back as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from . import _slidewise
from ._core import Time, _given
from ._progress import shown

State = TypeVar("State")

__all__ = [
    "Path",
    "arastar",
    "astar",
    "beam",
    "bfs",
    "bidirectional",
    "dfs",
    "dijkstra",
    "greedy",
    "idastar",
    "run",
    "wastar",
]


@dataclass(frozen=True)
class Path(Generic[State]):
    """How a search came out: true if there is a path.

    >>> path = bfs(1, lambda n: [n + 1, n * 2], lambda n: n == 6)
    >>> path.verdict, path.cost, path.states, bool(path)
    ('solved', 3, [1, 2, 3, 6], True)
    """

    #: ``solved``, ``unsolvable`` or ``stopped``.
    verdict: str
    #: What ended it before its natural end: ``time``, ``nodes``, ``memory``, …
    stopped_by: str | None
    #: The sum of the costs of the moves; None without a solution.
    cost: int | None
    #: ``optimal``, ``within`` (the weight) or ``none``.
    proof: str | None
    #: No solution costs less; None if there is none.
    lower_bound: int | None
    #: From the start to a goal; None without a solution.
    states: list[State] | None
    algorithm: str
    expanded: int
    generated: int
    reopened: int
    seconds: float

    def __bool__(self) -> bool:
        return self.states is not None


def run(
    algorithm: str,
    start: State,
    successors: Callable[[State], Iterable[State]],
    is_goal: Callable[[State], object],
    heuristic: Callable[[Any], Any] | None = None,
    *,
    cost: Callable[[State, State], int] | None = None,
    goals: Iterable[State] | None = None,
    batch: bool = False,
    promise: str | None = None,
    weight: float | None = None,
    depth_limit: int | None = None,
    beam_width: int | None = None,
    capacity: int | None = None,
    seed: int | None = None,
    bound: float | None = None,
    time_limit: Time | None = None,
    node_limit: int | str | None = None,
    memory_limit: int | str | None = None,
    progress: bool = False,
) -> Path[State]:
    """Search by any algorithm of :func:`slidewise.list_algorithms` that is for every space and runs on one thread.

    ``goals`` are all goals, for searches from both ends; every move must lead back at the same cost then. Estimates are
    of the way to the goals; the half that comes from there goes without. ``progress`` shows how many states were looked
    at, by ``tqdm``.

    >>> run("ida", 1, lambda n: [n + 1, n * 2] if n < 9 else [], lambda n: n == 9).cost
    4
    """
    options = _given(
        algorithm=algorithm,
        weight=weight,
        depth_limit=depth_limit,
        beam_width=beam_width,
        capacity=capacity,
        seed=seed,
        bound=bound,
        time_limit=time_limit,
        node_limit=node_limit,
        memory_limit=memory_limit,
    )
    with shown(progress, "states") as tell:
        found = _slidewise.search_objects(
            start, successors, is_goal, heuristic, cost, goals, batch, promise, options, tell
        )
    return Path(**found)


def astar(
    start: State,
    successors: Callable[[State], Iterable[State]],
    is_goal: Callable[[State], object],
    heuristic: Callable[[Any], Any] | None = None,
    **options: Any,
) -> Path[State]:
    """A*. With a consistent heuristic (or none) the path is optimal.

    >>> astar(0, lambda n: [n - 1, n + 1], lambda n: n == 5, lambda n: abs(5 - n), promise="consistent").cost
    5
    """
    return run("astar", start, successors, is_goal, heuristic, **options)


def wastar(
    start: State,
    successors: Callable[[State], Iterable[State]],
    is_goal: Callable[[State], object],
    heuristic: Callable[[Any], Any],
    *,
    weight: float = 2.0,
    **options: Any,
) -> Path[State]:
    """Weighted A*: g + weight · h.

    >>> wastar(0, lambda n: [n - 1, n + 1], lambda n: n == 5, lambda n: abs(5 - n), promise="consistent").proof
    'optimal'
    """
    return run("wastar", start, successors, is_goal, heuristic, weight=weight, **options)


def arastar(
    start: State,
    successors: Callable[[State], Iterable[State]],
    is_goal: Callable[[State], object],
    heuristic: Callable[[Any], Any],
    *,
    weight: float = 2.0,
    **options: Any,
) -> Path[State]:
    """Anytime repairing A*: better and better paths until a limit comes or the best is proven.

    >>> arastar(0, lambda n: [n - 1, n + 1], lambda n: n == 5, lambda n: abs(5 - n), promise="consistent").cost
    5
    """
    return run("arastar", start, successors, is_goal, heuristic, weight=weight, **options)


def greedy(
    start: State,
    successors: Callable[[State], Iterable[State]],
    is_goal: Callable[[State], object],
    heuristic: Callable[[Any], Any],
    **options: Any,
) -> Path[State]:
    """Greedy best-first search: by h alone.

    >>> greedy(0, lambda n: [n - 1, n + 1], lambda n: n == 5, lambda n: abs(5 - n)).expanded
    5
    """
    return run("greedy", start, successors, is_goal, heuristic, **options)


def dijkstra(
    start: State,
    successors: Callable[[State], Iterable[State]],
    is_goal: Callable[[State], object],
    **options: Any,
) -> Path[State]:
    """Dijkstra's algorithm: by g alone.

    >>> roads = {"a": {"b": 4, "c": 1}, "b": {"d": 1}, "c": {"b": 1}, "d": {}}
    >>> dijkstra("a", lambda at: roads[at], lambda at: at == "d", cost=lambda a, b: roads[a][b]).states
    ['a', 'c', 'b', 'd']
    """
    return run("dijkstra", start, successors, is_goal, **options)


def idastar(
    start: State,
    successors: Callable[[State], Iterable[State]],
    is_goal: Callable[[State], object],
    heuristic: Callable[[Any], Any] | None = None,
    **options: Any,
) -> Path[State]:
    """IDA*: depth first, to one bound on f after another.

    >>> idastar(0, lambda n: [n - 1, n + 1], lambda n: n == 5, lambda n: abs(5 - n), promise="admissible").cost
    5
    """
    return run("ida", start, successors, is_goal, heuristic, **options)


def bfs(
    start: State,
    successors: Callable[[State], Iterable[State]],
    is_goal: Callable[[State], object],
    **options: Any,
) -> Path[State]:
    """Breadth-first search: the fewest moves.

    >>> bfs(1, lambda n: [n + 1, n * 2], lambda n: n == 12).states
    [1, 2, 3, 6, 12]
    """
    return run("bfs", start, successors, is_goal, **options)


def bidirectional(
    start: State,
    successors: Callable[[State], Iterable[State]],
    goals: Iterable[State],
    **options: Any,
) -> Path[State]:
    """Breadth-first search from both ends, where every move leads back.

    >>> bidirectional(0, lambda n: [n - 1, n + 1], goals=[5, -7]).cost
    5
    """
    known = list(goals)
    found = set(known)
    return run("bidirectional", start, successors, found.__contains__, goals=known, **options)


def dfs(
    start: State,
    successors: Callable[[State], Iterable[State]],
    is_goal: Callable[[State], object],
    **options: Any,
) -> Path[State]:
    """Depth-first search, which remembers what it has seen.

    >>> dfs(1, lambda n: [n * 2, n + 1] if n < 9 else [], lambda n: n == 9).proof
    'none'
    """
    return run("dfs", start, successors, is_goal, **options)


def beam(
    start: State,
    successors: Callable[[State], Iterable[State]],
    is_goal: Callable[[State], object],
    heuristic: Callable[[Any], Any],
    *,
    beam_width: int = 1000,
    **options: Any,
) -> Path[State]:
    """Beam search: the most promising states of each layer.

    >>> beam(0, lambda n: [n - 1, n + 1], lambda n: n == 5, lambda n: abs(5 - n), beam_width=3).cost
    5
    """
    return run("beam", start, successors, is_goal, heuristic, beam_width=beam_width, **options)
