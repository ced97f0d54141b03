"""The figures that the package promises, measured: python crates/python/benches/figures.py [program] [calls]

`program` is the command line program of the same build (target/release/slidewise), whose batch speed is that to be
compared with; `calls` how many calls are looked at for a leak. Times are the best of several runs: other work on the
machine makes them longer, never shorter.
"""

from __future__ import annotations

import os
import pickle
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import slidewise


def best(work: Callable[[], object], runs: int = 5, clock: Callable[[], float] = time.perf_counter) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(runs):
        began = clock()
        work()
        times.append(clock() - began)
    return min(times)


def overhead() -> None:
    """A call from a string, beside what the search alone took. The difference has all that is not search: reading the
    text, planning, two checks of the solution, and what Python adds."""
    for text, options in (
        ("1 2 3/4 5 6/7 0 8", {}),
        ("1 2 3/4 0 6/7 5 8", {"algorithm": "astar", "heuristic": "manhattan"}),
        ("8 6 7/2 5 4/3 0 1", {}),
        ("8 6 7/2 5 4/3 0 1", {"algorithm": "astar", "heuristic": "manhattan"}),
    ):
        slidewise.solve(text, **options)
        pairs = []
        for _ in range(3000):
            began = time.perf_counter()
            answer = slidewise.solve(text, **options)
            pairs.append((time.perf_counter() - began, answer.seconds))
        whole, search = np.array(pairs).T * 1e6
        print(
            f"solve({text!r}, {options}): {np.median(whole):.1f} µs, {np.median(search):.1f} µs of them search, "
            f"{np.median(whole - search):.1f} µs else (median), {np.min(whole - search):.1f} µs (least)"
        )


def batch(program: str | None) -> None:
    """Random boards by `solve_many`, one at a time and on all cores, and by the program."""
    for size, count, options in (
        ("3x3", 5000, {"algorithm": "astar", "heuristic": "manhattan"}),
        ("4x4", 200, {}),
    ):
        boards = np.stack([puzzle.board for puzzle in slidewise.generate(count, size=size, seed=1)])
        texts = "\n".join("/".join(" ".join(map(str, row)) for row in board) for board in boards)
        # Tables are made before.
        list(slidewise.solve_many(boards[:2], **options, progress=False))

        def many(workers: int | None) -> None:
            for answer in slidewise.solve_many(boards, **options, workers=workers, progress=False):
                assert answer.optimal

        def batched() -> None:
            with tempfile.NamedTemporaryFile("w+", suffix=".txt") as file:
                file.write(texts)
                file.flush()
                given = [part for key, value in options.items() for part in (f"--{key}", value)]
                subprocess.run(
                    [str(program), "solve", file.name, "--json", "--threads", "1", *given],
                    stdout=subprocess.DEVNULL, check=True,
                )  # fmt: skip

        def of_children() -> float:
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            return used.ru_utime + used.ru_stime

        # In turn, so that both have the same neighbours on the machine; processor time, which these change least.
        times: dict[str, list[float]] = {"one worker": [], "all cores": [], "the program": []}
        for _ in range(5):
            times["one worker"].append(best(lambda: many(1), 1, time.process_time))
            times["all cores"].append(best(lambda: many(None), 1))
            if program is not None:
                times["the program"].append(best(batched, 1, of_children))
        rates = {name: count / min(taken) for name, taken in times.items() if taken}
        print(f"{count} boards of {size} a second: " + ", ".join(f"{n} {rate:,.0f}" for n, rate in rates.items()))
        if "the program" in rates:
            print(f"    one worker against the program: {rates['one worker'] / rates['the program']:.2f}")


def environments() -> None:
    """Steps of 4×4 boards on one thread."""
    import slidewise.gym

    for copy in (True, False):
        envs = slidewise.gym.TilesVectorEnv(4096, "4x4", copy=copy)
        envs.reset(seed=0)
        actions = np.random.default_rng(0).integers(0, 4, (50, 4096))
        taken = best(lambda: [envs.step(one) for one in actions], 20, time.process_time)
        print(f"vector environment, copy={copy}: {actions.size / taken / 1e6:.1f} million steps a second of one core")


def arrays() -> None:
    """Estimates of a million boards, and what training needs."""
    boards = np.stack([np.random.default_rng(seed).permutation(16).reshape(4, 4) for seed in range(1000)])
    million = np.tile(boards, (1000, 1, 1))
    for name in ("manhattan", "walking-distance", "pdb"):
        estimate = slidewise.heuristic(name)
        estimate(million[:10])
        print(f"{name} of a million boards of 4×4: {best(lambda: estimate(million), 2):.2f} s")
    print(f"all distances of 3×3 with masks: {best(lambda: slidewise.distances(size='3x3'), 2):.2f} s")
    drawn = best(lambda: list(slidewise.training_set(20_000, size="3x3", seed=1)), 1)
    print(f"20,000 labelled boards of 3×3: {drawn:.2f} s")
    print(f"a random walk of a million steps: {best(lambda: slidewise.random_walk('1230', 10**6), 2):.2f} s")


def leak(calls: int) -> None:
    """What the process has more after many calls."""

    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def use(count: int) -> None:
        for _ in range(count):
            answer = slidewise.solve("1 2 3/4 0 6/7 5 8")
            pickle.loads(pickle.dumps(answer)).states()
            try:
                slidewise.solve("1 2 3/4 4 6/7 5 8")
            except ValueError:
                pass

    use(10_000)
    before = resident()
    began = time.perf_counter()
    use(calls)
    each = (time.perf_counter() - began) / calls
    print(f"{2 * calls:,} calls: {(resident() - before) / 2**20:+.2f} MiB, {each * 1e6:.0f} µs for two")


if __name__ == "__main__":
    overhead()
    batch(sys.argv[1] if len(sys.argv) > 1 else None)
    environments()
    arrays()
    leak((int(sys.argv[2]) if len(sys.argv) > 2 else 100_000) // 2)
