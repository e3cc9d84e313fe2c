"""Pictures of a trace, drawn by the program."""

from __future__ import annotations

import os
import tempfile
from abc import ABC, abstractmethod
from typing import Any, Literal, Mapping, Optional, Sequence, Union

from . import _arguments, _program
from ._arguments import Path
from ._native import Error

Select = Union[str, Mapping[str, Any]]
Range = Union[str, Sequence[int], Mapping[str, Any]]
Theme = Literal["dark", "light"]
Tab = Literal[
    "Overview", "Selection", "Ops", "Kernels", "Flame", "Memory", "Steps", "Findings", "Modules",
    "Critical path", "Launches", "Roofline", "Sequences", "Compare", "Marks", "Load report", "Compile",
]  # fmt: skip


class Picture:
    """A picture that notebooks show.

    ``data`` is the file as bytes, ``format`` "png" or "svg".

        >>> trace.picture(tab="Kernels").save("kernels.png")
    """

    def __init__(self, data: bytes, format: str, width: Optional[float] = None) -> None:
        self.data = data
        self.format = format
        self._width = width  # on a page, in its pixels

    def __repr__(self) -> str:
        return f"<lanescope.Picture: {self.format}, {len(self.data):,} bytes>"

    def save(self, path: Path) -> None:
        """Writes the file, replacing one that is there. Raises OSError if it cannot be written."""
        with open(path, "wb") as file:
            file.write(self.data)

    def _repr_png_(self) -> Any:
        if self.format != "png":
            return None
        return self.data if self._width is None else (self.data, {"width": round(self._width)})

    def _repr_svg_(self) -> Optional[str]:
        return self.data.decode() if self.format == "svg" else None


class Drawn(ABC):
    """What the program can draw."""

    @abstractmethod
    def _shown_files(self) -> list[str]:
        """The arguments by which ``lanescope screenshot`` finds it. Raises Error if it is gone."""

    @abstractmethod
    def _first_match(self, expression: str) -> Optional[int]:
        """The id of the event that an expression selects."""

    def picture(
        self,
        path: Optional[Path] = None,
        *,
        range: Optional[Range] = None,
        select: Optional[Select] = None,
        size: tuple[int, int] = (1600, 900),
        theme: Theme = "dark",
        tab: Optional[Tab] = None,
        scale: float = 1.0,
    ) -> Picture:
        """Draws the window, as ``lanescope screenshot`` does; needs the program, but no display.

        The picture is also written to ``path``, if one is given: a PNG, or with ``.svg`` at its end the
        lanes alone. ``range`` is what to show: "10ms:20ms" from the start of the trace, two times in ns
        such as ``start_ns`` of events, or something with ``start_ns`` and ``dur_ns``, such as an event
        or a step. ``select`` is an event, or an expression of the search box, whose first match is
        selected. ``size`` is in pixels, ``theme`` "dark" or "light", ``tab`` the title of a tab at the bottom, and
        ``scale`` enlarges everything: 2 with twice the size suits a screen of high resolution.

        The program reads the file again. Raises Error if it is not found or cannot draw this, or if the
        file has changed since it was loaded.

            >>> trace.picture(range=trace.info.steps[2], tab="Kernels")
        """
        file = None if path is None else _arguments.path(path, "path")
        ending = ".svg" if file is not None and file.lower().endswith(".svg") else ".png"
        options = [f"--size={_size(size)}", f"--theme={theme}", f"--scale={scale}"]
        options += _tab(tab)
        data = self._draw(ending, file, self._view(range, select) + options)
        return Picture(data, ending[1:], size[0] / float(scale) if ending == ".png" else None)

    def svg(
        self,
        path: Optional[Path] = None,
        *,
        range: Optional[Range] = None,
        select: Optional[Select] = None,
        size: tuple[int, int] = (1600, 900),
        theme: Theme = "light",
    ) -> Picture:
        """Draws the lanes alone, as an SVG for papers and pages; otherwise as :meth:`picture`.

        ``size`` is that of the window whose lanes these are.

            >>> trace.svg("step.svg", range="10ms:20ms")
        """
        options = [*self._view(range, select), f"--size={_size(size)}", f"--theme={theme}"]
        file = None if path is None else _arguments.path(path, "path")
        return Picture(self._draw(".svg", file, options), "svg")

    def _view(self, range: Optional[Range], select: Optional[Select]) -> list[str]:
        options = [] if range is None else [f"--range={_range(range)}"]
        return options if select is None else [*options, f"--select={self._selected(select)}"]

    def _selected(self, select: Select) -> str:
        """The expression whose first match is selected."""
        if isinstance(select, str):
            return _arguments.text(select, "select", "an event or an expression")
        if not isinstance(select, Mapping) or not {"id", "name", "start_ns"} <= set(select):
            raise Error("select: use an event, or an expression such as 'cat:kernel dur>1ms'")
        expression = _expression(select)
        if self._first_match(expression) != select["id"]:
            raise Error(
                "select: other events start and end with this one; use an expression that tells it apart"
            )
        return expression

    def _draw(self, ending: str, path: Optional[str], options: list[str]) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, f"picture{ending}") if path is None else os.path.abspath(path)
            _program.run(["screenshot", *self._shown_files(), f"--output={output}", *options])
            with open(output, "rb") as file:
                return file.read()


def _expression(event: Mapping[str, Any]) -> str:
    """What only this event should match."""
    bounds = {"ts": event["start_ns"], "dur": event.get("dur_ns")}
    terms = [f"{key}>={ns} {key}<={ns}" for key, ns in bounds.items() if ns is not None]
    name = str(event["name"])
    if name and name.isprintable() and '"' not in name and "\\" not in name:
        terms.append(f'"{name}"')
    return " ".join(terms)


def _tab(tab: Optional[Tab]) -> list[str]:
    """The option that names a tab."""
    return [] if tab is None else [f"--tab={_arguments.text(tab, 'tab', 'the title of a tab')}"]


def _size(size: tuple[int, int]) -> str:
    try:
        width, height = size
        return f"{int(width)}x{int(height)}"
    except (OverflowError, TypeError, ValueError):
        raise Error(f"size: {size!r} is not a size; use (width, height) in pixels") from None


def _range(range: Range) -> str:
    if isinstance(range, str):
        return range
    return _arguments.span(
        range,
        "range",
        "use two times in ns, such as (start_ns, end_ns), something with start_ns and dur_ns, "
        "or '10ms:20ms' from the start of the trace",
    )
