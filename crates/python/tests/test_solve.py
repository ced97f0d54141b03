"""Solving: inputs, settings, answers."""

from __future__ import annotations

import copy
import json
import math
import pickle
import random
import subprocess
import threading
import time

import numpy as np
import pytest

import slidewise
from slidewise import Answer, Puzzle, PuzzleError, SettingError, Step, solve

HARDEST = "8 6 7/2 5 4/3 0 1"


@pytest.mark.parametrize(
    "puzzle",
    [
        HARDEST,
        "867254301",
        [[8, 6, 7], [2, 5, 4], [3, 0, 1]],
        ((8, 6, 7), (2, 5, 4), (3, None, 1)),
        [8, 6, 7, 2, 5, 4, 3, 0, 1],
        np.array([[8, 6, 7], [2, 5, 4], [3, 0, 1]]),
        np.array([[8, 6, 7], [2, 5, 4], [3, 0, 1]], dtype=np.uint8),
        np.array([[8, 6, 7], [2, 5, 4], [3, 0, 1]], dtype=np.int16)[::1, :],
        np.array([[8, 6, 7], [2, 5, 4], [3, 0, 1]], dtype=">i8"),
        np.asfortranarray([[8, 6, 7], [2, 5, 4], [3, 0, 1]]),
        [np.array([8, 6, 7]), np.array([2, 5, 4], dtype=np.uint8), [3, np.int8(0), 1]],
        tuple(tuple(np.int16(tile) for tile in row) for row in ((8, 6, 7), (2, 5, 4), (3, 0, 1))),
        Puzzle(HARDEST),
    ],
)
def test_every_way_to_say_a_board(puzzle):
    assert solve(puzzle).cost == 31


def test_one_row_is_one_row():
    """As text a row could be a column as well; a list of one row could not."""
    for puzzle in ([[1, 2, 0, 3, 4]], np.array([[1, 2, 0, 3, 4]]), ((1, 2, 0, 3, 4),)):
        assert Puzzle(puzzle).shape == (1, 5) and solve(puzzle).cost == 2
        assert pickle.loads(pickle.dumps(Puzzle(puzzle))) == Puzzle(puzzle)
    assert Puzzle([[1], [0], [2]]).shape == (3, 1)


