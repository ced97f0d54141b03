"""What notebooks show: pictures that need nothing from elsewhere."""

from __future__ import annotations

import html
import os
import queue
import re
import shutil
import subprocess
import threading
from base64 import b64decode
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
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
    for (let tries = 0; tries < 300 && !hasPlayed(); tries++) await drawn(100);
    fetch("REPORT", { method: "POST", mode: "no-cors", body: [...seen, hasPlayed()].join("\\n") });
  })();
</script>
"""


@contextmanager
def reports():
    """Where a page can send what it saw, and a queue of what was sent."""
    sent = queue.SimpleQueue()

    class Reports(BaseHTTPRequestHandler):
        def do_POST(self):
            sent.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Reports) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", sent
        server.shutdown()


@pytest.mark.skipif(CHROMIUM is None, reason="there is no browser")
@pytest.mark.parametrize("puzzle", [HARDEST, "klotski"])
def test_the_slider_in_a_browser(puzzle, tmp_path):
    """As in a saved notebook: a file that is opened, without a network. In real time: pictures move by the browser's frames,
    which a virtual clock runs ahead of."""
    answer = slidewise.solve(puzzle)
    file = tmp_path / "saved.html"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    with reports() as (address, sent):
        use = USE.replace("REPORT", address)
        file.write_text(f"<!doctype html><meta charset='utf-8'><body>{shown(answer)}{use}</body>", encoding="utf-8")
        command = [CHROMIUM, *flags, f"--user-data-dir={tmp_path / 'profile'}", file.as_uri()]
        browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            seen = sent.get(timeout=120)
        finally:
            browser.terminate()
            browser.wait(timeout=30)
    start, end, told, back, has_played = seen.split("\n")
    assert start == back != end and told.startswith(f"{len(answer)} / {len(answer)}: {answer[-1].piece}")
    assert has_played == "true"
