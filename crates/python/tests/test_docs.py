"""The examples of docs/python.md and of the docstrings, run."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import slidewise

DOCS = Path(__file__).resolve().parents[3] / "docs" / "python.md"
BLOCK = re.compile(r"^(#+ [^\n]*)$|^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples():
    title, number = "", 0
    for heading, code in BLOCK.findall(DOCS.read_text(encoding="utf-8")):
        if heading:
            title, number = heading.strip("# "), 0
        else:
            number += 1
            yield pytest.param(title, code, id=f"{title} {number}")


def test_there_are_examples():
    assert len(list(examples())) > 10


@pytest.mark.parametrize(("title", "code"), examples())
def test_example(title, code, tmp_path):
    file = tmp_path / "example.py"
    file.write_text(code, encoding="utf-8")
    here = {"SLIDEWISE_CACHE": str(tmp_path / "cache"), "MPLBACKEND": "Agg"}
    done = subprocess.run(
        [sys.executable, str(file)], cwd=tmp_path, capture_output=True, text=True, timeout=300,
        env={**os.environ, **here},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_the_tasks_of_the_courses_are_short():
    tasks = DOCS.read_text(encoding="utf-8").split("## The tasks of five courses")[1]
    codes = [code for _, code in BLOCK.findall(tasks) if code]
    assert len(codes) == 5
    for code in codes:
        assert len([line for line in code.splitlines() if line.strip()]) < 15, code


def test_examples_are_well_typed(tmp_path):
    """What the stubs say is true of every example and of typed.py: `mypy --strict` finds nothing."""
    files = [str(Path(__file__).with_name("typed.py"))]
    for number, example in enumerate(examples()):
        file = tmp_path / f"example_{number}.py"
        file.write_text(example.values[1], encoding="utf-8")
        files.append(str(file))
    settings = DOCS.parents[1] / "pyproject.toml"
    # What mypy knows of other packages is kept where MYPY_CACHE_DIR says.
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", str(settings), *files],
        cwd=tmp_path, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_are_those_of_the_module(tmp_path):
    """What is compiled has the names and signatures that the stubs say."""
    settings = DOCS.parents[1] / "pyproject.toml"
    ignored = ["--ignore-missing-stub", "--ignore-disjoint-bases"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "--mypy-config-file", str(settings), *ignored, "slidewise._slidewise"],
        cwd=tmp_path, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


MODULES = ["", "._commands", "._compare", "._core", "._data", "._design", ".gym", ".search", ".tables"]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    module = importlib.import_module(f"slidewise{name}")
    names = {"slidewise": slidewise}
    found = doctest.testmod(module, extraglobs=names, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert found.failed == 0
    assert found.attempted > 0


#: Results that no one makes by hand: the functions that give them have the examples.
RESULTS = {"Audit", "Check", "Comparison", "Exploration", "HeuristicFunction", "Labelled", "Trace", "TraceStep"}
RESULTS |= {"Design", "DesignedSet", "HardestStart", "Verification", "InternalError", "MoveError", "PuzzleError", "SettingError"}


@pytest.mark.parametrize("name", sorted(set(slidewise.__all__) - {"search", "tables", "__version__", "DEAD_END"}))
def test_what_is_public_is_explained(name):
    thing = getattr(slidewise, name)
    assert thing.__doc__ and len(thing.__doc__.split()) > 3
    if name not in RESULTS:
        assert ">>>" in thing.__doc__, "there is no example"
