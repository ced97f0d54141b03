"""Environments."""

from __future__ import annotations

import copy
import time
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import slidewise  # noqa: E402
import slidewise.gym  # noqa: E402


@pytest.mark.parametrize(
    "options",
    [
        {"id": "slidewise/Tiles-v0"},
        {"id": "slidewise/Tiles-v0", "size": "3x3", "reward": "goal", "optimum": True},
        {"id": "slidewise/Bricks-v0"},
        {"id": "slidewise/Bricks-v0", "puzzle": "klotski", "scramble": 20},
    ],
)
def test_environments_pass_the_checker(options):
    env = gymnasium.make(**options, render_mode="rgb_array")
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(env.unwrapped)
    # It recommends observations from -1 to 1 and what else suits networks; a board is a board.
    assert [str(one.message) for one in said if "recommend" not in str(one.message)] == []


def test_an_episode_solved_by_the_solver():
    env = gymnasium.make("slidewise/Tiles-v0", size="3x3", optimum=True, render_mode="ansi")
    board, info = env.reset(seed=4)
    again, _ = env.reset(seed=4)
    assert np.array_equal(board, again)
    answer = slidewise.solve(board)
    assert info["optimum"] == answer.cost
    total = 0.0
    for left, step in enumerate(answer):
        action = "UDLR".index(step.path)
        assert info["action_mask"][action] == 1
        board, reward, terminated, truncated, info = env.step(action)
        total += float(reward)
        assert info["optimum"] == answer.cost - left - 1 and not truncated
    assert terminated and total == -answer.cost and "┌" in env.render()


def test_illegal_steps_and_options(capsys):
    env = slidewise.gym.TilesEnv("3x3", illegal=-5.0, reward="goal", render_mode="human")
    _, info = env.reset(options={"puzzle": "1 2 3/4 5 6/7 8 0"})
    assert list(info["action_mask"]) == [0, 1, 0, 1]
    board, reward, terminated, _, _ = env.step(0)
    assert reward == 1.0 - 5.0 and terminated and board[2, 2] == 0
    assert "┌" in capsys.readouterr().out
    with pytest.raises(ValueError):
        slidewise.gym.TilesEnv(reward="none")
    with pytest.raises(ValueError):
        slidewise.gym.TilesEnv(render_mode="none")


def test_actions_and_puzzles_that_are_none():
    env = slidewise.gym.TilesEnv("3x3")
    env.reset(seed=1)
    for bad in (-1, 4, 10**30):
        with pytest.raises(ValueError):
            env.step(bad)
    with pytest.raises(TypeError):
        env.step(1.5)
    for puzzle in ("1230", "klotski"):
        with pytest.raises(ValueError):
            env.reset(options={"puzzle": puzzle})
    envs = slidewise.gym.TilesVectorEnv(2, "3x3")
    with pytest.raises(ValueError, match="whole"):
        envs.step(np.array([0.5, 1.5]))
    for bad in ({"num_envs": 0}, {"num_envs": -1}, {"scramble": 0}, {"scramble": 10**15}, {"render_mode": "human"}):
        with pytest.raises(ValueError):
            slidewise.gym.TilesVectorEnv(**{"num_envs": 2, "size": "3x3", **bad})


def test_every_puzzle_is_an_environment_with_a_picture():
    """Every kind: the mask is right, boards are in the space, and pixels are those of the board's cells."""
    made = [slidewise.generate(kind="freeform", size="3x4", blanks=2, seed=1), slidewise.generate(size="1x5", seed=1)]
    for puzzle in [entry["name"] for entry in slidewise.list_puzzles()][::5] + made:
        env = slidewise.gym.PuzzleEnv(puzzle, render_mode="rgb_array", cell=8)
        board, info = env.reset(seed=1)
        picture = env.render()
        assert picture.shape == (8 * board.shape[0], 8 * board.shape[1], 3) and picture.dtype == np.uint8
        for action in range(env.action_space.n):
            before = board
            board, *_, after = env.step(action)
            assert env.observation_space.contains(board)
            moved = not np.array_equal(before, board)
            assert bool(info["action_mask"][action]) == moved
            if moved:
                assert (picture != (picture := env.render())).any()
            info = after
        assert info["action_mask"].any()


