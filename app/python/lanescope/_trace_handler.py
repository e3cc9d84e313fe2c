"""Traces of torch.profiler from a running training: written, and told in a few lines."""

from __future__ import annotations

import contextlib
import gzip
import os
import re
import shutil
import socket
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any, Callable, Optional

from . import _arguments, _native, _open
from ._arguments import Path
from ._records import Findings
from ._units import printable

if TYPE_CHECKING:
    from torch.profiler import profile

# The training waits while a trace is compressed. Python's default, 9, takes six times as long for files
# that are a sixth smaller.
_LEVEL = 5
_MOST_TOLD = 2  # findings; the third line names the file


def trace_handler(
    dir_name: Path,
    worker_name: Optional[str] = None,
    use_gzip: bool = True,
    use_python_export: bool = False,
    *,
    report: bool = True,
) -> Callable[[profile], None]:
    """What torch.profiler calls when a trace is ready: writes it, and prints the first findings.

    Takes the arguments of ``torch.profiler.tensorboard_trace_handler`` and names files alike,
    "WORKER.TIME.pt.trace.json.gz" with the time in ns, so that other viewers find them. Without
    ``worker_name`` a worker is "HOST_PID", in a distributed run "HOST_PID_rankN". Files are compressed
    unless ``use_gzip`` is off.

    With ``report``, at most three lines on stderr say what to change, what it could gain and where the
    trace is; in a distributed run, on rank 0 only. The training waits for them. If a trace cannot be
    written or analyzed, one line says so, and the training goes on. Raises Error if the folder is a file.

        >>> with torch.profiler.profile(on_trace_ready=lanescope.trace_handler("traces")):
        ...     train()
    """
    folder = _arguments.path(dir_name, "dir_name")
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise _native.Error(f"{folder}: is not a folder; traces are written into one")

    def on_trace_ready(prof: profile) -> None:
        rank = _rank()
        name = worker_name or _worker_name(rank)
        path = os.path.join(folder, f"{name}.{time.time_ns()}.pt.trace.json")
        path += ".gz" if use_gzip else ""
        try:
            os.makedirs(folder, exist_ok=True)
            write_trace(prof, path, use_python_export)
        except Exception as error:
            return _print([f"{path}: trace not written: {reason(error, path)}"])
        if report and not rank:
            _print(_report(path))

    return on_trace_ready


def write_trace(prof: profile, path: str, use_python_export: bool = False) -> None:
    """Writes what was profiled to a file, compressed if its name ends in ".gz".

    The file appears when it is complete; if it cannot be written, nothing is left of it. Raises what
    PyTorch and the file system raise.
    """
    # Older versions of PyTorch do not know the option.
    options: dict[str, Any] = {"use_python_export": True} if use_python_export else {}
    part = path + ".part"
    with contextlib.ExitStack() as clean:
        clean.callback(_remove, part)
        exported = part
        if path.endswith(".gz"):
            folder = clean.enter_context(tempfile.TemporaryDirectory())
            exported = os.path.join(folder, "trace.json")
        prof.export_chrome_trace(exported, **options)
        if hasattr(prof, "wait_for_exports"):  # some backends write later
            prof.wait_for_exports()
        if exported != part:
            compress(exported, part)
        os.replace(part, path)


def compress(source: str, target: str) -> None:
    """Writes a compressed copy of a file."""
    with open(source, "rb") as plain, gzip.open(target, "wb", _LEVEL) as packed:
        shutil.copyfileobj(plain, packed, 1 << 20)


def headlines(findings: Findings) -> list[str]:
    """A line for each finding: what it is, what it could gain, and the line of code behind it.

    If there are none, the line that says so.
    """
    text = repr(findings)
    found = re.findall(r"^\d+\. (.+)(?:\n +where +(.+))?$", text, re.MULTILINE)
    return [_headline(title, where) for title, where in found] or text.splitlines()[:1]


def _headline(title: str, where: str) -> str:
    caller = where.partition(", called from ")[2]
    return f"{title}, called from {caller}" if caller else title


def _report(path: str) -> list[str]:
    """What is printed about a trace: at most three lines."""
    try:
        lines = headlines(_open.open_trace(path, progress=False).findings())
    except Exception as error:
        return [f"{path}: trace not analyzed: {reason(error, path)}"]
    left = len(lines) - _MOST_TOLD
    more = f"{left} more finding{'s' if left > 1 else ''}; " if left > 0 else ""
    return [*lines[:_MOST_TOLD], f"{more}trace: {path}"]


def _print(lines: list[str]) -> None:
    """Prints lines at once, so that those of other processes are not between them."""
    with contextlib.suppress(OSError, ValueError):  # stderr may be closed
        print(
            "".join(f"lanescope: {printable(line)}\n" for line in lines),
            end="",
            file=sys.stderr,
            flush=True,
        )


def reason(error: Exception, path: str = "") -> str:
    """What went wrong, in one line that does not name the file again."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    lines = str(error).removeprefix(f"{path}: ").splitlines()
    return lines[0] if lines else type(error).__name__


def _rank() -> Optional[int]:
    """The rank of this process in a distributed run, else None."""
    distributed = sys.modules.get("torch.distributed")
    if distributed is not None and distributed.is_available() and distributed.is_initialized():
        return int(distributed.get_rank())
    rank = os.environ.get("RANK", "")  # of torchrun, before the run is initialized and after its end
    return int(rank) if rank.isdecimal() else None


def _worker_name(rank: Optional[int]) -> str:
    name = f"{socket.gethostname()}_{os.getpid()}"
    return name if rank is None else f"{name}_rank{rank}"


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):
        os.remove(path)
