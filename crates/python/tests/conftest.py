"""What several tests use."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def program() -> str:
    """The command line program: SLIDEWISE names it, or it is where cargo puts it."""
    here = Path(__file__).resolve().parents[3]
    places = [os.environ.get("SLIDEWISE"), here / "target/debug/slidewise", here / "target/release/slidewise"]
    found = next((str(place) for place in places if place and Path(place).is_file()), shutil.which("slidewise"))
    assert found, "the program is not there: cargo build"
    return found