def test_environments_are_copied_where_they_are():
    """What a planner does that tries moves on a copy: the same state, and a life of its own."""
    env = slidewise.gym.BricksEnv(slidewise.generate(start="klotski", scramble=10, seed=2))
    board, info = env.reset(seed=1)
    other = copy.deepcopy(env)
    action = int(np.flatnonzero(info["action_mask"])[0])
    moved = other.step(action)[0]
    assert not np.array_equal(moved, board) and np.array_equal(env.step(action)[0], moved)
    envs = slidewise.gym.TilesVectorEnv(3, "3x3", render_mode="rgb_array")
    envs.reset(seed=4)
    twin = copy.deepcopy(envs)
    actions = np.array([0, 1, 2])
    assert np.array_equal(envs.step(actions)[0], twin.step(actions)[0])
    assert np.array_equal(envs.reset()[0], twin.reset()[0])
    assert [frame.shape for frame in envs.render()] == [(144, 144, 3)] * 3
    assert slidewise.gym.TilesVectorEnv(2, "3x3").render() is None


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_gymnasium_makes_vectors_of_bricks(mode):
    envs = gymnasium.make_vec("slidewise/Bricks-v0", num_envs=2, vectorization_mode=mode)
    boards, info = envs.reset(seed=1)
    assert boards.shape == (2, 5, 4) and envs.step(envs.action_space.sample())[0].shape == (2, 5, 4)
    envs.close()


def test_bricks_are_played_to_the_end():
    env = gymnasium.make("slidewise/Bricks-v0", puzzle="klotski", render_mode="rgb_array")
    board, _ = env.reset(seed=1)
    answer = slidewise.solve("klotski", metric="steps")
    index = {label: number - 1 for number, label in answer.puzzle.labels.items()}
    terminated = False
    for step in answer:
        action = 4 * index[step.piece] + "UDLR".index(step.path)
        board, _, terminated, _, info = env.step(action)
    assert terminated and np.array_equal(board, answer.states()[-1])
    assert env.render().shape == (5 * 48, 4 * 48, 3)


def test_vector_steps_are_those_of_single_boards():
    envs = gymnasium.make_vec("slidewise/Tiles-v0", num_envs=16, size="3x3", vectorization_mode="vector_entry_point")
    boards, _ = envs.reset(seed=7)
    games = [slidewise._slidewise.Game(slidewise.Puzzle(board.astype(int))) for board in boards]
    draw = np.random.default_rng(1)
    for _ in range(200):
        actions = draw.integers(0, 4, 16)
        boards, rewards, terminated, truncated, _ = envs.step(actions)
        for game, action, board, solved in zip(games, actions, boards, terminated, strict=True):
            if game is not None:
                game.step(int(action))
                assert np.array_equal(game.board, board) and game.is_solved == solved
        games = [None if done else game for game, done in zip(games, terminated, strict=True)]
        assert (rewards <= 0).all() and not truncated.any()


def test_vector_reset_mask_and_truncation():
    envs = slidewise.gym.TilesVectorEnv(8, "2x2", scramble=1, max_episode_steps=3, masks=True)
    boards, info = envs.reset(seed=3)
    assert (np.sort(boards.reshape(8, -1)) == np.arange(4)).all() and info["action_mask"].shape == (8, 4)
    seen = np.zeros(8, dtype=bool)
    for _ in range(12):
        actions = np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]])
        boards, rewards, terminated, truncated, info = envs.step(actions)
        seen |= terminated | truncated
    assert seen.all()
    for bad in (np.full(8, 4), np.zeros(7, int)):
        with pytest.raises(ValueError):
            envs.step(bad)


def test_vector_seeds_and_partial_resets():
    envs = slidewise.gym.TilesVectorEnv(3, "3x3")
    first, _ = envs.reset(seed=5)
    assert np.array_equal(envs.reset(seed=[5, 6, 7])[0], first)
    assert np.array_equal(envs.reset(seed=np.int64(5))[0], first)
    swapped, _ = envs.reset(seed=[7, None, 5])
    assert np.array_equal(swapped[[2, 0]], first[[0, 2]])
    kept, _ = envs.reset(options={"reset_mask": np.array([False, True, False])})
    assert np.array_equal(kept[[0, 2]], swapped[[0, 2]]) and not np.array_equal(kept[1], swapped[1])
    with pytest.raises(ValueError):
        envs.reset(seed=[1])
    with pytest.raises(MemoryError):
        slidewise.gym.TilesVectorEnv(10**12, "4x4")


