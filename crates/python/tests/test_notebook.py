"""What notebooks show: pictures that need nothing from elsewhere."""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
from base64 import b64decode
from xml.etree import ElementTree

import pytest

import slidewise

HARDEST = "8 6 7/2 5 4/3 0 1"


def shown(value) -> str:
    bundle = getattr(value, "_repr_mimebundle_", lambda *_: None)(None, None)
    return bundle["text/html"] if bundle else value._repr_html_()


def drawing(text: str) -> ElementTree.Element:
    """The picture that is there before a script runs, and where none may."""
    found = re.search(r'src="data:image/svg\+xml;base64,([^"]*)"', text)
    assert found
    return ElementTree.fromstring(b64decode(found.group(1)).decode())


def test_a_solution_is_an_animation_that_needs_nothing():
    text = shown(slidewise.solve(HARDEST))
    assert 'max="31"' in text and "https:" not in text and text.count("http:") == 0
    moving = [node for node in drawing(text).iter() if node.tag.endswith("animateTransform")]
    assert len(moving) == 8


def test_what_has_no_moves_is_a_picture():
    for puzzle in ("1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 8 0"):
        text = shown(slidewise.solve(puzzle))
        assert "<svg" in text and "<script" not in text
    assert "<svg" in slidewise.Puzzle("klotski")._repr_svg_()


def test_labels_do_not_end_the_script():
    text = shown(slidewise.solve("klotski"))
    script = text[text.index("<script>") : text.rindex("</script>")]
    assert "</" not in script


def test_a_comparison_is_its_table_and_pictures():
    done = slidewise.compare(["123456708", HARDEST], algorithms=["bfs", "astar"], heuristics="manhattan", progress=False)
    text = shown(done)
    assert text.count("<table>") == 1 and text.count("<svg") == len(done.pictures) > 0
    assert "astar manhattan" in html.unescape(text)


CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)

#: Where the pieces are when the slider is at its end, when it is back, and after the solution has played for a while.
USE = """
<script>
  const places = () => [...document.querySelectorAll("svg g")].map((g) => {
    const { x, y } = g.getBoundingClientRect();
    return `${Math.round(x)},${Math.round(y)}`;
  }).join(" ");
  const drawn = (time) => new Promise((done) => setTimeout(done, time));
  const slider = document.querySelector("input"), text = document.querySelector("span");
  const to = async (at) => {
    slider.value = at;
    slider.dispatchEvent(new Event("input"));
    await drawn(100);
    return places();
  };
  (async () => {
    await drawn(100);
    const seen = [places(), await to(slider.max), text.textContent, await to(0)];
    document.querySelector("button").click();
    const hasPlayed = () => slider.value > 0 && places() !== seen[0];
    for (let tries = 0; tries < 100 && !hasPlayed(); tries++) await drawn(100);
    document.body.innerHTML = "<pre>" + [...seen, hasPlayed()].join("\\n") + "</pre>";
  })();
</script>
"""


@pytest.mark.skipif(CHROMIUM is None, reason="there is no browser")
@pytest.mark.parametrize("puzzle", [HARDEST, "klotski"])
def test_the_slider_in_a_browser(puzzle, tmp_path):
    """As in a saved notebook: a file that is opened, without a network."""
    answer = slidewise.solve(puzzle)
    file = tmp_path / "saved.html"
    file.write_text(f"<!doctype html><meta charset='utf-8'><body>{shown(answer)}{USE}</body>", encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND"]
    done = subprocess.run(
        [CHROMIUM, *flags, f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=20000", "--dump-dom", file.as_uri()],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    found = re.search(r"<pre>(.*?)</pre>", done.stdout, re.DOTALL)
    assert found, done.stdout[-2000:] + done.stderr[-2000:]
    start, end, told, back, has_played = found.group(1).split("\n")
    assert start == back != end and told.startswith(f"{len(answer)} / {len(answer)}: {answer[-1].piece}")
    assert has_played == "true"
