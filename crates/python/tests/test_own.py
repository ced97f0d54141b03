"""Searches over one's own states, and puzzles with one's own estimates."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import slidewise
from slidewise import search, solve

GRID = 12


def neighbours(cell):
    x, y = cell
    near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [(a, b) for a, b in near if 0 <= a < GRID and 0 <= b < GRID and (a * 7 + b * 3) % 5 != 1]


def to_corner(cell):
    return (GRID - 1 - cell[0]) + (GRID - 1 - cell[1])


CORNER = (GRID - 1, GRID - 1)


def is_corner(cell):
    return cell == CORNER


BEST = search.bfs((0, 0), neighbours, is_corner).cost


#: What is listed but not for callbacks: they run on one thread, and two go by what a puzzle brings along.
NOT_HERE = {"hda", "layered", "anytime"}
#: What finds a path, though not always a shortest, and what may find none.
ANY_LENGTH = {"greedy", "wastar", "arastar", "beam", "dfs", "focal", "ees", "optimistic", "dps", "lrta", "rta", "lss-lrta"}
ANY_LENGTH |= {"levin", "mcts", "hill-climbing", "steepest-ascent", "stochastic-hill-climbing"}
ANY_LENGTH |= {"restarting-hill-climbing", "annealing"}
BLIND = {"bfs", "bidirectional", "dfs", "dijkstra", "iterative-deepening", "visited-deepening", "frontier"}
ENGINES = sorted({one["name"] for one in slidewise.list_algorithms()} - NOT_HERE)


def test_what_is_not_for_callbacks_is_refused():
    for name in NOT_HERE:
        with pytest.raises(slidewise.SettingError):
            search.run(name, (0, 0), neighbours, is_corner, to_corner, promise="consistent")
    for name in ("bidirectional", "mm", "nbs", "bae", "dvcbs"):
        heuristic = None if name in BLIND else to_corner
        with pytest.raises(slidewise.SettingError, match="goals"):
            search.run(name, (0, 0), neighbours, is_corner, heuristic, promise=heuristic and "consistent")
    with pytest.raises(slidewise.SettingError):
        search.run("bae", (0, 0), neighbours, is_corner, to_corner, goals=[CORNER], promise="admissible")
    for setting in ({"threads": 2}, {"repr": "bytes"}, {"algorithm": "dfs", "order": "UDLR"}, {"algorithm": "hda"}):
        with pytest.raises(slidewise.SettingError):
            solve("867254301", heuristic=lambda board: 0, **{"algorithm": "ida", **setting})
    with pytest.raises(TypeError):
        solve("867254301", heuristic=lambda board: 0, checkpoint="kept")


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_searches_objects(name):
    """All that is listed and runs on one thread: those that promise a shortest path find one, and say so."""
    # A small grid for searches that forget where they were.
    end = (5, 4) if name in ("iterative-deepening", "bts") else CORNER
    guided = name not in BLIND
    heuristic = (lambda cell: abs(end[0] - cell[0]) + abs(end[1] - cell[1])) if guided else None
    path = search.run(
        name, (0, 0), neighbours, end.__eq__, heuristic, goals=[end], promise="consistent" if guided else None,
        time_limit=20,
    )  # fmt: skip
    best = search.bfs((0, 0), neighbours, end.__eq__).cost
    if name in ANY_LENGTH:
        assert path.cost is None or path.cost >= best
        assert path.lower_bound is None or path.lower_bound <= best
    else:
        assert (path.cost, path.proof, path.lower_bound) == (best, "optimal", best)
    if path.states is not None:
        assert path.states[0] == (0, 0) and path.states[-1] == end and len(path.states) == path.cost + 1
        assert all(b in neighbours(a) for a, b in zip(path.states, path.states[1:], strict=False))
    elif name not in ("hill-climbing", "steepest-ascent", "stochastic-hill-climbing", "annealing"):
        pytest.fail(f"{name} found nothing: {path}")


def test_named_functions():
    assert search.astar((0, 0), neighbours, is_corner, to_corner).cost >= BEST
    assert search.dijkstra((0, 0), neighbours, is_corner).proof == "optimal"
    assert search.idastar((0, 0), neighbours, is_corner, to_corner, promise="admissible").cost == BEST
    assert search.greedy((0, 0), neighbours, is_corner, to_corner)
    assert search.wastar((0, 0), neighbours, is_corner, to_corner, weight=1.5, promise="consistent").proof in (
        "within",
        "optimal",
    )
    assert search.arastar((0, 0), neighbours, is_corner, to_corner, promise="consistent").cost == BEST
    assert search.bidirectional((0, 0), neighbours, [CORNER]).cost == BEST
    assert search.dfs((0, 0), neighbours, is_corner)
    assert search.beam((0, 0), neighbours, is_corner, to_corner, beam_width=5)


def test_nothing_is_claimed_without_a_promise():
    path = search.astar((0, 0), neighbours, is_corner, to_corner)
    assert path.proof == "none" and path.cost == BEST


def test_costs_and_dead_ends():
    roads = {"a": {"b": 4, "c": 1}, "b": {"d": 1}, "c": {"b": 1, "d": 9}, "d": {}}
    path = search.dijkstra("a", roads.__getitem__, "d".__eq__, cost=lambda a, b: roads[a][b])
    assert (path.states, path.cost, path.proof) == (["a", "c", "b", "d"], 3, "optimal")
    dead = search.astar(
        "a", roads.__getitem__, "d".__eq__, lambda s: math.inf if s == "c" else 0, cost=lambda a, b: roads[a][b],
        promise="admissible",
    )  # fmt: skip
    assert dead.states == ["a", "b", "d"]
    assert search.bfs("a", roads.__getitem__, "z".__eq__).verdict == "unsolvable"
    limited = search.bfs(0, lambda n: [n + 1], lambda n: False, node_limit=50)
    assert (limited.verdict, limited.stopped_by, limited.expanded) == ("stopped", "nodes", 50)


class Oops(Exception):
    pass


def fail(*_):
    raise Oops("mine")


@pytest.mark.parametrize("name", ["astar", "ida", "beam", "greedy", "rbfs"])
def test_exceptions_come_back_as_they_are(name):
    for broken in ({"successors": fail}, {"is_goal": fail}, {"heuristic": fail}, {"cost": fail}):
        given = {"successors": neighbours, "is_goal": is_corner, "heuristic": to_corner, **broken}
        with pytest.raises(Oops, match="mine"):
            search.run(name, (0, 0), **given)


@pytest.mark.parametrize("bad", [-1, math.nan, "3", None, [1]])
def test_bad_estimates(bad):
    with pytest.raises((TypeError, ValueError)):
        search.astar((0, 0), neighbours, is_corner, lambda cell: bad)


def test_bad_values():
    with pytest.raises(TypeError):
        search.astar([], neighbours, is_corner)  # a list cannot be hashed
    with pytest.raises(TypeError):
        search.bfs(0, lambda n: 3, lambda n: False)
    with pytest.raises(ValueError):
        search.dijkstra(0, lambda n: [n + 1], lambda n: n == 3, cost=lambda a, b: -1)
    with pytest.raises(ValueError):
        search.dijkstra(0, lambda n: [n + 1], lambda n: n == 3, cost=lambda a, b: 0.5)
    with pytest.raises(ValueError):
        search.run("astr", 0, lambda n: [], lambda n: True)
    with pytest.raises(ValueError):
        search.astar(0, lambda n: [], lambda n: True, lambda n: 0, promise="perfect")


@pytest.mark.parametrize("name", ["astar", "beam", "ida", "greedy", "focal", "ees", "wastar"])
@pytest.mark.parametrize("batch", [False, True])
def test_goals_are_found_whatever_the_estimate_says_of_them(name, batch):
    far = (lambda cells: [to_corner(cell) + 7.3 for cell in cells]) if batch else (lambda cell: to_corner(cell) + 7.3)
    path = search.run(name, (0, 0), neighbours, is_corner, far, batch=batch, time_limit=20)
    assert path and path.states[-1] == CORNER and path.proof == "none"


def test_what_would_have_no_effect_is_refused():
    with pytest.raises(slidewise.SettingError):
        search.run("bfs", (0, 0), neighbours, is_corner, to_corner)
    with pytest.raises(TypeError):
        search.astar((0, 0), neighbours, is_corner, promise="consistent")
    with pytest.raises(slidewise.SettingError):
        search.run("astar", (0, 0), neighbours, is_corner, to_corner, beam_width=3)


def test_limits_end_what_does_not_end():
    """Objects of Python count as memory of the search, and a state without end is told."""
    full = search.bfs((0,), lambda n: [(*n[-50:], n[-1] + 1), (n[-1] + 2,) * 50], lambda n: False, memory_limit="40MB")
    assert (full.verdict, full.stopped_by) == ("stopped", "memory") and full.expanded > 100
    with pytest.raises(ValueError, match="successors"):
        search.bfs(0, lambda n: itertools.count(), lambda n: False)


def test_batches_are_the_successors_of_a_state():
    sizes = []

    def estimates(cells):
        sizes.append(len(cells))
        return [to_corner(cell) for cell in cells]

    path = search.astar((0, 0), neighbours, is_corner, estimates, batch=True, promise="consistent")
    assert path.cost == BEST and max(sizes) >= 2 and sum(sizes) < GRID * GRID
    assert len(sizes) <= path.expanded + 1


def manhattan(board):
    total = 0
    for (row, col), tile in np.ndenumerate(board):
        if tile:
            total += abs((tile - 1) // board.shape[1] - row) + abs((tile - 1) % board.shape[1] - col)
    return total


def test_own_estimate_on_tiles():
    own = solve("8 6 7/2 5 4/3 0 1", heuristic=manhattan, algorithm="ida", promise="consistent", node_limit=100_000)
    assert own.lower_bound >= 21 and own.heuristic == "manhattan"
    easy = slidewise.generate(size="3x3", scramble=25, seed=8)
    answer = solve(easy, heuristic=manhattan, promise="consistent")
    assert answer.optimal and answer.cost == solve(easy).cost
    assert slidewise.verify(easy, answer.moves)
    assert solve(easy, heuristic=manhattan).proof == "none"
    assert solve("1 2 3/4 5 6/8 7 0", heuristic=manhattan).verdict == "unsolvable"


@pytest.mark.parametrize("name", ["wastar", "focal", "ees", "optimistic", "dps"])
def test_the_weight_of_an_answer_is_the_one_that_was_used(name):
    """By its own weight a search expands what it expanded when the weight was left open."""
    board, how = "8 6 7/2 5 4/3 0 1", {"heuristic": manhattan, "algorithm": name, "promise": "consistent"}
    for weight in (None, "auto", 1.5, 5):
        answer = solve(board, **how, weight=weight)
        again = solve(board, **how, weight=answer.weight)
        assert (answer.expanded, answer.cost, answer.proof) == (again.expanded, again.cost, again.proof)
        assert isinstance(weight, float | int) <= (answer.weight == weight)
        assert answer.cost <= 31 * answer.weight
    assert solve(board, **how, weight=5).expanded != solve(board, **how, weight=1).expanded
    assert solve("1 2 3/4 5 6/7 0 8", heuristic=manhattan).weight is None


def test_a_setting_says_which_search_is_meant():
    """As it does for estimates that have a name."""
    meant = {"wastar": {"weight": 2}, "ida": {"depth_limit": 40}, "beam": {"beam_width": 90}, "astar": {}}
    for name, setting in meant.items():
        own = solve("1 2 3/4 0 6/7 5 8", heuristic=manhattan, **setting)
        named = solve("1 2 3/4 0 6/7 5 8", heuristic="manhattan", **(setting or {"algorithm": "astar"}))
        assert own.algorithm == named.algorithm == name and own.cost == 2


def test_a_batch_is_a_whole_layer():
    sizes = []

    def batch(boards):
        sizes.append(len(boards))
        assert boards.ndim == 3 and boards.dtype == np.int32
        return [manhattan(board) / 1.0 for board in boards]

    answer = solve("8 6 7/2 5 4/3 0 1", heuristic=batch, batch=True, algorithm="beam", beam_width=50)
    assert answer.solved and slidewise.verify("8 6 7/2 5 4/3 0 1", answer.moves)
    assert max(sizes) > 20 and len(sizes) <= answer.cost + 2
    one = solve("8 6 7/2 5 4/3 0 1", heuristic=manhattan, algorithm="beam", beam_width=50)
    assert one.cost == answer.cost


def test_own_estimate_on_bricks_and_its_errors():
    answer = solve("klotski", heuristic=lambda board: 0, algorithm="greedy", node_limit=300)
    assert answer.stopped_by == "nodes" and answer.metric == "steps"
    with pytest.raises(Oops):
        solve("867254301", heuristic=fail)
    with pytest.raises(ValueError):
        solve("867254301", heuristic=manhattan, metric="multi")
    with pytest.raises(ValueError):
        solve("867254301", heuristic=lambda boards: [1], batch=True, algorithm="beam", beam_width=10)
    with pytest.raises(ValueError):
        solve("867254301", heuristic=manhattan, algorithm="bfs")
    with pytest.raises(TypeError):
        solve("867254301", promise="consistent")


def test_callbacks_that_lie_are_told():
    """What cannot be right is no mistake of ours, and says what callbacks have to keep to."""
    one_way = {0: [1], 1: [2], 2: [3], 3: [], 5: [1]}
    for name in ("mm", "nbs"):
        with pytest.raises(ValueError, match="lead back"):
            search.run(name, 0, one_way.__getitem__, (5).__eq__, lambda n: 0, goals=[5], promise="consistent")
    assert search.arastar((0, 0), neighbours, is_corner, to_corner, weight=3, bound=1.5, promise="consistent").cost >= BEST
