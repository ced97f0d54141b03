"""The examples of docs/python.md and of the docstrings, run."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
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
def test_docstrings(name, tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDEWISE_CACHE", str(tmp_path))
    module = importlib.import_module(f"slidewise{name}")
    names = {"slidewise": slidewise}
    found = doctest.testmod(module, extraglobs=names, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert found.failed == 0
    assert found.attempted > 0


def stubbed() -> dict[str, list[str]]:
    """The classes that are compiled, with what they have for users, by the file of stubs."""
    tree = ast.parse(Path(slidewise.__file__).with_name("_slidewise.pyi").read_text(encoding="utf-8"))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return {
        one.name: [part.name for part in one.body if isinstance(part, ast.FunctionDef) and not part.name.startswith("_")]
        for one in classes
    }


def public() -> dict[str, object]:
    """All functions and classes that users are offered, by the name by which they call them."""
    from slidewise import gym, search, tables

    found = {name: getattr(slidewise, name) for name in slidewise.__all__}
    for module in (search, tables):
        found |= {f"{module.__name__.rpartition('.')[2]}.{name}": getattr(module, name) for name in module.__all__}
    found |= {f"gym.{name}": thing for name, thing in vars(gym).items() if isinstance(thing, type) and name.endswith("Env")}
    return {name: thing for name, thing in found.items() if callable(thing)}


TESTS = "\n".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
PUBLIC = public()
STUBBED = stubbed()


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_what_is_public_is_explained_and_tested(name):
    thing = PUBLIC[name]
    assert thing.__doc__ and len(thing.__doc__.split()) > 3
    assert ">>>" in thing.__doc__, "there is no example"
    last = name.rpartition(".")[2]
    assert re.search(rf"\b{last}\b", TESTS), "there is no test of it"


@pytest.mark.parametrize("name", sorted(STUBBED))
def test_what_the_stubs_offer_is_explained_and_tested(name):
    """Each method and property says what it is, and occurs in a test; what is the package's own affair, its class."""
    from slidewise import _slidewise

    thing = getattr(_slidewise, name)
    assert thing.__doc__
    for part in STUBBED[name]:
        assert getattr(thing, part).__doc__, f"{name}.{part} says nothing"
        if name in slidewise.__all__:
            assert re.search(rf"\.{part}\b", TESTS), f"there is no test of {name}.{part}"
    assert name in slidewise.__all__ or name in {"Game", "TileBoards"}
    functions = {one for one in dir(_slidewise) if inspect.isbuiltin(getattr(_slidewise, one))}
    stubs = Path(slidewise.__file__).with_name("_slidewise.pyi").read_text(encoding="utf-8")
    assert all(f"def {one}(" in stubs for one in functions)
