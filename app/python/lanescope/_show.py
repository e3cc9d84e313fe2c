"""Showing a trace: in the window of the program, in the cell of a notebook, as a page or a picture."""

from __future__ import annotations

import os
from typing import Optional

from . import _native, _notebook, _page, _program
from ._picture import Drawn, Range, Select, Tab, _tab


class Shown(Drawn):
    """A trace whose file the program opens again."""

    def __init__(self, path: str) -> None:
        self._named = path
        self._file = os.path.abspath(path)  # found when Python has changed its folder, too
        self._loaded = _stamp(self._file)
        self._beside: dict[str, str] = {}  # options of the program and the files given for them
        self._steps = ""  # names of the ranges that are the steps; empty: those that are found

    def show(
        self,
        *,
        range: Optional[Range] = None,
        select: Optional[Select] = None,
        tab: Optional[Tab] = None,
        window: Optional[bool] = None,
        height: int = _page.HEIGHT,
        redact: bool = False,
        most_bytes: int = _page.MOST_BYTES,
    ) -> None:
        """Opens the trace in the window of the program, or in a notebook in the cell.

        ``range``, ``select`` and ``tab`` are what is shown first, as in :meth:`picture`. ``window`` says
        which of both; without, the cell in a notebook.

        The window stays open when Python ends. Raises Error if the program is not found, or if there
        is no display, as on most servers: :meth:`picture` needs none.

        The cell gets the viewer of :meth:`page`, ``height`` pixels high, with the events of ``range``
        alone; ``redact`` is as there. Where the viewer is not installed, or would take more than
        ``most_bytes``, it gets a picture, and a line says why.

            >>> trace.show(select="cat:kernel dur>1ms", tab="Kernels")
        """
        if window is None:
            window = not _notebook.is_here()
        if window:
            beside = [*self._options("--execution-trace", "--capture-trace"), *self._step_names()]
            _program.start([*self._file_again(), *beside, *self._shown(range, select, tab)])
        else:
            _page.show_in_cell(
                lambda: self.page(range=range, select=select, tab=tab, height=height, redact=redact),
                lambda: self.picture(range=range, select=select, tab=tab),
                most_bytes,
            )

    def page(
        self,
        *,
        range: Optional[Range] = None,
        select: Optional[Select] = None,
        tab: Optional[Tab] = None,
        height: int = _page.HEIGHT,
        redact: bool = False,
    ) -> _page.Page:
        """The viewer and the trace as one HTML document, as ``lanescope share`` writes it.

        It holds the events of ``range``, or all; ``select`` and ``tab`` are what it shows first, as in
        :meth:`picture`. ``redact`` replaces the names of modules, paths and hosts. ``height`` is that of
        its frame in a notebook, in pixels. Nothing is uploaded, and it needs no server.

        Raises Error if the program is not found or has no viewer page, or if the file has changed since
        it was loaded.

            >>> trace.page(range="10ms:30ms").save("look-here.html")
        """
        options = self._shown(range, select, tab) + (["--redact"] if redact else [])
        name = "trace" if redact else os.path.basename(self._file)
        return _page.make([*self._file_again(), *self._step_names(), *options], name, height)

    def _shown_files(self) -> list[str]:
        return [*self._file_again(), *self._options("--capture-trace"), *self._step_names()]

    def _file_again(self) -> list[str]:
        """The file, which the program is about to read. Raises Error if it is another one now."""
        stamp = _stamp(self._file)
        if stamp is None:
            raise _native.Error(
                f"{self._named}: no such file; picture(), svg(), page() and show() read it again"
            )
        if stamp != self._loaded:
            raise _native.Error(
                f"{self._named}: the file has changed since it was loaded; open it again"
            )
        return [self._file]

    def _options(self, *names: str) -> list[str]:
        files = ((name, self._beside.get(name)) for name in names)
        return [f"{name}={os.path.abspath(file)}" for name, file in files if file]

    def _step_names(self) -> list[str]:
        return [f"--steps={self._steps}"] if self._steps else []

    def _shown(self, range: Optional[Range], select: Optional[Select], tab: Optional[Tab]) -> list[str]:
        return self._view(range, select) + _tab(tab)


def _stamp(path: str) -> Optional[tuple[int, int]]:
    """What tells one state of a file from another; None if there is no file."""
    if not os.path.isfile(path):
        return None
    status = os.stat(path)
    return status.st_size, status.st_mtime_ns
