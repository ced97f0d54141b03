"""The functions that the program's other commands are."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys

import numpy as np
import pytest

import slidewise
from slidewise import search


def test_generate_is_repeatable_and_solvable():
    first, again = (slidewise.generate(20, size="4x4", seed=9) for _ in range(2))
    assert first == again and all(puzzle.is_solvable for puzzle in first)
    assert slidewise.generate(size="3x3") != slidewise.generate(size="4x4")
    near = slidewise.generate(start="klotski", scramble=30, seed=1)
    assert near.kind == "bricks"
    free = slidewise.generate(kind="freeform", size="3x4", blanks=2, seed=1)
    assert (free.board == 0).sum() == 2
    for bad in ({"size": "1x1"}, {"size": "3x3", "kind": "none"}, {"size": "3x3", "goal": "x y"}):
        with pytest.raises(ValueError):
            slidewise.generate(**bad)


def test_generate_by_difficulty():
    for puzzle in slidewise.generate(3, start="klotski", length=(20, 30), metric="moves", seed=1):
        assert 20 <= slidewise.solve(puzzle, metric="moves").cost <= 30
    for length in (12, "12", (12, 12)):
        assert slidewise.solve(slidewise.generate(start="klotski", length=length, seed=2)).cost == 12
    hard = slidewise.generate(start="klotski", length="20..", one_way=True, no_idle=True, seed=1)
    count, complete, (moves,) = slidewise.all_optimal(hard)
    assert (count, complete) == (1, True)
    assert {step.piece for step in slidewise.solve(hard)} == set(hard.labels.values())
    for bad in (
        {"start": "klotski", "one_way": True},
        {"start": "klotski", "metric": "moves"},
        {"start": "klotski", "length": 10_000},
        {"start": "klotski", "length": (9, 8)},
        {"start": "klotski", "length": "many"},
        {"start": "klotski", "length": 20, "scramble": 20},
        {"size": "3x3", "length": 20},
    ):
        with pytest.raises(slidewise.SettingError):
            slidewise.generate(**bad)


def test_design_is_that_of_the_program(program, tmp_path):
    add, kept = "2x1,1x2,1x1", tmp_path / "sets.jsonl"
    printed = subprocess.run(
        [program, "design", "klotski", "--add", add, "--empty", "15..", "--json", "--out", str(kept)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    records = [json.loads(line) for line in printed.stdout.splitlines()]
    made = slidewise.design("klotski", add=add, empty="15..", progress=False)
    assert made == slidewise.design("klotski", add=[(2, 1), "1x2", (1, 1)], empty=(15, None), progress=False)
    assert made.left == 0 and len(made) == len(records) and made.placements == sum(r["placements"] for r in records)
    for one, record in zip(made, records, strict=True):
        assert (one.job, one.set, one.parts) == (record["job"], record["set"], record["parts"])
        lengths = {found["metric"]: found["length"] for found in record["hardest"]}
        assert {metric: found.length for metric, found in one.hardest.items()} == lengths
    for metric, found in made.hardest.items():
        assert slidewise.solve(found.start, metric=metric).cost == found.length
    # The file is the program's, and one that was cut off is gone on with.
    lines = kept.read_text().splitlines(keepends=True)
    kept.write_text("".join(lines[:-2]) + lines[-2][:20])
    assert slidewise.design("klotski", add=add, empty="15..", out=kept, resume=True, progress=False) == made


def test_design_refuses_and_stops(tmp_path):
    kept = tmp_path / "sets.jsonl"
    slidewise.design("klotski", add="1x1", empty="15..", out=kept, progress=False)
    with pytest.raises(ValueError, match="another design"):
        slidewise.design("klotski", add="1x2", empty="15..", out=kept, resume=True, progress=False)
    with pytest.raises(FileExistsError):
        slidewise.design("klotski", add="1x1", empty="15..", out=kept, progress=False)
    for bad in ({"pieces": 3}, {"resume": True}, {"add": "1y1"}, {"add": "1x1", "empty": "x"}, {"metric": "single"}):
        with pytest.raises(slidewise.SettingError):
            slidewise.design("klotski", **bad, progress=False)
    with pytest.raises(slidewise.SettingError):
        slidewise.design("867254301", progress=False)
    drawn = slidewise.design("klotski", add="1x1", pieces=1, samples=120, seed=3, time_limit=60, progress=False)
    assert [one.set for one in drawn] == ["samples 1 to 100", "samples 101 to 120"]
    assert slidewise.design("klotski", add="2x1,1x2,1x1", time_limit=0, progress=False).left > 0


def test_check():
    checked = slidewise.check("8 6 7/2 5 4/3 0 1")
    assert checked and checked.estimates["manhattan"]["value"] == 21 and "blank-last" in checked.reachable_goals
    not_solvable = slidewise.check("1 2 3/4 5 6/8 7 0")
    assert not_solvable.solvable is False and not_solvable.reason
    bricks = slidewise.check("klotski", time_limit=20)
    assert bricks.solvable and (bricks.searched is None or bricks.searched.solved)


def test_explore_is_that_of_the_program(program):
    for name in ("3x3", "klotski"):
        how = ["--size", name] if name == "3x3" else [name]
        printed = subprocess.run([program, "explore", *how, "--json"], capture_output=True, text=True, check=True)
        data = json.loads(printed.stdout)
        found = slidewise.explore(size="3x3") if name == "3x3" else slidewise.explore(name)
        for key in ("states", "up_to_mirror", "goals", "by_depth", "edges", "dead_ends", "most_neighbours"):
            assert getattr(found, key) == data[key], key
        assert found.by_length == data["to_goal"]["by_length"]
        assert found.hardest_length == data["to_goal"]["hardest_length"] and "<svg" in found._repr_svg_()


def test_a_large_space_is_kept_and_gone_on_with(tmp_path):
    kept = tmp_path / "space.ckpt"
    whole = slidewise.explore(size="3x3")
    cut = slidewise.explore(size="3x4", time_limit=0.2, checkpoint=kept, checkpoint_every=0.05)
    assert cut.stopped_by == "time" and 0 < cut.states < 239_500_800 and kept.is_file()
    with pytest.raises(ValueError):
        slidewise.explore(size="3x3", checkpoint=kept)
    small = tmp_path / "small.ckpt"
    assert slidewise.explore(size="3x3", checkpoint=small) == whole and not small.exists()


def test_limits_of_an_exploration_are_answers():
    free = "tiles: 1 2 3 4/. . . ./. . . ./. . . .; goal: ? ? ? ?/? ? ? ?/? ? ? ?/4 3 2 1"
    assert slidewise.explore(free).states == 16 * 15 * 14 * 13
    for puzzle in (free, [[1, 2, 0, 3, 4]], "klotski", "867254301"):
        cut = slidewise.explore(puzzle, time_limit=0)
        assert cut.stopped_by == "time" and cut.states < 200_000 and cut.by_length == []
    assert slidewise.explore(free, memory_limit="6MB").stopped_by == "memory"


def test_audit():
    ranked = slidewise.audit(["misplaced", "manhattan", "linear-conflict"], size="2x3")
    assert [one.heuristic for one in ranked][-1] == "linear-conflict"
    assert all(one.admissible and one.promised_admissible and one.whole for one in ranked)
    bad = slidewise.audit("manhattan", size="2x3", metric="multi")[0]
    assert not bad.admissible and bad.counterexample
    assert slidewise.audit("manhattan", size="4x4", samples=5, seed=3)[0].positions == 5
    assert len(slidewise.audit(size="2x2")) > 3
    with pytest.raises(ValueError):
        slidewise.audit("distance", size="3x3")


def test_trace():
    followed = slidewise.trace("8 6 7/2 5 4/3 0 1", algorithm="bfs", steps=3, frontier=2)
    assert followed.cut and len(followed) == 3 and followed.answer is None
    assert followed[0].parent is None and followed[1].parent == 0
    assert np.array_equal(followed[0].board, [[8, 6, 7], [2, 5, 4], [3, 0, 1]]) and len(followed[1].waiting) == 2
    with pytest.raises(ValueError):
        slidewise.trace("klotski", algorithm="layered")


def test_results_are_values():
    """What functions give is of the types that are said, and is the same in another process."""
    board = "1 2 3/4 0 6/7 5 8"
    followed = slidewise.trace(board, heuristic="manhattan", frontier=2)
    made = slidewise.design("klotski", add="1x1", pieces=1, metric="moves", progress=False)
    results = {
        slidewise.Check: slidewise.check(board),
        slidewise.Verification: slidewise.verify(board, "UL"),
        slidewise.Exploration: slidewise.explore(size="2x2"),
        slidewise.Audit: slidewise.audit("manhattan", size="2x2")[0],
        slidewise.Trace: followed,
        slidewise.TraceStep: followed[0],
        slidewise.Comparison: slidewise.compare(board, algorithms="bfs", progress=False),
        slidewise.Design: made,
        slidewise.DesignedSet: made.sets[0],
        slidewise.HardestStart: made.hardest["moves"],
        slidewise.HeuristicFunction: slidewise.heuristic("manhattan"),
        search.Path: search.bfs(0, lambda n: [n + 1], lambda n: n == 3),
        slidewise.Puzzle: slidewise.Puzzle(board),
        slidewise.Answer: slidewise.solve(board),
        slidewise.Step: slidewise.solve(board)[0],
    }
    for kind, one in results.items():
        assert type(one) is kind
        assert pickle.loads(pickle.dumps(one)) == one and (one == 3) is False, kind
    assert slidewise.trace(board, heuristic="manhattan", frontier=1) != followed
    assert isinstance(slidewise.solve_many([board], progress=False), slidewise.Answers)
    space = slidewise.distances(size="2x2")
    again = pickle.loads(pickle.dumps(space))
    assert type(again) is type(space) is slidewise.Labelled and all(map(np.array_equal, space, again))
    table = slidewise.tables.train("2x2", rounds=1, boards=2, width=5, progress=False)
    assert type(table) is slidewise.Learned and pickle.loads(pickle.dumps(table)).shape == table.shape


def test_lists():
    assert {"snail", "blank-first"} <= {g["name"] for g in slidewise.list_goals("tiles")}
    assert {m["name"] for m in slidewise.list_metrics()} >= {"single", "multi", "moves", "steps", "lines"}
    assert {r["name"] for r in slidewise.list_representations()} >= {"bytes", "string"}
    assert {n["name"] for n in slidewise.list_notations("tiles")} >= {"numbers"}
    assert len(slidewise.list_forms("tiles")) > 3
    names = {a["name"] for a in slidewise.list_algorithms()}
    assert {"astar", "ida", "bfs", "beam"} <= names
    assert {h["name"] for h in slidewise.list_heuristics("tiles")} >= {"manhattan", "pdb", "walking-distance"}
    assert {k["name"] for k in slidewise.list_kinds()} >= {"tiles", "bricks", "freeform"}
    for listed in ("metrics", "representations", "goals", "forms", "notations", "puzzles", "suites"):
        assert getattr(slidewise, f"list_{listed}")(), listed
    with pytest.raises(ValueError):
        slidewise.list_heuristics("cubes")


def test_rewrite():
    text = "1 2 3/4 5 6/0 7 8"
    numbers = slidewise.rewrite(text, "LL", to="numbers")
    assert slidewise.verify(text, numbers).notation == "numbers"


def test_compare(tmp_path):
    pandas = pytest.importorskip("pandas")
    boards = slidewise.generate(4, size="3x3", seed=1)
    done = slidewise.compare(
        boards,
        algorithms=["astar", "greedy", "bfs"],
        heuristics=["manhattan", "max(manhattan,walking-distance)"],
        out=tmp_path / "results",
        progress=False,
    )
    assert done.complete and not done.contradictions and len(done) == 4 * 5
    frame = done.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 20
    kept = pandas.read_csv(tmp_path / "results" / "results.csv")
    assert list(kept.columns) == list(frame.columns)
    assert (kept["expanded"] == frame["expanded"]).all() and (kept["spec"] == frame["spec"]).all()
    assert frame["cost"].dtype == "int64" and frame["weight"].dtype == "float64"
    best = frame[frame.algorithm != "greedy"].groupby("instance")["cost"].nunique()
    assert (best == 1).all()
    polars = pytest.importorskip("polars")
    assert done.to_polars().shape == frame.shape and polars.DataFrame(done).shape == frame.shape
    assert any("nodes" in name for name in done.pictures) and "<table>" in done._repr_html_()
    more = slidewise.compare(boards, algorithms="astar", heuristics="manhattan", progress=False)
    assert {row["spec"] for row in more.rows} == {"astar manhattan"}
    with pytest.raises(ValueError):
        slidewise.compare(boards, algorithms="astar", heuristics="distance", progress=False)
    with pytest.raises(TypeError):
        slidewise.compare()


INSTALLED = """
import slidewise
slidewise.tables.train("3x3", rounds=2, boards=20, width=30, seed=3, progress=False).install()
how = {"heuristic": "learned", "beam_width": 30}
answer = slidewise.solve("867254301", algorithm="beam", **how)
row, = slidewise.compare("867254301", algorithms="beam", heuristics="learned", beam_widths=30, progress=False).rows
assert answer.solved and (row["cost"], row["expanded"]) == (answer.cost, answer.expanded), row
"""


def test_a_comparison_uses_the_tables_that_were_installed():
    """In a process of its own, because what is installed stays."""
    done = subprocess.run([sys.executable, "-c", INSTALLED], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_shards_are_one_comparison():
    boards = slidewise.generate(5, size="3x3", seed=1)
    options = {"algorithms": ["astar", "ida"], "heuristics": "manhattan", "runs": 2, "progress": False}
    whole = slidewise.compare(boards, **options)
    parts = [slidewise.compare(boards, **options, shard=f"{number}/3") for number in (3, 1, 2)]
    merged = slidewise.merge(pickle.loads(pickle.dumps(parts)))

    def told(done):
        return [(row["instance"], row["spec"], row["run"], row["cost"], row["expanded"]) for row in done.rows]

    assert told(merged) == told(whole) and len(merged) == 20 and merged.complete
    assert merged.pictures.keys() == whole.pictures.keys() and merged.to_arrow().schema == whole.to_arrow().schema
    with pytest.raises(ValueError, match="twice"):
        slidewise.merge([parts[0], parts[0]])
    with pytest.raises(ValueError):
        slidewise.compare(boards, **options, shard="4/3")


def test_the_columns_of_a_table_are_those_of_the_rows():
    done = slidewise.compare("1230", algorithms="bfs", progress=False)
    table = done.to_arrow()
    assert table.column_names == list(done.rows[0]) and table.to_pylist() == done.rows
    assert slidewise.merge([]).to_arrow().schema == table.schema


def test_tables(tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDEWISE_CACHE", str(tmp_path))
    built = slidewise.tables.build(partition="4-4", size="3x3", progress=False)
    assert all(file.is_file() for file in built) and slidewise.tables.directory() == tmp_path
    assert len(slidewise.tables.files()) == len(built)
    for file in built:
        slidewise.tables.verify(file)
    assert slidewise.solve("867254301", algorithm="ida", heuristic="pdb:4-4").cost == 31
    broken = bytearray(built[0].read_bytes())
    broken[-1] ^= 0xFF
    built[0].write_bytes(broken)
    with pytest.raises(ValueError):
        slidewise.tables.verify(built[0])
    for wrong in (slidewise.tables.build, slidewise.tables.remove):
        with pytest.raises(ValueError, match="15-small"):
            wrong("no such tables")


def test_training(tmp_path):
    table = slidewise.tables.train("3x3", rounds=3, boards=30, width=60, seed=4, progress=False)
    again = slidewise.tables.train("3x3", rounds=3, boards=30, width=60, seed=4, progress=False)
    table.save(tmp_path / "a.lrn")
    again.save(tmp_path / "b.lrn")
    assert (tmp_path / "a.lrn").read_bytes() == (tmp_path / "b.lrn").read_bytes()
    assert slidewise.Learned.load(tmp_path / "a.lrn").shape == (3, 3)
    answer = slidewise.solve(
        "867254301", algorithm="beam", beam_width=100, heuristic=f"learned:{tmp_path / 'a.lrn'}"
    )
    assert answer.solved
    with pytest.raises(ValueError):
        slidewise.tables.train("3x3", progress=False)


def test_numbers_that_are_no_counts_are_value_errors(tmp_path):
    board = "1 2 3/4 5 6/0 7 8"
    calls = [
        lambda: slidewise.generate(-1, size="3x3"),
        lambda: slidewise.generate(size="3x3", seed=-1),
        lambda: slidewise.generate(size="3x3", seed=2**70),
        lambda: slidewise.generate(size="3x3", scramble=-1),
        lambda: slidewise.solve_many([board], workers=0),
        lambda: slidewise.solve_many([board], workers=-1),
        lambda: slidewise.random_walk(board, -1),
        lambda: slidewise.explore(size="2x2", hardest=-1),
        lambda: slidewise.trace(board, steps=-1),
        lambda: slidewise.all_optimal(board, most=-1),
        lambda: slidewise.audit("manhattan", size="2x2", samples=-1),
        lambda: slidewise.compare(board, runs=-1),
        lambda: slidewise.compare(board, algorithms=[]),
        lambda: slidewise.compare(board, weights=[]),
        lambda: slidewise.design("klotski", samples=-1),
        lambda: slidewise.tables.train("3x3", rounds=-1),
        lambda: slidewise.tables.build(partition="4-4", size="3x3", threads=0),
        lambda: next(slidewise.training_set(3, size="3x3", batch=0)),
    ]
    for call in calls:
        with pytest.raises(ValueError):
            call()
    for size in ((3, 3), [3, 3], np.array([3, 3]), "3x3", "3"):
        assert slidewise.generate(size=size, seed=1).shape == (3, 3)
