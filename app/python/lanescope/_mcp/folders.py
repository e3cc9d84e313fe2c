"""Which files the server may open: those in the folders, and the files, that it was started with."""

from __future__ import annotations

import itertools
import os
import re
import stat
import time
from typing import Iterator, NamedTuple

from .checked import real_of
from .text import shorten
from .._native import Error

# What is listed; a file with another ending is opened all the same. As core/base/files/trace_endings.h
# has them, without the reports that nsys would have to export first.
_ENDINGS = (
    ".json", ".json.gz", ".json.zst", ".pickle", ".pickle.gz", ".xplane.pb", ".pftrace",
    ".perfetto-trace", ".sqlite", ".rpd", ".db", ".lanes", ".pb", ".pb.gz", ".folded", ".collapsed",
    ".perf",
)  # fmt: skip
_REPORT_ENDINGS = (".nsys-rep", ".qdrep")
_REPORT_BEGINS = b"NVIDIA Tegra Profiler Report "
_MOST_LISTED = 5000
_MOST_VISITED = 100_000


class File(NamedTuple):
    """A file that may be a trace: its name for the tools, its size, and when it was written."""

    trace: str
    bytes: int
    modified: str


class _Root(NamedTuple):
    label: str
    given: str
    real: str
    is_file: bool


class Folders:
    """The folders and files that may be read, and the names by which they go.

    A trace of the only folder is named from there on, one of several folders with the folder's own
    name in front. What lies outside is refused in the same words whether it exists or not, also
    where a symbolic link or ".." leads there.

        >>> Folders(["runs"]).find("monday/rank0.json.gz")
        '/home/me/runs/monday/rank0.json.gz'
    """

    def __init__(self, named: list[str]) -> None:
        """Raises Error if nothing is named, or if one of the files or folders does not exist."""
        if not named:
            raise Error("no folder given; name the folders whose traces may be read")
        labels: set[str] = set()
        self._roots: list[_Root] = []
        for given in dict.fromkeys(os.path.abspath(path) for path in named):
            real = os.path.realpath(given)
            if not os.path.exists(real):
                raise Error(f"{given}: no such file or folder")
            label = _unused(os.path.basename(given) or "root", labels)
            labels.add(label)
            self._roots.append(_Root(label, given, real, not os.path.isdir(real)))
        self._only = (
            self._roots[0] if len(self._roots) == 1 and not self._roots[0].is_file else None
        )

    def find(self, name: str) -> str:
        """The path of the trace of that name. Raises Error if it may not be opened or does not exist."""
        for path in self._places(name):
            real = _real(path)
            if self._allows(real):
                _refuse_what_is_no_trace(name, real)
                return real
        raise Error(
            f"{shorten(name)}: not in the folders of this server; 'list' shows what can be opened"
        )

    def name_of(self, real: str) -> str:
        """The name of a path that `find` returned, or of one that is read in its place."""
        real = real_of(real)
        for root in self._roots:
            if root.is_file and real == root.real:
                return _as_text(root.label)
            if _within(real, root.real):
                below = os.path.relpath(real, root.real)
                return _as_text(below if root is self._only else f"{root.label}/{below}")
        raise ValueError(real)

    def in_names(self, message: str) -> str:
        """The message with the names of traces in place of their paths."""
        message = real_of(message)
        for root in self._roots:
            top = root.real if root.is_file else root.real.rstrip(os.sep) + os.sep
            prefix = root.label if root.is_file else "" if root is self._only else root.label + "/"
            message = message.replace(top, prefix)
        return message

    def traces(self) -> tuple[list[File], bool]:
        """What looks like a trace, by name, and whether that is all."""
        visited = itertools.chain.from_iterable(map(self._walk, self._roots))
        found: list[File] = []
        for count, (name, path) in enumerate(visited):
            if len(found) == _MOST_LISTED or count == _MOST_VISITED:
                return sorted(found), False
            if path.lower().endswith(_ENDINGS) and self._allows(_real(path)):
                found += _facts(_as_text(name), path)
        return sorted(found), True

    def _places(self, name: str) -> Iterator[str]:
        """Where a file of that name may lie: never outside by the name alone."""
        if "\0" in name:
            return
        named = _as_bytes(name)
        if named != name:
            yield from self._places_of(named)
        yield from self._places_of(name)

    def _places_of(self, name: str) -> Iterator[str]:
        for root in self._roots:
            if os.path.isabs(name):
                if any(_within(os.path.normpath(name), top) for top in (root.given, root.real)):
                    yield name
            elif root is self._only:
                yield from _below(root, name)
            elif root.is_file:
                if name == root.label:
                    yield root.given
            elif name.startswith(root.label + "/"):
                yield from _below(root, name[len(root.label) + 1 :])

    def _allows(self, real: str) -> bool:
        return any(
            real == root.real if root.is_file else _within(real, root.real) for root in self._roots
        )

    def _walk(self, root: _Root) -> Iterator[tuple[str, str]]:
        """The files of a root with their names; links to folders are not followed."""
        if root.is_file:
            yield root.label, root.real
            return
        prefix = "" if root is self._only else root.label + "/"
        for folder, folders, files in os.walk(root.real):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for file in sorted(files):
                path = os.path.join(folder, file)
                yield prefix + os.path.relpath(path, root.real), path


def _unused(label: str, taken: set[str]) -> str:
    names = itertools.chain([label], (f"{label}-{number}" for number in itertools.count(2)))
    return next(name for name in names if name not in taken)


# Bytes of names that are no text are "\\xff" for the tools, as JSON cannot have them.
def _as_text(name: str) -> str:
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _as_bytes(name: str) -> str:
    """The name as Python has it; half of a pair of surrogates, which no name has, is an error elsewhere."""
    given = name.encode("utf-8", "replace")
    return os.fsdecode(re.sub(rb"\\x([89a-f][0-9a-f])", lambda m: bytes.fromhex(m[1].decode()), given))


def _below(root: _Root, name: str) -> Iterator[str]:
    path = os.path.join(root.real, name)
    if _within(os.path.normpath(path), root.real):
        yield path


def _real(path: str) -> str:
    """Where a path leads; nowhere if it becomes a link, or no link, just then."""
    try:
        return os.path.realpath(path)
    except OSError:
        return ""


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _facts(name: str, path: str) -> list[File]:
    """Nothing if the file has gone, or is no regular one."""
    try:
        facts = os.stat(path)
    except OSError:
        return []
    if not stat.S_ISREG(facts.st_mode):
        return []
    written = time.strftime("%Y-%m-%d %H:%M", time.gmtime(facts.st_mtime))
    return [File(name, facts.st_size, written)]


def _refuse_what_is_no_trace(name: str, real: str) -> None:
    """Reading must not wait for a pipe, look into folders, or start nsys, which writes files."""
    shown = shorten(name)
    try:
        mode = os.stat(real).st_mode
        if stat.S_ISDIR(mode):
            raise Error(f"{shown}: a folder; name one of its traces, which 'list' shows")
        if not stat.S_ISREG(mode):
            raise Error(f"{shown}: not a regular file")
        with open(real, "rb") as file:
            is_report = file.read(len(_REPORT_BEGINS)) == _REPORT_BEGINS
    except OSError as error:
        raise Error(f"{shown}: {(error.strerror or 'cannot be read').lower()}") from None
    if is_report or real.lower().endswith(_REPORT_ENDINGS):
        raise Error(
            f"{shown}: an Nsight Systems report; open its export: nsys export --type sqlite"
        )
