"""The program lanescope, for what only its window can do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Optional, Sequence

from . import _native

_VARIABLE = "LANESCOPE_PROGRAM"
_NAME = "lanescope.exe" if os.name == "nt" else "lanescope"
_START_S = 1.0  # in which a window that cannot be opened says so


def find() -> str:
    """The program: what LANESCOPE_PROGRAM names, in the folder of this package, or on PATH.

    Raises Error if it is in none of these places.
    """
    named = os.environ.get(_VARIABLE)
    if named:
        if shutil.which(named) is None:
            raise _native.Error(
                f"{_VARIABLE}: '{named}' is not a program; set it to the file 'lanescope'"
            )
        return named
    beside = Path(__file__).with_name(_NAME)
    if os.access(beside, os.X_OK):
        return str(beside)
    on_path = _on_path()
    if on_path is None:
        raise _native.Error(
            "program: 'lanescope' was not found, and only it draws, records and is a command line; "
            f"put a release or a build of it on PATH, or set {_VARIABLE} to the file"
        )
    return on_path


def is_there() -> bool:
    """Whether `find` finds it."""
    try:
        find()
    except _native.Error:
        return False
    return True


def _on_path() -> Optional[str]:
    for folder in os.get_exec_path():
        found = shutil.which("lanescope", path=folder)
        if found is not None and not _is_python(found):
            return found
    return None


def _is_python(path: str) -> bool:
    """Whether it is a script that a Python package has installed, which would call us again."""
    try:
        with open(path, "rb") as file:
            head = file.read(512)
    except OSError:
        return True
    return head.startswith(b"#!") and b"python" in head


def run(arguments: Sequence[str]) -> list[str]:
    """Runs the program to its end. Raises Error with the line that it complains with.

    Returns the lines that it warns with.
    """
    program = find()
    try:
        done = subprocess.run(
            [program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
    except (OSError, ValueError) as error:  # ValueError: a NUL within an argument
        raise _not_started(program, error) from None
    if done.returncode != 0:
        raise _native.Error(
            _complaint(done.stderr) or f"{program}: ended with {_ending(done.returncode)}"
        )
    lines = done.stderr.decode(errors="replace").splitlines()
    return [line.removeprefix("lanescope: ") for line in lines if line.startswith("lanescope: ")]


def start(arguments: Sequence[str]) -> None:
    """Starts the program with a window, which stays when Python ends.

    Raises Error if there is no display, or if the program complains right away.
    """
    program = find()
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        raise _no_display()
    with tempfile.TemporaryFile() as said:
        try:
            window = subprocess.Popen(
                [program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=said,
                start_new_session=True,  # Ctrl+C is for Python
            )
        except (OSError, ValueError) as error:
            raise _not_started(program, error) from None
        try:
            code = window.wait(_START_S)
        except subprocess.TimeoutExpired:
            threading.Thread(target=window.wait, daemon=True).start()  # so that it leaves no zombie
            return
        said.seek(0)
        complaint = _complaint(said.read())
    if "there is no display" in complaint:  # one is named that does not answer
        raise _no_display()
    if code != 0:
        raise _native.Error(complaint or f"{program}: ended with {_ending(code)}")


def _no_display() -> _native.Error:
    return _native.Error("show: there is no display; picture() draws the window without one")


def _not_started(program: str, error: Exception) -> _native.Error:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return _native.Error(f"{program}: cannot be started: {why}")


def _complaint(said: bytes) -> str:
    """The program's last line, about a parameter instead of an option."""
    lines = said.decode(errors="replace").strip().splitlines()
    if not lines:
        return ""
    line = lines[-1].removeprefix("lanescope: ").partition("; see `lanescope ")[0]
    if line.startswith("--output:"):
        return "path" + line.removeprefix("--output")
    return line.removeprefix("--")


def _ending(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
