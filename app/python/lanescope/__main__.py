"""The program, as ``lanescope`` and ``python -m lanescope``; ``lanescope mcp`` is the server for assistants."""

from __future__ import annotations

import os
import subprocess
import sys

from . import _native, _program

_CANNOT_BE_USED = 3


def main() -> int:
    """Becomes the program, which then has this process's arguments, files and signals."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["mcp"]:
        from . import mcp

        mcp.run(arguments[1:], "lanescope mcp")
    try:
        program = _program.find()
    except _native.Error as error:
        print(f"lanescope: {error}", file=sys.stderr)
        return _CANNOT_BE_USED
    command = [program, *arguments]
    if os.name == "nt":  # where a process cannot become another one
        return subprocess.call(command)
    try:
        os.execv(program, command)
    except OSError as error:
        print(f"lanescope: {program}: cannot be started: {error.strerror}", file=sys.stderr)
        return _CANNOT_BE_USED


if __name__ == "__main__":
    sys.exit(main())
