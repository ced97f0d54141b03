"""What is handed out: the source distribution, the licences, the versions."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
from importlib import metadata
from pathlib import Path

import pytest

import slidewise

ROOT = Path(__file__).resolve().parents[3]
#: What is compiled into the package.
CRATES = ("python", "lab", "solve", "puzzles", "search")


def test_the_version_is_that_of_the_workspace():
    said = re.search(r'^version = "([^"]+)"', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert said and slidewise.__version__ == metadata.version("slidewise") == said.group(1)


def test_the_licences_are_there():
    about = metadata.metadata("slidewise")
    assert about["License-Expression"] == "MIT OR Apache-2.0"
    assert set(about.get_all("License-File")) == {"LICENSE-MIT", "LICENSE-APACHE"}
    installed = {Path(str(file)).name for file in metadata.files("slidewise") or []}
    assert {"LICENSE-MIT", "LICENSE-APACHE"} <= installed


@pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="this is no checkout")
def test_the_sources_are_handed_out_whole(tmp_path):
    """All that is compiled, that Python reads, and that says what may be done with it."""
    subprocess.run(
        [sys.executable, "-m", "maturin", "sdist", "--out", str(tmp_path)], cwd=ROOT, check=True, capture_output=True
    )
    (packed,) = tmp_path.glob("slidewise-*.tar.gz")
    with tarfile.open(packed) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    listed = subprocess.run(["git", "ls-files", "crates"], cwd=ROOT, check=True, capture_output=True, text=True)
    wanted = {
        name
        for name in listed.stdout.splitlines()
        if (parts := Path(name).parts)[1] in CRATES
        and (parts[2] in ("src", "data", "python") or parts[-1] in ("Cargo.toml", "build.rs"))
        and (ROOT / name).is_file()
    }
    assert len(wanted) > 300 and wanted <= names, sorted(wanted - names)[:10]
    assert {"PKG-INFO", "Cargo.lock", "pyproject.toml", "LICENSE-MIT", "LICENSE-APACHE", "docs/python.md"} <= names
    assert not [name for name in names if name.endswith((".so", ".pyc", ".pyd"))]
