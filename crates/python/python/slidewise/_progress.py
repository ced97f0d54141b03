"""Progress bars: those of tqdm, if it is there."""

from __future__ import annotations

import sys
from typing import Any


def _is_watched() -> bool:
    """Whether somebody looks: a terminal, or a notebook."""
    return sys.stderr.isatty() or "ipykernel" in sys.modules


def bar(wanted: bool | None, total: int | None, label: str) -> Any:
    """A bar that is told how much more was done, or None."""
    if wanted is False or (wanted is None and not _is_watched()):
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if wanted:
            raise
        return None
    return tqdm(total=total, desc=label)
