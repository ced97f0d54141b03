"""What notebooks show. Nothing is fetched: it works offline, and in a notebook that was saved."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from ._compare import Comparison
    from ._slidewise import Answer

#: Longer solutions are shown by their picture alone.
_MOST_MOVES = 2000

_SCRIPT = """
(() => {
  const root = document.getElementById("ID"), places = PLACES, labels = LABELS;
  const slider = root.querySelector("input"), play = root.querySelector("button"), text = root.querySelector("span");
  const pieces = root.querySelectorAll("svg g");
  let timer = null;
  const show = (at) => {
    slider.value = at;
    pieces.forEach((piece, i) => piece.setAttribute("transform", `translate(${places[at][i]})`));
    text.textContent = `${at} / ${places.length - 1}` + (at > 0 ? ` ${labels[at - 1]}` : "");
  };
  const stop = () => { clearInterval(timer); timer = null; play.textContent = "\\u25b6"; };
  const next = () => { const at = +slider.value + 1; at < places.length ? show(at) : stop(); };
  slider.oninput = () => { stop(); show(+slider.value); };
  play.onclick = () => {
    if (timer !== null) return stop();
    if (+slider.value === places.length - 1) show(0);
    play.textContent = "\\u23f8";
    timer = setInterval(next, 350);
  };
  show(0);
})();
"""


def answer(answer: Answer) -> str:
    """A solution with a slider, or the puzzle and what became of it."""
    puzzle = answer.puzzle
    caption = html.escape(repr(answer))
    if answer.moves is None or len(answer) > _MOST_MOVES or len(answer) == 0:
        return f"<div>{puzzle.svg()}<p>{caption}</p></div>"
    side = 48
    places = [[f"{side * x} {side * y}" for x, y in offsets] for offsets in answer._offsets()]
    moves = [f"{step.piece} {step.path}" for step in answer]
    name = f"slidewise-{uuid4().hex}"
    # A script ends where its text says so, whatever is quoted.
    data = [json.dumps(value).replace("</", "<\\/") for value in (places, moves)]
    script = _SCRIPT.replace("ID", name).replace("PLACES", data[0]).replace("LABELS", data[1])
    last = len(places) - 1
    return (
        f'<div id="{name}">{puzzle.svg(cell=side)}<div><button type="button">&#9654;</button> '
        f'<input type="range" min="0" max="{last}" value="0" style="width:16em"> <span></span></div>'
        f"<p>{caption}</p><script>{script}</script></div>"
    )


def comparison(comparison: Comparison) -> str:
    """The summary as a table, and the pictures."""
    parts = []
    rows: list[str] = []
    for line in comparison.summary.splitlines() + [""]:
        if line.startswith("|"):
            cells = [html.escape(cell.strip().strip("*")) for cell in line.strip("|").split("|")]
            if all(set(cell) <= set("-: ") for cell in cells):
                continue
            tag = "td" if rows else "th"
            rows.append("<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>")
        else:
            if rows:
                parts.append("<table>" + "".join(rows) + "</table>")
                rows = []
            if line.strip():
                parts.append(f"<p>{html.escape(line.strip().lstrip('#').strip())}</p>")
    parts += [f"<div>{picture}</div>" for picture in comparison.pictures.values()]
    return "".join(parts)
