"""A server by which assistants ask traces: ``lanescope mcp FOLDER``, or ``python -m lanescope.mcp FOLDER``.

It speaks the Model Context Protocol on stdin and stdout, opens only traces in the folders it is given,
and writes nothing. Its tools are ``list``, ``open``, ``info``, ``report``, ``findings``, ``event``,
``search``, ``compare``, ``ranks`` and, where duckdb is installed, ``sql``, and where the program is,
``picture``. It needs the extra ``mcp``.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from typing import NoReturn, Optional, Sequence

from ._mcp.folders import Folders
from ._native import Error, version
from ._table import need

_CANNOT_BE_USED = 3
_COMMAND = "python -m lanescope.mcp"


def run(arguments: Optional[Sequence[str]] = None, command: str = _COMMAND) -> NoReturn:
    """The server as a process: `main`, and then its end."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Whatever runs or waits, such as for a line of stdin, is not waited for.
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(0))
    code = main(arguments, command)
    sys.stdout.flush()
    os._exit(code)  # a load that nobody waits for any more must not keep the process


def main(arguments: Optional[Sequence[str]] = None, command: str = _COMMAND) -> int:
    """Serves until stdin is closed. The exit code is 2 for wrong usage, 3 if a folder cannot be used.

    >>> main(["runs"])
    """
    named = _parser(command).parse_args(arguments).folders
    try:
        need("mcp", "mcp")
        folders = Folders(named)
        _start(folders)
    except Error as error:
        print(f"lanescope.mcp: {error}", file=sys.stderr)
        return _CANNOT_BE_USED
    except KeyboardInterrupt:
        pass
    return 0


def _start(folders: Folders) -> None:
    try:
        import anyio

        from ._mcp.server import serve
    except ImportError:
        raise Error("mcp is older than 2; pip install --upgrade 'lanescope[mcp]'") from None
    anyio.run(serve, folders)


def _parser(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=command,
        description="Let an assistant ask the traces in FOLDER, by the Model Context Protocol "
        "on stdin and stdout.",
        epilog="Nothing outside of FOLDER is opened, and nothing is written.",
    )
    parser.add_argument(
        "folders", nargs="+", metavar="FOLDER", help="folder with traces, or a trace"
    )
    parser.add_argument("--version", action="version", version=f"lanescope {version}")
    return parser


if __name__ == "__main__":
    run()
