"""Recording a block of this program from outside, by the program lanescope."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from typing import IO, Iterator, Optional

from . import _arguments, _native, _program
from ._arguments import Path

_START_S = 30.0  # the most that a start takes, such as from a slow disk
_STOP_S = 60.0
_PR_SET_PTRACER = 0x59616D61
_ANY = ctypes.c_ulong(-1).value
_DAEMON = b"KINETO_USE_DAEMON="
_LOST = "the recording can no longer be written"
_NO_OPERATORS = (
    "{}: no operators, input shapes or memory of PyTorch are recorded, only samples of threads;"
    " use lanescope.trace_handler() for those"
)


@contextlib.contextmanager
def capture(
    path: Path, *, sample: str = "200Hz", native: str = "off", program: Optional[Path] = None
) -> Iterator[None]:
    """Samples the threads of this process while a block runs, into a recording that ends in ".lanes".

    For each thread of this process and of those it starts, the recording has the Python stack and what
    the thread waits for, ``sample`` times per second, and memory and disk figures of the process. With
    ``native`` "on", it also has native stacks and context switches where the kernel allows it. From
    outside, neither kernels nor operators can be seen, so there are no input shapes and no memory of
    tensors: for these use :func:`trace_handler`, or start the program by ``lanescope record --shapes``.
    A UserWarning says so in a process that uses PyTorch.

    The program lanescope attaches to this process, on Linux: that of a wheel, or on PATH, or else
    ``program`` is its name or path. Raises Error if it is not found, if the file exists, if it cannot
    attach or record, or if the disk was full before the block ended.

        >>> with lanescope.capture("run.lanes"):
        ...     load_batches()
        >>> lanescope.open("run.lanes").findings()
    """
    file = _arguments.path(path, "path")
    _arguments.text(sample, "sample", 'a rate such as "200Hz"')
    _arguments.text(native, "native", '"on" or "off"')
    if file.startswith("-"):  # which the program would take for an option
        file = os.path.join(os.curdir, file)
    _check(file, sample)
    if "torch" in sys.modules:
        # Of the line with the block, above contextlib's.
        warnings.warn(_NO_OPERATORS.format(file), stacklevel=3)
    found = _program.find() if program is None else _found(_arguments.path(program, "program"))
    command = [found, "attach", str(os.getpid()), "--output", file]
    with tempfile.TemporaryFile() as messages:
        recorder = _start([*command, "--sample", sample, "--native", native], messages)
        try:
            _await_start(recorder, file, messages)
            yield
        except BaseException:
            _stop(recorder)  # what was recorded until then is in the file
            raise
        _stop(recorder)
        if recorder.returncode < 0:
            raise _native.Error(f"{file}: the recorder was killed; the file ends there")
        lost = _lost(messages)
        if lost:
            raise _native.Error(f"{file}: {lost}")
        if recorder.returncode != 0:
            raise _error(messages)


def _check(file: str, sample: str) -> None:
    if sample == "off":  # for PyTorch's own trace, which is not of a block
        raise _native.Error(
            "sample: a block is recorded by its samples alone; 'off' would record nothing"
        )
    if os.path.exists(file):
        raise _native.Error(f"{file}: already exists; choose another name")
    if not sys.platform.startswith("linux"):
        raise _native.Error("capture() needs Linux")
    with open("/proc/self/environ", "rb") as variables:
        if "torch" in sys.modules and _DAEMON in variables.read():
            raise _native.Error(
                "KINETO_USE_DAEMON is set, with which PyTorch records traces of a fixed length instead of"
                " a block; unset it, or use lanescope.trace_handler()"
            )


def _found(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise _native.Error(
            f"{program}: program not found; build or download Lanescope, and name it:"
            " program='DIR/lanescope', or leave program out to have it found"
        )
    return found


def _start(command: list[str], messages: IO[bytes]) -> subprocess.Popen[bytes]:
    """Starts the recorder, in a session of its own, so that Ctrl+C is for this process alone.

    Where kernel.yama.ptrace_scope is 1, a child may read this process only if that allows it.
    """
    _allow(_ANY)
    recorder = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=messages,
        start_new_session=True,
    )
    _allow(recorder.pid)
    return recorder


def _allow(pid: int) -> None:
    """Lets a process read this one; 0: none. Other systems than those with Yama ignore this."""
    ctypes.CDLL(None).prctl(_PR_SET_PTRACER, ctypes.c_ulong(pid), 0, 0, 0)


def _await_start(recorder: subprocess.Popen[bytes], file: str, messages: IO[bytes]) -> None:
    """Returns when the file is there, which is when the recording begins."""
    deadline = time.monotonic() + _START_S
    while not os.path.exists(file):
        if recorder.poll() is not None:
            raise _error(messages)
        if time.monotonic() > deadline:
            raise _native.Error(f"{file}: the recording has not started after {_START_S:g} s")
        time.sleep(0.005)


def _stop(recorder: subprocess.Popen[bytes]) -> None:
    """Ends the recording, and returns when its file is complete."""
    with contextlib.suppress(ProcessLookupError):
        recorder.send_signal(signal.SIGINT)
    try:
        recorder.wait(_STOP_S)
    except subprocess.TimeoutExpired:
        recorder.kill()
        recorder.wait()
    finally:
        _allow(0)


def _lines(messages: IO[bytes]) -> list[str]:
    messages.seek(0)
    return messages.read().decode(errors="replace").splitlines()


def _lost(messages: IO[bytes]) -> str:
    """Why the file lacks part of the block, such as that the disk is full; else nothing."""
    said = (line.partition(_LOST) for line in _lines(messages))
    return next((lost + why for _, lost, why in said if lost), "")


def _error(messages: IO[bytes]) -> _native.Error:
    """What the recorder said last."""
    lines = _lines(messages) or ["the recording failed"]
    return _native.Error(lines[-1].removeprefix("lanescope: ").removeprefix("--"))
