"""The page of the browser build: the viewer and a trace as one document, also in a cell."""

from __future__ import annotations

import os
import tempfile
from typing import Callable, Sequence

from . import _html, _notebook, _program, _units
from ._native import Error
from ._arguments import Path
from ._picture import Picture

# Of a cell. The file of the notebook keeps it, and the frontend holds it as one text: with more, a
# notebook is slow to open and to save.
MOST_BYTES = 32 << 20
HEIGHT = 600
_NO_PAGE = "share: share.html not found"


class Page:
    """The viewer with a trace as one HTML document, which notebooks show without a server.

    What a notebook shows is part of its file: it is there again when the notebook is opened again, also
    by somebody who has neither the trace nor Lanescope. ``html`` is the document, and ``warnings`` what it
    gives away that one may not expect.

        >>> trace.page(range="10ms:30ms").save("look-here.html")
    """

    def __init__(self, html: str, title: str, height: int, warnings: Sequence[str] = ()) -> None:
        self.html = html
        self.warnings = list(warnings)
        self._title = title
        self._height = height

    def __repr__(self) -> str:
        return f"<lanescope.Page: {self._title}, {_units.size(len(self.html))}>"

    def save(self, path: Path) -> None:
        """Writes a file for browsers, replacing one that is there. Raises OSError if it cannot be written."""
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(self.html)

    def _repr_html_(self) -> str:
        document = self.html.replace("&", "&amp;").replace('"', "&quot;")
        title = _html.text(self._title)
        about = f"{title}, {_units.size(len(self.html))} in this notebook; shown once it is trusted"
        # Without the origin of the notebook, whose kernels and files are none of its business.
        return (
            f'<iframe srcdoc="{document}" title="Lanescope: {title}" allow="clipboard-write" '
            'sandbox="allow-scripts allow-downloads allow-modals" '
            f'style="display:block;width:100%;height:{self._height}px;border:0"></iframe>'
            + _html.page(_html.line(_html.muted(about)))
        )


def make(arguments: Sequence[str], title: str, height: int) -> Page:
    """What ``lanescope share`` writes. Raises Error with its line."""
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "page.html")
        lines = _program.run(["share", *arguments, f"--output={output}"])
        warnings = [line.replace("--redact leaves", "redact=True leaves") for line in lines]
        with open(output, encoding="utf-8", newline="") as file:
            return Page(file.read(), title, height, warnings)


def show_in_cell(page: Callable[[], Page], picture: Callable[[], Picture], most_bytes: int) -> None:
    """The page below the cell; if there is none or it is too large, a picture and a line that says why."""
    try:
        made = page()
    except Error as error:
        if not str(error).startswith(_NO_PAGE):
            raise
        why = "this installation has no viewer page (share.html), which wheels and releases have"
    else:
        if len(made.html) <= most_bytes:
            for line in made.warnings:
                print(f"lanescope: {line}")
            _notebook.display(made)
            return
        why = (
            f"the page takes {_units.size(len(made.html))}, a cell at most {_units.size(most_bytes)}: "
            "show a part with range, raise most_bytes, or write a file with page().save()"
        )
    print(f"lanescope: a picture instead of the viewer: {why}")
    _notebook.display(picture())