def test_a_file_and_a_path(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text("8 6 7\n2 5 4\n3 0 1\n")
    assert solve(file).cost == solve(str(file)).cost == 31
    with pytest.raises(FileNotFoundError):
        solve(tmp_path / "nosuch.txt")


@pytest.mark.parametrize(
    "bad",
    [
        np.zeros((3, 3)),
        np.zeros((2, 3, 3), dtype=int),
        np.zeros((0, 0), dtype=int),
        np.array(5),
        np.array([[True, False]]),
        np.array([["1", "0"]]),
        [],
        [[], []],
        [[1, 2], [3, 0.5]],
        [[[1]]],
        [[1, 2, 3], [4, 5]],
        [[-1, 0]],
        np.array([[2**63, 0]], dtype=np.uint64),
        {1: 2},
        b"867254301",
        867254301,
        None,
        range(9),
        "",
        "1 2\0 3",
        "\ud800",
    ],
)
def test_what_is_no_board_is_an_error_that_says_so(bad):
    with pytest.raises((ValueError, TypeError)) as raised:
        solve(bad)
    assert len(str(raised.value)) > 10


def test_an_answer_is_a_value():
    answer = solve(HARDEST, algorithm="astar", heuristic="manhattan")
    assert (answer.cost, answer.proof, answer.lower_bound) == (31, "optimal", 31)
    assert answer.solved and answer.optimal and bool(answer)
    assert (answer.algorithm, answer.heuristic, answer.metric) == ("astar", "manhattan", "single")
    assert answer.expanded > 0 and answer.generated >= answer.expanded
    assert len(answer) == 31 == len(list(answer)) == len(answer.steps)
    assert isinstance(answer[0], Step) and answer[-1] == answer.steps[30]
    with pytest.raises(IndexError):
        answer[31]
    assert answer[2:5] == answer.steps[2:5] and list(reversed(answer)) == answer.steps[::-1] and answer[0] in answer
    assert copy.deepcopy(answer) is copy.copy(answer) is answer
    puzzle = answer.puzzle
    assert copy.deepcopy(puzzle) is copy.copy(puzzle) is puzzle
    again = solve(HARDEST, algorithm="astar", heuristic="manhattan")
    assert again == answer and hash(again) == hash(answer)
    assert solve("123456708") != answer and answer != 31
    other = pickle.loads(pickle.dumps(answer))
    assert other == answer and other.seconds == answer.seconds
    assert np.array_equal(other.states(), answer.states())
    assert pickle.loads(pickle.dumps(answer[0])) == answer[0]


def test_an_answer_tells_what_was_done():
    best = slidewise.suite("korf15")[0]
    assert best.known_optimum == 57 and best.goal.startswith("0 1 2 3/4") and best.warnings == []
    answer = solve(best, time_limit=100)
    assert (answer.known_optimum, answer.cost, answer.warnings) == (57, 57, [])
    assert answer.setup_seconds >= 0 and answer.threads >= 1
    kept = solve(HARDEST, algorithm="bfs", repr="string", threads=1)
    assert (kept.repr, kept.threads, kept.reopened) == ("string", 1, 0)
    assert solve(HARDEST, algorithm="wastar", heuristic="manhattan", weight=5).reopened > 0


def test_states_lead_from_the_start_to_the_goal_one_move_at_a_time():
    states = solve(HARDEST).states()
    assert states.shape == (32, 3, 3)
    assert np.array_equal(states[0], [[8, 6, 7], [2, 5, 4], [3, 0, 1]])
    assert np.array_equal(states[-1], [[1, 2, 3], [4, 5, 6], [7, 8, 0]])
    assert ((states[1:] != states[:-1]).sum(axis=(1, 2)) == 2).all()


def test_states_of_other_metrics_and_kinds():
    pushed = solve("1 2 3/4 5 6/0 7 8", metric="multi")
    assert pushed.cost == 1 and pushed.states().shape == (2, 3, 3)
    klotski = solve("klotski", metric="moves")
    assert klotski.cost == 81 and klotski.states().shape == (82, 5, 4)
    assert set(np.unique(klotski.states())) <= {-1, 0, *klotski.puzzle.labels}
    assert slidewise.verify("klotski", klotski.moves)


def test_to_dict_is_the_record():
    data = solve(HARDEST).to_dict()
    assert data["verdict"] == "solved" and data["start"] == [[8, 6, 7], [2, 5, 4], [3, 0, 1]]
    assert json.loads(json.dumps(data)) == data


def test_unsolvable_and_limits_are_answers():
    answer = solve("1 2 3/4 5 6/8 7 0")
    assert (answer.verdict, answer.cost, answer.moves, len(answer)) == ("unsolvable", None, None, 0)
    assert answer.states().shape == (1, 3, 3) and not answer
    limited = solve("15 14 8 12/10 11 9 13/6 2 5 1/3 7 4 0", algorithm="astar", node_limit=100)
    assert limited.stopped_by == "nodes" and limited.lower_bound > 0 and limited.expanded == 100
    soon = solve("15 14 8 12/10 11 9 13/6 2 5 1/3 7 4 0", algorithm="bfs", time_limit=0.05)
    assert soon.verdict == "stopped" and soon.stopped_by == "time"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("1 2 3/4 5 6/7 7 0", 1, 15), ("1 2 3\n4 5 6\n7 x9 0", 3, 3), ("", 1, 1)],
)
def test_bad_texts_say_where(text, line, column):
    with pytest.raises(PuzzleError) as raised:
        solve(text)
    assert isinstance(raised.value, ValueError)
    assert hasattr(raised.value, "line") and hasattr(raised.value, "column")
    assert (raised.value.line, raised.value.column) == (line, column)


def test_bad_values_are_type_or_value_errors():
    for bad in (3.5, object(), {"a": 1}, [[[1]]], np.array([[1.5, 0.0]]), np.array([["a"]])):
        with pytest.raises((TypeError, ValueError)):
            solve(bad)
    for bad in (np.array([[-1, 2], [3, 0]]), np.array([[1, 2], [3, 3]]), [[1, 2], [3]], [], [[]]):
        with pytest.raises(ValueError):
            solve(bad)


@pytest.mark.parametrize(
    "settings",
    [
        {"algorithm": "asta"},
        {"heuristic": "manhatan"},
        {"metric": "lines"},
        {"weight": 0.5},
        {"threads": 0},
        {"threads": True},
        {"time_limit": -1},
        {"time_limit": math.nan},
        {"time_limit": "soon"},
        {"node_limit": -5},
        {"memory_limit": "much"},
        {"beam_width": 10, "algorithm": "astar"},
        {"goal": "no goal"},
        {"size": "3by3"},
        {"form": "no form"},
        {"order": "UUUU"},
        {"repr": "none"},
        {"seed": -1},
        {"bound": "x"},
    ],
)
def test_bad_settings_are_value_errors(settings):
    with pytest.raises(ValueError):
        solve(HARDEST, **settings)


