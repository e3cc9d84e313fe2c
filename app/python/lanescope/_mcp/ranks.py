"""Ranks of one run, compared: who makes the others wait, and why."""

from __future__ import annotations

import os
from typing import Any, NamedTuple, Optional

from .. import _native
from .checked import Checked
from .folders import Folders
from .text import shorten
from .traces import stamp_of
from .._native import Error
from .._ranks import Ranks, RunReport

_TIMES = ("span_ns", "busy_ns", "idle_ns", "compute_ns", "exposed_comm_ns", "total_comm_ns")
_STRAGGLER = ("rank", "times_last", "wait_caused_ns", "waited_ns", "mean_lateness_ns")
_CAUSE = ("class", "culprit", "culprit_more_ns", "event_id")
_COLLECTIVE = ("name", "group", "step", "message_bytes", "last_rank", "skew_ns", "transfer_ns")
_FINDING = ("id", "title", "rank", "severity_pct", "severity_of", "confidence", "fix")


class _Compared(NamedTuple):
    """The comparison of files as they were, and a line for each that could not be read."""

    key: tuple[Any, ...]
    report: RunReport
    names: dict[str, str]  # of the files in it
    left_out: list[str]


class RankComparisons:
    """Compares traces of several ranks. The last comparison is kept, as all of them are loaded for it."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._last: Optional[_Compared] = None

    def compare(self, names: list[str], folder: str, window: Optional[str]) -> dict[str, Any]:
        """The document, for these traces or those of the folder.

        Raises Error if none or both are given, or if fewer than two traces can be read.
        """
        if bool(names) == bool(folder):
            raise Error("ranks: give the traces, or the folder that has them")
        paths = [self._folders.find(name) for name in names or self._traces_of(folder)]
        key = (window, *((path, stamp_of(path, path)) for path in paths))
        compared = self._last
        if compared is None or compared.key != key:
            checked = [Checked(path, self._folders.name_of(path)) for path in paths]
            try:
                files = _native.list_run([file.path for file in checked])
                ranks = Ranks(files.paths, files.left_out, False)
                report = ranks.report("ranks", window)
            finally:
                for file in checked:
                    file.confirm()  # nothing of another file is told
            name_of = {file.path: self._folders.name_of(file.path) for file in checked}
            left_out = map(self._folders.in_names, [*ranks.left_out, *report.left_out])
            compared = _Compared(key, report, name_of, [*left_out])
            self._last = compared
        if compared.report.ranks is None:
            raise Error(str(compared.report.get("why") or "ranks: only one trace could be read"))
        return self._document(compared)

    def _traces_of(self, folder: str) -> list[str]:
        top = "" if folder == os.curdir else folder.rstrip("/")
        listed = (file.trace for file in self._folders.traces()[0])
        names = [name for name in listed if os.path.dirname(name) == top]
        if len(names) < 2:
            raise Error(f"folder: {shorten(folder)} has no two traces; 'list' shows what there is")
        return names

    def _document(self, compared: _Compared) -> dict[str, Any]:
        ranks: dict[str, Any] = compared.report.ranks or {}
        return {
            "summary": ranks["summary"],
            "world_size": ranks["world_size"],
            "missing_ranks": ranks["missing_ranks"],
            "matched": ranks["matched"],
            "stragglers": _stragglers(ranks["stragglers"]),
            "ranks": [_rank(row, compared.names) for row in ranks["rows"]],
            "findings": [_pick(row, _FINDING) for row in ranks["findings"]],
            "transfers": ranks["transfers"],
            "collectives": [_collective(row) for row in ranks["collectives"]],
            "unreadable": [{"why": line} for line in compared.left_out],
        }


def _rank(row: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    clock = row["clock"]
    return {
        "rank": row["rank"],
        "trace": names.get(row["file"]),  # None: the core has another text for bytes that are none
        "collectives": row["collectives"],
        "clock": clock["state"],
        "clock_offset_ns": clock["offset_ns"],
        **_pick(row["times"] or {}, _TIMES),
    }


def _stragglers(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Who makes others wait longest, first; event ids are those of that rank's trace."""
    flat = [{**_pick(row, _STRAGGLER), **_pick(row["cause"] or {}, _CAUSE)} for row in rows]
    return sorted(flat, key=lambda row: -(row["wait_caused_ns"] or 0))


def _collective(row: dict[str, Any]) -> dict[str, Any]:
    """With the event of the rank that came last."""
    last = [part["event_id"] for part in row["parts"] if part["rank"] == row["last_rank"]]
    return {**_pick(row, _COLLECTIVE), "last_event_id": last[0] if last else None}


def _pick(row: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: row.get(key) for key in keys}
