"""Opening traces."""

from __future__ import annotations

from typing import Any, Iterable, Union

from . import _arguments, _native
from ._arguments import Path
from ._progress import watched
from ._ranks import Ranks
from ._trace import Trace
from ._words import reworded


def open(
    path: Union[Path, Iterable[Path]],
    progress: bool = True,
    *,
    execution_trace: Path = "",
    capture_trace: Path = "",
    steps: str = "",
) -> Union[Trace, Any]:
    """Loads a trace: of torch.profiler, Nsight Systems, Perfetto, JAX … and recordings of Lanescope.

    ``path`` is a file or a folder. Several files, or a folder with several, are the :class:`Ranks` of
    one run, which are loaded when they are asked. Type checkers take the result for a :class:`Trace`:
    :func:`open_ranks` always returns Ranks, and :func:`open_trace` always a Trace.

    With ``progress``, a bar is drawn on stderr if that is a terminal, or below the cell of a notebook.
    Ctrl+C stops the load, and other threads run meanwhile. ``execution_trace``, ``capture_trace`` and
    ``steps`` are as on the command line: with ``steps="train #*"``, ranges of such names are the steps.

    Raises Error if the file cannot be read or is no trace. A damaged trace is no error: what can be
    read of it is there, and ``load_report`` tells the rest.

        >>> trace = lanescope.open("run.json.gz")
    """
    paths = _arguments.paths(path, "path")
    files = _files(paths)
    if len(paths) == 1 and len(files.paths) <= 1:
        return open_trace(
            paths[0],
            progress,
            execution_trace=execution_trace,
            capture_trace=capture_trace,
            steps=steps,
        )
    if not files.paths:
        raise _native.Error("path: there is no trace")
    if execution_trace or capture_trace:
        raise _native.Error("path: names several traces; an execution or capture trace is for one")
    if steps:
        raise _native.Error("path: names several traces; steps are chosen for one")
    return Ranks(files.paths, files.left_out, bool(progress))


def open_trace(
    path: Path,
    progress: bool = True,
    *,
    execution_trace: Path = "",
    capture_trace: Path = "",
    steps: str = "",
) -> Trace:
    """Loads one trace, as :func:`open` does. Raises Error also if the path is a folder with several.

    >>> trace = lanescope.open_trace("run.json.gz")
    """
    file = _arguments.path(path, "path")
    execution = _arguments.path(execution_trace, "execution_trace")
    capture = _arguments.path(capture_trace, "capture_trace")
    chosen = _arguments.text(steps, "steps", "a name such as 'train #*'")
    with watched(progress) as how, reworded():
        trace = Trace(_native.open(file, execution, capture, *how, chosen))
    trace._beside = {"--execution-trace": execution, "--capture-trace": capture}
    trace._steps = chosen
    return trace


def open_ranks(path: Union[Path, Iterable[Path]], progress: bool = True) -> Ranks:
    """The traces of one run: of a folder, or files. They are loaded when they are asked.

    ``progress`` is that of :func:`open`. Raises Error if there is no trace.

        >>> lanescope.open_ranks("runs/").compare().summary
    """
    files = _files(_arguments.paths(path, "path"))
    if not files.paths:
        raise _native.Error("path: there is no trace")
    return Ranks(files.paths, files.left_out, bool(progress))


def _files(paths: list[str]) -> _native.RunTraces:
    with reworded():
        return _native.list_run(paths)