def test_a_setting_error_says_what_would_do():
    with pytest.raises(SettingError) as raised:
        solve(HARDEST, algorithm="bfs", heuristic="manhattan")
    assert raised.value.setting == "heuristic" and "astar" in raised.value.instead
    with pytest.raises(TypeError):
        solve(HARDEST, speed=3)  # type: ignore[call-arg]


def test_keywords_are_the_options_of_the_program():
    options = [
        {"algorithm": "ida", "heuristic": "max(manhattan,walking-distance)", "time_limit": 10},
        {"algorithm": "wastar", "weight": 2, "heuristic": "md", "memory_limit": "1GiB"},
        {"algorithm": "beam", "beam_width": 500, "seed": 3, "node_limit": 1e6},
        {"algorithm": "bfs", "repr": "string"},
        {"algorithm": "arastar", "weight": 3, "bound": 1.5},
        {"metric": "multi"},
        {"algorithm": "beam", "threads": 2},
    ]
    for one in options:
        assert solve(HARDEST, **one).solved, one
    assert solve("1 2 3/8 0 4/7 6 5", goal="snail").cost == 0
    assert solve("1 2 3/4 5 6/7 8 0", goal=[[1, 2, 3], [4, 5, 6], [7, 0, 8]]).cost == 1
    assert solve("12345678 0".replace(" ", ""), size=(3, 3)).cost == 0


def test_puzzles():
    puzzle = Puzzle("klotski")
    assert puzzle.kind == "bricks" and puzzle.shape == (5, 4) and not puzzle.is_solved
    assert repr(puzzle) == "Puzzle('klotski')" and "<svg" in puzzle._repr_svg_() and puzzle.png()[1:4] == b"PNG"
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    board = Puzzle("1 2 3/4 5 6/7 0 8", goal="blank-first")
    assert pickle.loads(pickle.dumps(board)) == board != Puzzle("1 2 3/4 5 6/7 0 8")
    moved = Puzzle("1 2 3/4 5 6/7 0 8").after("L")
    assert moved.is_solved and pickle.loads(pickle.dumps(moved)) == moved
    assert sorted(moved.moves()) and np.asarray(moved).sum() == 36
    assert Puzzle(moved.text()) == moved and "┌" in str(moved)
    with pytest.raises(slidewise.MoveError, match="^1:3: move 3"):
        moved.after("LLLL")
    with pytest.raises(PuzzleError, match="did you mean"):
        Puzzle("klotsky")


def test_puzzles_of_every_kind_pickle():
    for entry in slidewise.list_puzzles():
        puzzle = Puzzle(entry["name"])
        assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    for kind in ("tiles", "freeform"):
        for puzzle in slidewise.generate(20, kind=kind, size="3x4", seed=5):
            assert pickle.loads(pickle.dumps(puzzle)) == puzzle


def test_threads_of_python_solve_side_by_side():
    costs = []
    work = lambda: costs.append(solve(HARDEST).cost)  # noqa: E731
    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert costs == [31] * 8


#: What a run on its own may have otherwise.
OWN = {"seconds", "setup_seconds", "process_peak_bytes", "index", "source"}