def test_vector_environments_keep_to_the_conventions():
    """What Gymnasium's own vector environments do: types, masks that a space samples by, keys of `info`, resets."""
    made = {
        mode: gymnasium.make_vec(
            "slidewise/Tiles-v0", num_envs=3, size="2x2", scramble=2, vectorization_mode=mode,
            **({"masks": True} if mode == "vector_entry_point" else {}),
        )
        for mode in ("vector_entry_point", "sync")
    }  # fmt: skip
    ours, theirs = made.values()
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    assert ours.action_space == theirs.action_space and ours.single_action_space == theirs.single_action_space
    with pytest.raises(gymnasium.error.ResetNeeded):
        ours.step(ours.action_space.sample())
    infos = {envs: envs.reset(seed=1)[1] for envs in made.values()}
    was_ended, has_ended = np.zeros(3, dtype=bool), False
    for _ in range(40):
        for envs, info in infos.items():
            assert info.keys() == {"action_mask", "_action_mask"} and info["_action_mask"].all()
            assert info["action_mask"].dtype == np.int8 and info["action_mask"].shape == (3, 4)
            actions = envs.action_space.sample(mask=tuple(info["action_mask"]))
            results = envs.step(actions)
            infos[envs] = results[-1]
            assert [one.dtype for one in results[1:4]] == [np.float64, np.bool_, np.bool_]
            assert [one.shape for one in results[:4]] == [(3, 2, 2), (3,), (3,), (3,)]
            assert envs.observation_space.contains(results[0])
            if envs is ours:
                _, rewards, terminated, truncated, _ = results
                # A step after the end gives a new board: nothing is earned, and nothing ends.
                assert (rewards[was_ended] == 0).all() and not (terminated | truncated)[was_ended].any()
                was_ended = terminated | truncated
                has_ended |= was_ended.any()
    assert has_ended
    for envs in made.values():
        envs.close()


def test_vector_environments_without_a_seed_differ():
    first, second = (slidewise.gym.TilesVectorEnv(8, "4x4") for _ in range(2))
    boards = [envs.reset()[0] for envs in (first, second, first)]
    assert not np.array_equal(boards[0], boards[1]) and not np.array_equal(boards[0], boards[2])
    assert first.reset(seed=3)[0].tolist() == second.reset(seed=3)[0].tolist() and first.np_random_seed == 3
    # One seed a board, whatever their number; boards that no reset has reached yet are none.
    assert np.array_equal(slidewise.gym.TilesVectorEnv(2, "4x4").reset(seed=[5, 4])[0][1], first.reset(seed=3)[0][1])
    part = slidewise.gym.TilesVectorEnv(2, "4x4").reset(seed=1, options={"reset_mask": np.array([True, False])})[0]
    assert (np.sort(part.reshape(2, -1)) == np.arange(16)).all()
    for bad in (np.ones(3, dtype=bool), np.ones(8), [True]):
        with pytest.raises(ValueError, match="reset_mask"):
            first.reset(options={"reset_mask": bad})
    with pytest.raises(ValueError):
        first.reset(seed=[-1] * 8)


def test_vector_environments_take_wrappers():
    envs = gymnasium.make_vec(
        "slidewise/Tiles-v0", num_envs=4, size="2x2", scramble=1, vectorization_mode="vector_entry_point"
    )
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    envs.reset(seed=1)
    lengths = []
    for _ in range(60):
        *_, info = envs.step(envs.action_space.sample())
        lengths += list(info["episode"]["l"][info["_episode"]]) if "episode" in info else []
    assert lengths and min(lengths) >= 1


def test_vector_steps_are_worth_it():
    """Boards that are stepped together take a small part of the time that single ones take."""
    envs = slidewise.gym.TilesVectorEnv(4096, "4x4", copy=False)
    envs.reset(seed=0)
    single = slidewise.gym.TilesEnv("4x4")
    single.reset(seed=0)
    actions = np.random.default_rng(0).integers(0, 4, (20, 4096))

    def fastest(work) -> float:
        times = []
        for _ in range(5):
            began = time.process_time()
            work()
            times.append(time.process_time() - began)
        return min(times)

    together = fastest(lambda: [envs.step(one) for one in actions]) / actions.size
    alone = fastest(lambda: [single.step(int(one)) for one in actions[0, :500]]) / 500
    assert together * 10 < alone
