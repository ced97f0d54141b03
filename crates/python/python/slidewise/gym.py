"""Environments for Gymnasium: ``gymnasium.make("slidewise/Tiles-v0")`` after ``import slidewise.gym``.

An action moves a tile: 0 up, 1 down, 2 left, 3 right. On brick puzzles it is four times the index of a piece, and the same
number added. ``info["action_mask"]`` says which can be made; one that cannot is a step that changes nothing.

Rewards: ``-1`` a step (``reward="step"``, the default), or ``1`` at the goal and ``0`` before (``reward="goal"``).
``illegal`` is added for a step that cannot be made.

>>> import slidewise.gym
>>> env = gymnasium.make("slidewise/Tiles-v0", size="3x3", optimum=True)
>>> board, info = env.reset(options={"puzzle": "1 2 3/4 0 6/7 5 8"})
>>> info["action_mask"].tolist(), info["optimum"]
([1, 1, 1, 1], 2)
>>> board, reward, terminated, truncated, info = env.step(0)
>>> board.tolist(), reward, terminated
([[1, 2, 3], [4, 5, 6], [7, 0, 8]], -1.0, False)
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector.utils import batch_space

from . import _slidewise
from ._core import PuzzleLike, Size, _check_whole, generate, solve
from ._slidewise import Puzzle

Board = npt.NDArray[Any]
_REWARDS = ("step", "goal")


def _check_modes(env: Any, reward: str, render_mode: str | None) -> None:
    if reward not in _REWARDS:
        raise ValueError(f"reward is one of {', '.join(_REWARDS)}, not {reward}")
    if render_mode is not None and render_mode not in env.metadata["render_modes"]:
        raise ValueError(f"render_mode is one of {', '.join(env.metadata['render_modes'])}, not {render_mode}")


class PuzzleEnv(gymnasium.Env[Board, np.int64]):
    """A puzzle of any kind as an environment.

    >>> env = slidewise.gym.PuzzleEnv("1 2 3/4 5 6/0 7 8", optimum=True)
    >>> board, info = env.reset()
    >>> info["optimum"], info["action_mask"].tolist()
    (2, [0, 1, 1, 0])
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 4}

    def __init__(
        self,
        puzzle: PuzzleLike | None = None,
        *,
        size: Size | None = None,
        goal: PuzzleLike | None = None,
        scramble: int | None = None,
        reward: str = "step",
        illegal: float = 0.0,
        optimum: bool = False,
        render_mode: str | None = None,
        cell: int = 48,
    ) -> None:
        _check_modes(self, reward, render_mode)
        _check_whole(0, scramble=scramble)
        _check_whole(8, 256, cell=cell)
        self.render_mode = render_mode
        self._given = None if puzzle is None else Puzzle(puzzle, goal=goal)
        self._size, self._goal, self._scramble = size, goal, scramble
        self._reward, self._illegal, self._optimum, self._cell = reward, illegal, optimum, cell
        self._game = _slidewise.Game(self._start(0))
        board = self._game.board
        most = int(max(board.max(), max(self._game.rest.labels, default=0)))
        self.observation_space = gymnasium.spaces.Box(-1, most, board.shape, np.int32)
        self._actions = self._game.actions
        self.action_space = gymnasium.spaces.Discrete(self._actions)

    def _start(self, seed: int) -> Puzzle:
        if self._given is None:
            return generate(size=self._size, goal=self._goal, scramble=self._scramble, seed=seed)
        if self._scramble is None:
            return self._given
        return generate(start=self._given, scramble=self._scramble, seed=seed)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._game.mask.astype(np.int8)}
        if self._optimum:
            rest = solve(self._game.rest, metric=self._game.metric)
            info["optimum"] = rest.cost if rest.optimal else None
        return info

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Board, dict[str, Any]]:
        super().reset(seed=seed)
        if options is not None and "puzzle" in options:
            start = Puzzle(options["puzzle"], goal=self._goal)
            shape, actions = start.shape, _slidewise.Game(start).actions
            if (shape, actions) != (self.observation_space.shape, self._actions):
                raise ValueError(f"a puzzle of {shape} with {actions} actions is not for this environment")
        else:
            start = self._start(int(self.np_random.integers(2**62)))
        self._game = _slidewise.Game(start)
        if self.render_mode == "human":
            self.render()
        return self._game.board, self._info()

    def step(self, action: np.int64 | int) -> tuple[Board, float, bool, bool, dict[str, Any]]:
        number = operator.index(action)
        if not 0 <= number < self._actions:
            raise ValueError(f"an action is from 0 to {self._actions - 1}, not {action}")
        legal = self._game.step(number)
        solved = self._game.is_solved
        reward = (1.0 if solved else 0.0) if self._reward == "goal" else -1.0
        if not legal:
            reward += self._illegal
        if self.render_mode == "human":
            self.render()
        return self._game.board, reward, solved, False, self._info()

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return self._game.pixels(self._cell)
        if self.render_mode == "ansi":
            return str(self._game.rest)
        if self.render_mode == "human":
            print(self._game.rest)
        return None


