"""Progress bars: those of tqdm, if it is there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


@contextmanager
def shown(wanted: bool | None, label: str) -> Iterator[Callable[..., None] | None]:
    """A bar for as long as work goes on: what is to be told how much is done in all, and of how much; or None."""
    one = bar(wanted, None, label)

    def tell(done: int, total: int | None = None, text: str = "") -> None:
        one.total = total
        one.update(done - one.n)
        if text:
            one.set_postfix_str(text)

    try:
        yield None if one is None else tell
    finally:
        if one is not None:
            one.close()