@pytest.mark.parametrize(
    ("count", "kind", "size", "scramble", "settings"),
    [
        (700, "tiles", "3x3", None, {"algorithm": "astar", "heuristic": "manhattan"}),
        (150, "tiles", "3x3", None, {}),
        (50, "tiles", "4x4", 40, {}),
        (50, "tiles", "3x4", 30, {"metric": "multi", "algorithm": "ida"}),
        (50, "freeform", "3x3", 20, {}),
    ],
)
def test_answers_are_those_of_the_program(program, count, kind, size, scramble, settings):
    """A thousand boards in all, against what the program prints as JSON."""
    made = slidewise.generate(count, kind=kind, size=size, scramble=scramble, seed=11)
    texts = [puzzle.text() for puzzle in made]
    options = [part for key, value in settings.items() for part in (f"--{key}", value)]
    printed = subprocess.run(
        [program, "solve", "-", "--json", "--threads", "1", *options],
        input="\n".join(texts), capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    records = [json.loads(line) for line in printed.stdout.splitlines()]
    answers = list(slidewise.solve_many("\n".join(texts), **settings, progress=False))
    assert len(records) == len(answers) == count
    for record, answer in zip(records, answers, strict=True):
        data = answer.to_dict()
        assert {k: v for k, v in data.items() if k not in OWN} == {k: v for k, v in record.items() if k not in OWN}


def test_nothing_but_value_errors_comes_of_garbage():
    """Texts that are nearly puzzles are answers or errors that can be caught; nothing panics."""
    draw = random.Random(1)
    texts = [HARDEST, "1 2 3\n4 5 6\n7 8 0", "kc|..\naab.", "#####\n#ab.#\n#####", "[[1,2],[3,0]]", "1;2;3 0", "klotski"]
    signs = " 0123456789/\n\t#.|abxyz[]{}();,-+*@\"'\\\x00é→🧩"
    for _ in range(3000):
        text = list(draw.choice(texts))
        for _ in range(draw.randint(1, 4)):
            at = draw.randint(0, len(text))
            text[at : at + draw.randint(0, 2)] = draw.choices(signs, k=draw.randint(0, 3))
        try:
            solve("".join(text), node_limit=200, time_limit=5)
        except ValueError:
            pass


def test_memory_limits_are_those_of_the_search():
    """What the process has besides does not count, and a search that needs more is stopped."""
    held = np.ones(50_000_000, dtype=np.uint8)
    assert solve(HARDEST, algorithm="astar", heuristic="manhattan", memory_limit="30MB").optimal
    stopped = solve("15 14 8 12/10 11 9 13/6 2 5 1/3 7 4 0", algorithm="astar", heuristic="manhattan", memory_limit="8MB")
    assert stopped.stopped_by == "memory" and stopped.peak_bytes <= 8e6
    assert held.all()


def test_all_optimal_and_shorten_and_verify():
    count, complete, ways = slidewise.all_optimal(HARDEST)
    assert complete and count == len(ways) and all(slidewise.verify(HARDEST, way) for way in ways)
    long = solve(HARDEST, algorithm="greedy", heuristic="misplaced")
    better = slidewise.shorten(HARDEST, long, time_limit=5)
    assert better.given_cost == long.cost and 31 <= better.cost <= long.cost
    wrong = slidewise.verify(HARDEST, "UUUU")
    assert not wrong and wrong.error and wrong.line == 1
    assert isinstance(better, Answer)


def test_a_search_is_kept_and_gone_on_with(tmp_path):
    """What a limit ended goes on from its file to the answer of one run; the file goes when the search has ended."""
    kept = tmp_path / "search.ckpt"
    board = "5 14 1 13/7 8 10 2/15 11 9 4/6 3 12 0"
    options = {"algorithm": "ida", "heuristic": "manhattan", "threads": 1}
    whole = solve(board, **options)
    cut = solve(board, **options, node_limit=whole.expanded // 2, checkpoint=kept, checkpoint_every=0.1)
    assert cut.stopped_by == "nodes" and kept.is_file()
    with pytest.raises(SettingError):
        solve(HARDEST, **options, checkpoint=kept)
    ended = solve(board, **options, checkpoint=str(kept))
    assert (ended.cost, ended.proof) == (whole.cost, "optimal") and not kept.exists()
    for bad in ({"algorithm": "bfs", "checkpoint": kept}, {"checkpoint_every": 1}):
        with pytest.raises(SettingError):
            solve(HARDEST, **bad)


#: Four tiles that cross an empty board: few positions, and billions of shortest solutions.
CROSSING = "tiles: 1 2 3 4/. . . ./. . . ./. . . .; goal: ? ? ? ?/? ? ? ?/? ? ? ?/4 3 2 1"


@pytest.mark.parametrize("limit", [{"time_limit": 0.3}, {"memory_limit": "40MB"}, {"node_limit": 10}])
def test_a_list_of_all_optimal_solutions_keeps_to_its_limits(limit):
    began = time.monotonic()
    count, complete, ways = slidewise.all_optimal(CROSSING, most=2**63, **limit)
    assert time.monotonic() - began < 60
    assert not complete and len(ways) <= count
    if "memory_limit" in limit:
        assert count > 10**9 and 0 < len(ways) < count and slidewise.verify(CROSSING, ways[-1])
    assert slidewise.all_optimal(CROSSING, most=5)[:2] == (5, False)