class TilesEnv(PuzzleEnv):
    """Random tile boards: ``gymnasium.make("slidewise/Tiles-v0", size="4x4")``.

    >>> env = slidewise.gym.TilesEnv("3x3", reward="goal")
    >>> board, info = env.reset(options={"puzzle": "1 2 3/4 5 6/7 0 8"})
    >>> env.step(2)[1:3]
    (1.0, True)
    """

    def __init__(self, size: Size = (4, 4), **options: Any) -> None:
        super().__init__(size=size, **options)


class BricksEnv(PuzzleEnv):
    """A brick puzzle: ``gymnasium.make("slidewise/Bricks-v0", puzzle="klotski")``.

    >>> env = slidewise.gym.BricksEnv("klotski", reward="goal")
    >>> board, info = env.reset()
    >>> board.shape, int(info["action_mask"].sum())
    ((5, 4), 4)
    """

    def __init__(self, puzzle: PuzzleLike = "klotski", **options: Any) -> None:
        super().__init__(puzzle, **options)


class TilesVectorEnv(gymnasium.vector.VectorEnv[Board, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many tile boards that are stepped together in Rust: ``gymnasium.make_vec("slidewise/Tiles-v0", 1024)``.

    A board that was solved is replaced by a new one in the next step, whose action is not made (Gymnasium's mode
    ``NEXT_STEP``). Observations are of type ``uint8``; with ``copy=False`` they are the same array in each step. With
    ``masks=True`` ``info`` has the ``action_mask`` of each board, and as ``_action_mask`` which boards have one: all.

    >>> envs = slidewise.gym.TilesVectorEnv(2, "3x3", masks=True)
    >>> boards, info = envs.reset(seed=1)
    >>> actions = envs.action_space.sample(mask=tuple(info["action_mask"]))
    >>> boards, rewards, terminated, truncated, info = envs.step(actions)
    >>> boards.shape, rewards.tolist(), info["action_mask"].shape
    ((2, 3, 3), [-1.0, -1.0], (2, 4))
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi", "rgb_array"],
        "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        size: Size = (4, 4),
        *,
        goal: PuzzleLike | None = None,
        scramble: int | None = None,
        reward: str = "step",
        illegal: float = 0.0,
        max_episode_steps: int | None = None,
        masks: bool = False,
        copy: bool = True,
        render_mode: str | None = None,
        cell: int = 48,
    ) -> None:
        _check_modes(self, reward, render_mode)
        _check_whole(1, num_envs=num_envs, scramble=scramble, max_episode_steps=max_episode_steps)
        _check_whole(8, 256, cell=cell)
        solved = generate(size=size, goal=goal, scramble=0, seed=0)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._boards = _slidewise.TileBoards(num_envs, solved, scramble)
        self._reward, self._illegal, self._limit = reward, illegal, max_episode_steps
        self._masks, self._copy, self._cell = masks, copy, cell
        shape = solved.shape
        self.single_observation_space = gymnasium.spaces.Box(0, shape[0] * shape[1] - 1, shape, np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(4)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._shown = np.zeros((num_envs, *shape), dtype=np.uint8)
        self._solved = np.zeros(num_envs, dtype=np.bool_)
        self._legal = np.ones(num_envs, dtype=np.bool_)
        self._ended = np.zeros(num_envs, dtype=np.bool_)
        self._steps = np.zeros(num_envs, dtype=np.int64)
        self._has_begun = False

    def _info(self) -> dict[str, Any]:
        if not self._masks:
            return {}
        return {
            "action_mask": self._boards.masks().view(np.int8),
            "_action_mask": np.ones(self.num_envs, dtype=np.bool_),
        }

    def _observation(self) -> Board:
        return self._shown.copy() if self._copy else self._shown

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Board, dict[str, Any]]:
        """New boards: all of them, or those that ``options["reset_mask"]`` says (the first time all).

        One seed stands for as many that follow each other. Without any the boards are others each time.
        """
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
            self._boards.seed([(int(seed) + place) % 2**64 for place in range(self.num_envs)])
        elif not self._has_begun:
            self._boards.seed(self.np_random.integers(2**63, size=self.num_envs).tolist())
        if isinstance(seed, Sequence):
            for one in seed:
                _check_whole(0, seed=one)
            self._boards.seed(list(seed))
        wanted = self._wanted({} if options is None else options)
        self._boards.reset(wanted, self._shown)
        self._has_begun = True
        self._ended[wanted] = False
        self._steps[wanted] = 0
        return self._observation(), self._info()

    def _wanted(self, options: dict[str, Any]) -> npt.NDArray[np.bool_]:
        """Which boards are to be new."""
        wanted = np.asarray(options.get("reset_mask", np.ones(self.num_envs, dtype=np.bool_)))
        if wanted.shape != (self.num_envs,) or wanted.dtype != np.bool_:
            raise ValueError(f"reset_mask is an array of {self.num_envs} truth values, not {wanted.shape} of {wanted.dtype}")
        return wanted if self._has_begun else np.ones_like(wanted)

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Board, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        again = self._ended.copy() if self._ended.any() else None
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {actions.dtype}")
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("reset() gives the first boards, and comes before step()")
        actions = np.ascontiguousarray(actions, dtype=np.int64)
        self._boards.step(actions, self._shown, self._solved, self._legal)
        if self._reward == "goal":
            rewards = self._solved.astype(np.float64)
        else:
            rewards = np.full(self.num_envs, -1.0)
        if self._illegal:
            rewards[~self._legal] += self._illegal
        terminated = self._solved.copy()
        self._steps += 1
        if again is not None:
            self._boards.reset(again, self._shown)
            rewards[again] = 0.0
            terminated[again] = False
            self._steps[again] = 0
        if self._limit is None:
            truncated = np.zeros(self.num_envs, dtype=np.bool_)
        else:
            truncated = (self._steps >= self._limit) & ~terminated
        np.logical_or(terminated, truncated, out=self._ended)
        return self._observation(), rewards, terminated, truncated, self._info()

    def render(self) -> tuple[Any, ...] | None:
        """A picture or a drawing of each board, if a ``render_mode`` was asked for."""
        if self.render_mode is None:
            return None
        puzzles = [self._boards.puzzle(place) for place in range(self.num_envs)]
        if self.render_mode == "ansi":
            return tuple(str(puzzle) for puzzle in puzzles)
        return tuple(_slidewise.Game(puzzle).pixels(self._cell) for puzzle in puzzles)


def register() -> None:
    """Makes the environments known to Gymnasium; importing this module does it."""
    if "slidewise/Tiles-v0" in gymnasium.registry:
        return
    gymnasium.register(
        id="slidewise/Tiles-v0",
        entry_point="slidewise.gym:TilesEnv",
        vector_entry_point="slidewise.gym:TilesVectorEnv",
    )
    gymnasium.register(id="slidewise/Bricks-v0", entry_point="slidewise.gym:BricksEnv")


register()
