"""What notebooks show. Nothing is fetched: it works offline, and in a notebook that was saved."""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from ._compare import Comparison
    from ._slidewise import Answer

#: Longer solutions are shown by their puzzle alone.
_MOST_MOVES = 2000
#: What a move takes when the solution plays.
_SECONDS = 0.4

# Without scripts (a notebook that is not trusted, a page that takes them out) the picture plays by itself. The script
# takes the drawing out of the picture and moves its clock.
_SCRIPT = """
(() => {
  const root = document.getElementById("ID"), labels = LABELS, seconds = SECONDS, last = labels.length;
  const [image, controls, slider, play, text] =
    ["img", "div", "input", "button", "span"].map((name) => root.querySelector(name));
  const drawing = Uint8Array.from(atob(image.src.split(",")[1]), (c) => c.charCodeAt(0));
  image.outerHTML = new TextDecoder().decode(drawing);
  const svg = root.querySelector("svg");
  let timer = null;
  const tell = (at) => {
    slider.value = at;
    text.textContent = `${at} / ${last}` + (at > 0 ? `: ${labels[at - 1]}` : "");
  };
  const show = (at) => { svg.setCurrentTime(at * seconds); tell(at); };
  const stop = () => { svg.pauseAnimations(); clearInterval(timer); timer = null; play.textContent = "\\u25b6"; };
  const follow = () => {
    const at = Math.min(last, Math.floor(svg.getCurrentTime() / seconds + 0.01));
    at < last ? tell(at) : (stop(), show(last));
  };
  slider.oninput = () => { stop(); show(+slider.value); };
  play.onclick = () => {
    if (timer !== null) return stop();
    show(+slider.value === last ? 0 : +slider.value);
    play.textContent = "\\u23f8";
    svg.unpauseAnimations();
    timer = setInterval(follow, 50);
  };
  stop();
  show(0);
  controls.hidden = false;
})();
"""


def answer(answer: Answer) -> str:
    """A solution with a slider, or the puzzle and what became of it."""
    caption = f"<p>{html.escape(repr(answer))}</p>"
    if not 0 < len(answer) <= _MOST_MOVES:
        return f"<div>{answer.puzzle.svg()}{caption}</div>"
    picture = b64encode(answer.svg(seconds=_SECONDS).encode()).decode()
    moves = json.dumps([f"{step.piece} {step.path}" for step in answer])
    name = f"slidewise-{uuid4().hex}"
    # A script ends where its text says so, whatever is quoted.
    values = {"ID": name, "LABELS": moves.replace("</", "<\\/"), "SECONDS": str(_SECONDS)}
    script = re.sub("|".join(values), lambda found: values[found.group()], _SCRIPT)
    return (
        f'<div id="{name}"><img alt="the solution, move by move" src="data:image/svg+xml;base64,{picture}">'
        f'<div hidden><button type="button" aria-label="play or pause">&#9654;</button> '
        f'<input type="range" min="0" max="{len(answer)}" value="0" aria-label="move" style="width:16em"> '
        f"<span></span></div>{caption}<script>{script}</script></div>"
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
