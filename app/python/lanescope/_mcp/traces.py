"""The traces that the server holds in memory."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from typing import NamedTuple

from .. import _native
from .checked import Changed, Checked, real_of
from .folders import Folders
from .text import shorten
from .._native import Error
from .._trace import Trace

_MOST_TRACES = 8
_MOST_STORE_BYTES = 4 << 30
_TRIES = 3  # for files that are written to meanwhile


class Served(Trace):
    """A trace of the folders, which is read by a path of its own."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(_native.open(checked.path, "", "", False, None))
        self.checked = checked

    @property
    def path(self) -> str:
        """The real path."""
        return real_of(super().path)


class _Kept(NamedTuple):
    trace: Served
    stamp: tuple[int, int]
    store_bytes: int


class Traces:
    """Traces by their names, loaded when they are first asked for.

    Those used last stay loaded, at most 8 of together at most 4 GiB; the one asked for always does. A
    file that has changed is loaded again. Several threads may ask at once: they wait for the same load.
    """

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._loads: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, name: str) -> Served:
        """The trace. Raises Error if it may not be opened, cannot be read or is no trace."""
        path = self._folders.find(name)
        with self._lock:
            load = self._loads.setdefault(path, threading.Lock())
        with load:
            stamp = stamp_of(path, name)
            with self._lock:
                kept = self._kept.get(path)
                if kept is not None and kept.stamp == stamp:
                    self._kept.move_to_end(path)
                    return kept.trace
            return self._load(path, name, stamp)

    def name_of(self, trace: Trace) -> str:
        """By what name the tools know the trace."""
        return self._folders.name_of(trace.path)

    def loaded(self) -> set[str]:
        """The names of those in memory."""
        with self._lock:
            return {self._folders.name_of(path) for path in self._kept}

    def _load(self, path: str, name: str, stamp: tuple[int, int]) -> Served:
        trace = _read(path, name)
        kept = _Kept(trace, stamp, int(trace.info["load"]["store_bytes"] or 0))
        with self._lock:
            self._kept[path] = kept
            self._kept.move_to_end(path)
            while len(self._kept) > 1 and self._too_many():
                self._kept.popitem(last=False)
        return trace

    def _too_many(self) -> bool:
        held = sum(kept.store_bytes for kept in self._kept.values())
        return len(self._kept) > _MOST_TRACES or held > _MOST_STORE_BYTES


def _read(path: str, name: str) -> Served:
    for left in reversed(range(_TRIES)):
        try:
            checked = Checked(path, name)
            try:
                return Served(checked)
            finally:
                checked.confirm()  # nothing of another file is told, also not that it is none
        except Changed:
            if not left:
                raise
    raise AssertionError


def stamp_of(path: str, name: str) -> tuple[int, int]:
    """What changes when the file does. Raises Error, with that name, if it has gone."""
    try:
        facts = os.stat(path)
    except OSError as error:
        raise Error(f"{shorten(name)}: {(error.strerror or 'cannot be read').lower()}") from None
    return facts.st_mtime_ns, facts.st_size
