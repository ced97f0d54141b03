"""Many puzzles: order, limits, Ctrl-C, processes."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import slidewise
import slidewise.search
from slidewise import solve, solve_many

HARD = "15 14 8 12/10 11 9 13/6 2 5 1/3 7 4 0"


def boards(count: int, size: str = "3x3", **options) -> np.ndarray:
    return np.stack([puzzle.board for puzzle in slidewise.generate(count, size=size, **options)])


def test_answers_come_in_order():
    array = boards(300, seed=2)
    answers = solve_many(array, progress=False)
    assert len(answers) == 300
    found = list(answers)
    assert [a.cost for a in found] == [solve(board).cost for board in array]
    assert all(np.array_equal(a.states()[0], board) for a, board in zip(found, array, strict=True))
    assert len(answers.done) == 300 and answers.done[7] == found[7]


def test_one_array_of_fifteen_puzzles():
    array = boards(200, "4x4", seed=3, scramble=30)
    assert array.shape == (200, 4, 4)
    answers = list(solve_many(array, time_limit=60, progress=False))
    assert all(answer.optimal for answer in answers)


def test_every_way_to_say_many(tmp_path):
    file = tmp_path / "boards.txt"
    file.write_text("1 2 3/4 5 6/7 0 8\nklotski\n867254301\n")
    costs = [1, 81, 31]
    for many in (file, str(file), file.read_text(), file.read_text().split("\n")[:3], slidewise.read(file)):
        assert [answer.cost for answer in solve_many(many, progress=False)] == costs
    assert [a.cost for a in solve_many((b for b in ["1230", "123456708"]), progress=False)] == [0, 1]
    assert list(solve_many([], progress=False)) == []


def test_ten_thousand_fifteen_puzzles_are_one_array():
    """Drawn from all boards, so that a limit ends each; answers are in order, whatever becomes of them."""
    array = slidewise._slidewise.random_boards(slidewise.Puzzle("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"), 10_000, None, 7)
    assert array.shape == (10_000, 4, 4)
    answers = solve_many(array, algorithm="ida", heuristic="manhattan", node_limit=100, progress=False)
    count = 0
    for board, answer in zip(array, answers, strict=True):
        assert answer.stopped_by == "nodes" and answer.lower_bound >= 1
        assert np.array_equal(answer.puzzle.board, board)
        count += 1
    assert count == 10_000


def test_iterators_without_an_end_are_no_danger():
    """A generator that raises is told as it is; one half way is given up with its iterator."""
    with pytest.raises(ZeroDivisionError):
        solve_many((1 // 0 for _ in "a"), progress=False)
    answers = solve_many(["123456708"] * 1000, progress=False)
    assert next(answers).cost == next(answers).cost == 1
    threads = threading.active_count()
    del answers
    assert solve("123456708").cost == 1 and threading.active_count() <= threads
    with pytest.raises(TypeError):
        pickle.dumps(solve_many(["1230"], progress=False))


def test_a_bad_puzzle_says_which():
    with pytest.raises(slidewise.PuzzleError) as raised:
        solve_many(["123456708", "1 2 3/4 5 6/7 7 0"], progress=False)
    assert any("puzzle 1" in note for note in getattr(raised.value, "__notes__", ["puzzle 1"]))


def test_a_puzzle_that_is_not_for_a_search_raises_and_the_next_one_follows():
    answers = solve_many(["klotski", "123456708"], heuristic="manhattan", progress=False)
    with pytest.raises(slidewise.SettingError):
        next(answers)
    assert next(answers).cost == 1


def test_limits_are_for_each_puzzle():
    answers = list(solve_many([HARD, "123456708"], algorithm="bfs", time_limit=0.1, progress=False))
    assert [a.verdict for a in answers] == ["stopped", "solved"]


def test_cancel_keeps_what_is_done():
    answers = solve_many(["123456708"] * 10 + [HARD] * 4, algorithm="bfs", workers=2, progress=False)
    assert next(answers).cost == 1
    deadline = time.monotonic() + 30
    while len(answers.done) < 10 and time.monotonic() < deadline:
        time.sleep(0.01)
    answers.cancel()
    assert len(list(answers)) <= 13
    assert set(answers.done) >= set(range(10)) and all(a.cost == 1 for a in answers.done.values())


def test_threads_share_the_answers():
    answers = solve_many(boards(200, seed=4), progress=False)
    with ThreadPoolExecutor(4) as pool:
        taken = list(pool.map(lambda _: [answer.puzzle.text() for answer in answers], range(4)))
    found = [text for part in taken for text in part]
    assert len(found) == 200 and set(found) == {slidewise.Puzzle(board).text() for board in boards(200, seed=4)}


class Bar:
    """What tqdm looks like from here."""

    def __init__(self) -> None:
        self.n, self.closed = 0, 0

    def update(self, more: int) -> None:
        self.n += more

    def close(self) -> None:
        self.closed += 1


def test_the_bar_counts_and_is_closed():
    bar = Bar()
    assert len(list(slidewise._slidewise.solve_many(boards(30, seed=4), None, bar, {}))) == 30
    assert bar.n == 30 and bar.closed
    cut = Bar()
    answers = slidewise._slidewise.solve_many([HARD] * 3, 1, cut, {"algorithm": "bfs"})
    answers.cancel()
    assert list(answers) == [] and cut.n == 0 and cut.closed


# Where these tests run in the background of a shell, SIGINT is ignored by all that they start.
CTRL_C = """
    import signal, slidewise, slidewise.search, sys, time
    HARD = "{hard}"
    CROSSING = "tiles: 1 2 3 4/. . . ./. . . ./. . . .; goal: ? ? ? ?/? ? ? ?/? ? ? ?/4 3 2 1"
    signal.signal(signal.SIGINT, signal.default_int_handler)
    {before}
    try:
        print("ready", flush=True)
        {call}
    except KeyboardInterrupt:
        print("interrupted", {after})
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(
    ("before", "call", "after"),
    [
        ("", f"slidewise.solve('{HARD}', algorithm='bfs')", "0"),
        (
            f"answers = slidewise.solve_many(['123456708'] * 5 + ['{HARD}'] * 3, algorithm='bfs', progress=False)\n"
            "while len(answers.done) < 5: time.sleep(0.01)",
            "list(answers)",
            "len(answers.done)",
        ),
        ("", "slidewise.solve('867254301', algorithm='iterative-deepening')", "0"),
        ("", "slidewise.explore(size='3x4')", "0"),
        ("", "slidewise.search.bfs(0, lambda n: [n + 1], lambda n: False)", "0"),
        ("", "slidewise.random_walk('1230', 10**8)", "0"),
        ("", "slidewise.generate(10**6, size='30x30')", "0"),
        ("import itertools", "slidewise.solve_many(itertools.repeat('1230'), progress=False)", "0"),
        ("", "list(slidewise.training_set(10**9, size='4x4', scramble=9, batch=10**7))", "0"),
        ("", "slidewise.audit('manhattan', size='4x4', samples=10**9)", "0"),
        ("", "slidewise.all_optimal(CROSSING, most=2**63)", "0"),
        (
            "long = slidewise.solve(HARD, algorithm='greedy', heuristic='misplaced')",
            "slidewise.shorten(HARD, long, time_limit=100)",
            "0",
        ),
        ("", "slidewise.solve(HARD, heuristic=lambda board: 0)", "0"),
        ("", "slidewise.solve(HARD, heuristic=lambda boards: [0] * len(boards), batch=True)", "0"),
        ("", "slidewise.search.idastar(0, lambda n: [n + 1, n - 1], lambda n: False, lambda n: 0)", "0"),
        ("", "slidewise.search.beam(0, lambda n: [n + 1], lambda n: time.sleep(0.001), lambda n: 0)", "0"),
        ("", "slidewise.tables.build(partition='8-7', size='4x4', threads=1, progress=False)", "0"),
    ],
)
def test_ctrl_c_ends_long_work_at_once(before, call, after, tmp_path):
    out = interrupted(CTRL_C, tmp_path, before=before, call=call, after=after)
    assert out.startswith("interrupted"), out
    if "answers" in call:
        assert out == "interrupted 5\n"


