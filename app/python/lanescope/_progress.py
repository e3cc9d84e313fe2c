"""How far a load is: a line on a terminal, a bar below the cell of a notebook."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import time
from typing import Any, Callable, Iterator, Optional

from . import _html, _notebook

Show = Callable[[str, Optional[float], str], None]

_FIRST_S = 0.3  # shorter loads show nothing
_EACH_S = 0.25
_BAR_WIDTH = 20  # of the text, as on a terminal


@contextlib.contextmanager
def watched(progress: bool) -> Iterator[tuple[bool, Optional[Show]]]:
    """Whether the core draws a line on a terminal, and what it calls to show a load elsewhere."""
    if not progress or not _notebook.is_here():
        yield bool(progress), None
        return
    bar = _NotebookBar()
    try:
        yield False, bar.show
    finally:
        bar.clear()


@contextlib.contextmanager
def counting(progress: bool, whole: int) -> Iterator[Callable[[int, int], None]]:
    """Shows how many of so many are done, and how many of those failed, where :func:`watched` does."""
    bar = _NotebookBar() if progress and _notebook.is_here() else None
    on_terminal = progress and bar is None and sys.stderr is not None and sys.stderr.isatty()

    def count(done: int, failed: int) -> None:
        what = f"{done:,} of {whole:,}" + (f", {failed:,} failed" if failed else "")
        if bar is not None:
            bar.show("traces", done / whole, what)
        elif on_terminal:
            print(
                f"\r{_as_text('traces', done / whole, what)}\x1b[K", end="", file=sys.stderr, flush=True
            )

    try:
        yield count
    finally:
        if bar is not None:
            bar.clear()
        elif on_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class _NotebookBar:
    """An output of the cell that is overwritten, and empty at the end."""

    def __init__(self) -> None:
        self._output: Any = None  # IPython's DisplayHandle
        self._next_s = time.monotonic() + _FIRST_S

    def show(self, path: str, share: Optional[float], what: str) -> None:
        now_s = time.monotonic()
        if now_s >= self._next_s:
            self._next_s = now_s + _EACH_S
            self._draw(
                {"text/plain": _as_text(path, share, what), "text/html": _as_html(path, share, what)}
            )

    def clear(self) -> None:
        if self._output is not None:
            self._draw({"text/plain": "", "text/html": ""})

    def _draw(self, data: dict[str, str]) -> None:
        with contextlib.suppress(Exception):  # whatever a frontend does, the load goes on
            if self._output is None:
                ipython: Any = importlib.import_module("IPython.display")  # which types little
                self._output = ipython.display(data, raw=True, display_id=True)
            else:
                self._output.update(data, raw=True)


def _as_text(path: str, share: Optional[float], what: str) -> str:
    name = os.path.basename(path)
    if share is None:
        return f"{name}: {what}"
    filled = "#" * int(share * _BAR_WIDTH)
    return f"[{filled:<{_BAR_WIDTH}}] {share:4.0%}  {name}: {what}"


def _as_html(path: str, share: Optional[float], what: str) -> str:
    value = "" if share is None else f' value="{share:.3f}"'
    bar = f'<progress max="1"{value} style="width:160px;vertical-align:middle"></progress>'
    return _html.page(_html.line(f"{bar} {_html.file(path)} {_html.muted(_html.text(what))}"))
