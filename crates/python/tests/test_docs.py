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

DOCS = Path(__file__).resolve().parents[3] / "docs" / "python.md"
BLOCK = re.compile(r"^(#+ .*)$|^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples():
    title, number = "", 0
    for heading, code in BLOCK.findall(DOCS.read_text(encoding="utf-8")):
        if heading:
            title, number = heading.strip("# "), 0
        else:
            number += 1
            yield pytest.param(title, code, id=f"{title} {number}")


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


@pytest.mark.parametrize("name", ["", "._core", "._compare", "._data", ".search", ".tables"])
def test_docstrings(name):
    module = importlib.import_module(f"slidewise{name}")
    found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert found.failed == 0
    assert found.attempted > 0