def interrupted(script, tmp_path, **parts):
    """What a script says that is interrupted after a moment."""
    script = textwrap.dedent(script).format(hard=HARD, **parts)
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-c", script], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "SLIDEWISE_CACHE": str(tmp_path)},
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    out, _ = process.communicate(timeout=30)
    assert time.monotonic() - began < 10
    assert process.returncode == 0, out
    return out


# What gives back what it has: a warning says that it is not all.
KEPT = """
    import signal, slidewise, sys, threading, time, warnings
    HARD = "{hard}"
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        {before}
        print("ready", flush=True)
        done = {call}
    assert [one.category for one in said] == [RuntimeWarning], said
    print({after})
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(
    ("before", "call", "after", "told"),
    [
        (
            "",
            "slidewise.compare(['123456708', HARD], algorithms='bfs', time_limit=60, progress=False)",
            "done.complete, [row['cost'] for row in done.rows]",
            "False [1]",
        ),
        ("", "slidewise.tables.train('4x4', time=60, boards=9, width=30, progress=False)", "done", "Learned(4x4)"),
        (
            "",
            "slidewise.design('klotski', add='2x1,1x2,1x1', empty='2..', time_limit=60, progress=False)",
            "done.left > 0",
            "True",
        ),
    ],
)
def test_ctrl_c_keeps_what_is_done(before, call, after, told, tmp_path):
    assert interrupted(KEPT, tmp_path, before=before, call=call, after=after) == f"{told}\n"


def cost(text: str) -> int | None:
    return solve(text).cost


def much(puzzle: slidewise.Puzzle) -> tuple[slidewise.Answer, int, int | None, int, list[int]]:
    """Everything that has threads, tables or callbacks, in another process, with values that came and go by pickle."""
    answer = solve(puzzle, heuristic=lambda board: 0, promise="consistent")
    many = [one.cost for one in solve_many([puzzle] * 3, progress=False)]
    states = slidewise.explore(size="2x3", threads=2).states
    path = slidewise.search.bfs(0, lambda n: [n + 1], lambda n: n == 9)
    rows = slidewise.compare([puzzle], algorithms="ida", heuristics="pdb", progress=False).rows
    return answer, states, path.cost, rows[0]["cost"], many


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes(method):
    # Threads and tables are at work in this one before it is copied.
    assert solve("867254301").cost == 31 and solve(boards(1, "4x4", seed=1, scramble=20)[0]).optimal
    running = solve_many([HARD] * 2, algorithm="bfs", progress=False)
    stop = threading.Event()
    busy = threading.Thread(target=lambda: [solve("867254301") for _ in iter(stop.is_set, True)])
    busy.start()
    puzzle = slidewise.Puzzle("1 2 3/4 0 6/7 5 8")
    try:
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map(cost, ["867254301", "123456708"] * 10) == [31, 1] * 10
            for answer, states, length, compared, many in pool.map(much, [puzzle] * 4):
                assert answer == solve(puzzle, heuristic=lambda board: 0, promise="consistent")
                assert (answer.puzzle, states, length, compared, many) == (puzzle, 360, 9, 2, [2, 2, 2])
    finally:
        stop.set()
        busy.join()
        running.cancel()


def a_solve():
    answer = solve("1 2 3/4 0 6/7 5 8")
    pickle.loads(pickle.dumps(answer)).states()
    try:
        solve("1 2 3/4 4 6/7 5 8")
    except ValueError:
        pass


def a_batch():
    assert next(solve_many(["123456708"] * 3, progress=False)).cost == 1


def a_search():
    assert slidewise.search.astar((0,), lambda n: [(*n, 1)], lambda n: len(n) == 4, lambda n: 0).cost == 3
    solve("1 2 3/4 5 6/7 0 8", heuristic=lambda board: 0)
    try:
        slidewise.search.bfs(0, lambda n: 1 // n, bool)
    except ZeroDivisionError:
        pass


def an_array():
    slidewise.heuristic("manhattan")(np.arange(18).reshape(2, 9)[:, ::-1].reshape(2, 3, 3) % 9)
    slidewise.random_walk("123456708", 3)
    slidewise.Puzzle(np.array([[1, 2], [3, 0]])).svg()


@pytest.mark.parametrize("call", [a_solve, a_batch, a_search, an_array])
def test_no_leak(call):
    """Many calls leave the memory as it is; how many can be said from outside."""
    calls = int(os.environ.get("SLIDEWISE_LEAK_CALLS", "3000"))

    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    if not os.path.exists("/proc/self/statm"):
        pytest.skip("the system does not tell how much memory is in use")

    def use(count: int) -> None:
        for _ in range(count):
            call()

    use(1000)
    before = resident()
    use(calls)
    # Less than the smallest thing that could be forgotten in each round.
    assert resident() - before < 1 << 20
