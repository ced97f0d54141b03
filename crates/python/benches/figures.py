"""The figures that the package promises, measured: python crates/python/benches/figures.py [program] [part…]

`program` is the command line program of the same build (target/release/slidewise), to be compared with, or `-`; its calls
are compared with those of `cargo build --release -p slidewise-solve --example whole_call`. Parts are overhead, batch,
environments and arrays, all if none is named. Times are the best of several runs: other work on the machine makes them
longer, never shorter.
"""

from __future__ import annotations

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


def overhead(program: str | None) -> None:
    """A call from a string, beside the same call in Rust: `examples/whole_call` beside the program, which reads the text,
    plans, solves and checks, as the call from Python does. In turn, so that both have the same neighbours on the
    machine."""
    in_rust = None if program is None else Path(program).parent / "examples" / "whole_call"
    calls, rounds = 2000, 5
    for text, options in (
        ("1 2 3/4 5 6/7 0 8", {}),
        ("1 2 3/4 0 6/7 5 8", {"algorithm": "astar", "heuristic": "manhattan"}),
        ("8 6 7/2 5 4/3 0 1", {}),
        ("8 6 7/2 5 4/3 0 1", {"algorithm": "astar", "heuristic": "manhattan"}),
    ):
        ours, theirs = [], []
        for _ in range(rounds):
            times = []
            for _ in range(calls):
                began = time.perf_counter()
                slidewise.solve(text, **options)
                times.append((time.perf_counter() - began) * 1e6)
            ours.append((min(times), float(np.median(times))))
            if in_rust is not None:
                command = [str(in_rust), str(calls), text, *options.values()]
                said = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()
                theirs.append((float(said[0]), float(said[1])))
        least, median = np.min(ours, axis=0)
        line = f"solve({text!r}, {options}): median {median:.1f} µs, least {least:.1f}"
        if theirs:
            rust_least, rust_median = np.min(theirs, axis=0)
            line += f"; in Rust {rust_median:.1f} and {rust_least:.1f}"
            line += f"; above it {median - rust_median:.1f} and {least - rust_least:.1f} µs"
        print(line)


def used() -> tuple[float, float]:
    """The time by the clock, and of all processors for this process and those that it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter(), time.process_time() + children.ru_utime + children.ru_stime


def batch(program: str | None, rounds: int = 5) -> None:
    """Random boards by `solve_many` and by the program, with the settings that each chooses and on one thread. What a
    start takes does not count: of each the time for all boards less that for one. In turn, so that both have the same
    neighbours on the machine."""
    for size, count in (("3x3", 10_000), ("4x4", 1000)):
        boards = np.stack([puzzle.board for puzzle in slidewise.generate(count, size=size, seed=1)])
        texts = ["/".join(" ".join(map(str, row)) for row in board) for board in boards]

        def many(number: int, workers: int | None) -> None:
            for answer in slidewise.solve_many(boards[:number], workers=workers, progress=False):
                assert answer.optimal

        def batched(number: int, options: list[str]) -> None:
            with tempfile.NamedTemporaryFile("w+", suffix=".txt") as file:
                file.write("\n".join(texts[:number]))
                file.flush()
                command = [str(program), "solve", file.name, "--json", *options]
                subprocess.run(command, stdout=subprocess.DEVNULL, check=True)

        ways: dict[str, Callable[[int], None]] = {
            "solve_many, one worker": lambda number: many(number, 1),
            "solve_many": lambda number: many(number, None),
        }
        if program is not None:
            ways["the program, one thread"] = lambda number: batched(number, ["--threads", "1"])
            ways["the program"] = lambda number: batched(number, [])
        taken: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, way in ways.items():
                marks = [used()]
                for number in (1, count):
                    way(number)
                    marks.append(used())
                one, all_ = (np.subtract(after, before) for before, after in zip(marks, marks[1:]))
                taken[name].append(tuple(all_ - one))
        for place, kind in enumerate(("by the clock", "of processor time")):
            rates = {name: (count - 1) / min(times[place] for times in of) for name, of in taken.items()}
            told = ", ".join(f"{name} {rate:,.1f}" for name, rate in rates.items())
            print(f"{count:,} boards of {size} a second {kind}: {told}")
            if program is not None:
                alone = rates["solve_many, one worker"] / rates["the program, one thread"]
                both = rates["solve_many"] / rates["the program"]
                print(f"    {alone:.3f} of the program on one thread, {both:.3f} by default")


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
    million = np.random.default_rng(1).permuted(np.tile(np.arange(16), (10**6, 1)), axis=1).reshape(-1, 4, 4)
    for name in ("manhattan", "walking-distance", "pdb"):
        estimate = slidewise.heuristic(name)
        estimate(million[:10])
        print(f"{name} of a million boards of 4×4: {best(lambda: estimate(million), 2):.2f} s")
    print(f"all distances of 3×3 with masks: {best(lambda: slidewise.distances(size='3x3'), 2):.2f} s")
    drawn = best(lambda: list(slidewise.training_set(20_000, size="3x3", seed=1)), 1)
    print(f"20,000 labelled boards of 3×3: {drawn:.2f} s")
    print(f"a random walk of a million steps: {best(lambda: slidewise.random_walk('1230', 10**6), 2):.2f} s")


if __name__ == "__main__":
    program, *wanted = sys.argv[1:] or ["-"]
    parts: dict[str, Callable[[], None]] = {
        "overhead": lambda: overhead(None if program == "-" else program),
        "batch": lambda: batch(None if program == "-" else program),
        "environments": environments,
        "arrays": arrays,
    }
    for name in wanted or parts:
        parts[name]()
