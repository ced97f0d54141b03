"""Heuristics, distances and training sets as arrays."""

from __future__ import annotations

import numpy as np
import pytest

import slidewise


@pytest.fixture(scope="module")
def space():
    return slidewise.distances(size="3x3")


def test_a_whole_space(space):
    assert space.boards.shape == (181440, 3, 3) and space.distances.max() == 31
    assert (np.bincount(space.distances)[:4] == [1, 2, 4, 8]).all()
    # Every board but the goal has a way nearer, and all ways nearer are marked.
    assert (space.masks.any(axis=1) == (space.distances > 0)).all()
    pick = np.random.default_rng(0).choice(len(space.boards), 20)
    for index in pick:
        assert slidewise.solve(space.boards[index]).cost == space.distances[index]


@pytest.mark.parametrize(
    "name", [h["name"] for h in slidewise.list_heuristics("tiles")] + ["max(misplaced,linear-conflict)"]
)
def test_heuristics_on_arrays_are_those_of_the_search(name, space):
    estimate = slidewise.heuristic(name)
    some = space.boards[::20000]
    try:
        values = estimate(some)
    except slidewise.SettingError:
        pytest.skip("it cannot be had for this size")
    assert values.shape == (len(some),)
    assert [estimate(slidewise.Puzzle(board)) for board in some] == values.tolist()


def test_estimates_of_a_space_are_admissible(space):
    for name in ("manhattan", "linear-conflict", "walking-distance", "pdb"):
        assert (slidewise.heuristic(name)(space.boards) <= space.distances).all(), name
    wide = slidewise.heuristic("manhattan")(space.boards.reshape(2, 90720, 3, 3).astype(np.uint8))
    assert wide.shape == (2, 90720)


def test_boards_that_are_none():
    manhattan = slidewise.heuristic("manhattan")
    good = np.arange(9).reshape(1, 3, 3)
    assert manhattan(good[0]) == manhattan(good)[0]
    for bad in (np.zeros((2, 3, 3), int), np.full((1, 3, 3), 77), np.arange(1, 10).reshape(1, 3, 3), -good):
        with pytest.raises(ValueError):
            manhattan(bad)
    with pytest.raises(TypeError):
        manhattan(np.zeros((2, 3, 3)))
    with pytest.raises(ValueError):
        slidewise.heuristic("nosuch")(good)
    assert manhattan(np.zeros((0, 3, 3), int)).shape == (0,)


def test_boards_are_not_taken_for_others():
    """Numbers that fit into no 32 bits are no tiles; lists and tensors are arrays."""
    manhattan, board = slidewise.heuristic("manhattan"), np.array([[8, 6, 7], [2, 5, 4], [3, 0, 1]])
    for wrong in (board.astype(np.int64) + 2**32, board.astype(np.uint64) + 2**40, board.astype(np.uint32) - 1):
        with pytest.raises(ValueError, match="from 0 to 8"):
            manhattan(wrong)
    for right in (np.int64, np.uint64, np.uint32, np.int8, ">i2"):
        assert manhattan(board.astype(right)) == 21
    for several in ([board.tolist()] * 3, [board] * 3, [slidewise.Puzzle(board)] * 3, (board, board, board)):
        assert manhattan(several).tolist() == [21, 21, 21]
    for one in (board.tolist(), [[8, 6, 7], [2, 5, 4], [3, None, 1]], slidewise.Puzzle(board), "867254301"):
        assert manhattan(one) == 21
    pandas = pytest.importorskip("pandas")
    assert manhattan(pandas.DataFrame(board)) == 21 and slidewise.solve(pandas.DataFrame(board)).cost == 31
    # A threshold of sums: parts of a partition are added, and of several the largest counts.
    assert slidewise.heuristic("max(pdb:4-4,pdb:5-3)")(board) == slidewise.heuristic("pdb")(board)


def test_boards_out_of_reach_have_estimates_too():
    swapped = np.array([[[1, 2, 3], [4, 5, 6], [8, 7, 0]]])
    for name in ("manhattan", "linear-conflict", "walking-distance", "pdb"):
        assert slidewise.heuristic(name)(swapped).shape == (1,)


def test_bricks():
    boards, away, masks = slidewise.distances("klotski", metric="moves")
    assert len(boards) == 25955 and masks.shape[0] == 0 and away.min() == 0
    assert slidewise.heuristic("goal-blockers")("klotski") >= 1
    with pytest.raises(ValueError):
        slidewise.distances("klotski", masks=True)
    with pytest.raises(ValueError):
        slidewise.distances(size="4x4")


def test_random_walks():
    walk = slidewise.random_walk("1 2 3/4 5 6/7 8 0", 50, seed=3)
    assert walk.shape == (51, 3, 3)
    assert ((walk[1:] != walk[:-1]).sum(axis=(1, 2)) == 2).all()
    assert not (walk[2:] == walk[:-2]).all(axis=(1, 2)).any()
    assert np.array_equal(walk, slidewise.random_walk("1 2 3/4 5 6/7 8 0", 50, seed=3))


def test_training_sets_have_what_was_asked_for():
    for size, goal in (("3x3", "blank-first"), ("2x4", None), ("3x3", np.arange(9)[::-1].reshape(3, 3))):
        batch = next(slidewise.training_set(20, size=size, goal=goal, seed=1))
        costs = [slidewise.solve(board, goal=goal).cost for board in batch.boards]
        assert costs == batch.distances.tolist() and min(costs) > 0
    assert list(slidewise.training_set(0, size="3x3")) == []
    for bad in ({"batch": 0}, {"scramble": 0}, {"scramble": 10**15}, {"size": "1x1"}):
        with pytest.raises(ValueError):
            next(iter(slidewise.training_set(3, **{"size": "3x3", **bad})))


def test_training_sets_are_true():
    batches = list(slidewise.training_set(150, size="3x3", batch=64, seed=5))
    assert [len(batch.boards) for batch in batches] == [64, 64, 22]
    for board, away, _ in zip(*batches[2], strict=True):
        assert slidewise.solve(board).cost == away
    large = next(slidewise.training_set(6, size="4x4", scramble=20, seed=5))
    small = next(slidewise.training_set(6, size="4x4", scramble=20, seed=5))
    assert np.array_equal(large.boards, small.boards) and large.masks.any(axis=1).all()
    for board, away, mask in zip(*large, strict=True):
        game = slidewise._slidewise.Game(slidewise.Puzzle(board))
        game.step(int(np.flatnonzero(mask)[0]))
        assert slidewise.solve(game.rest).cost == away - 1
