"""What was summarized before: a line of JSON for each trace, in the folder of the summaries."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
import zlib
from dataclasses import asdict, dataclass
from typing import Iterable, Optional, Sequence

from .jobs import Outcome
from .places import Folder, is_remote
from .sources import Source

NAME = "fleet.jsonl"
_EACH_S = 5.0
_TABLES = 2  # which columns they have: another number makes those that are there again


@dataclass(frozen=True)
class Entry:
    """The state of a trace when it was summarized. ``problem`` is why its summary says nothing else."""

    path: str
    bytes: int
    stamp: str
    summary: str
    problem: str
    seconds: float
    crc: int = -1  # of the summary; -1: not known


class Journal:
    """Of one folder, for one writer. A run that is killed loses what it has noted in the last seconds."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._entries = {entry.path: entry for entry in _read(folder.read(NAME))}
        self._is_written = True
        self._next_s = time.monotonic() + _EACH_S

    def done(self, source: Source, there: set[str]) -> bool:
        """Whether there is a summary of this state of the trace, as it was written."""
        entry = self._entries.get(source.path)
        if entry is None or (entry.bytes, entry.stamp) != (source.bytes, source.stamp):
            return False
        return entry.summary in there and (entry.crc < 0 or entry.crc == self._crc(entry.summary))

    def _crc(self, summary: str) -> int:
        """-1 where reading it back costs more than it is worth."""
        path = self._folder.local(summary)
        return zlib.crc32(self._folder.read(summary)) if path is not None else -1

    def entry(self, path: str) -> Entry:
        return self._entries[path]

    def gone(self, sources: Iterable[Source], there: set[str]) -> list[str]:
        """Summaries that are in the folder of traces that are not, where this machine can tell."""
        named = {source.path for source in sources}
        return sorted(
            entry.summary
            for path, entry in self._entries.items()
            if path not in named
            and entry.summary in there
            and not is_remote(path)
            and not os.path.exists(path)
        )

    def note(self, source: Source, outcome: Outcome) -> None:
        """That there is a summary. What has none is tried again next time."""
        self._entries[source.path] = Entry(
            source.path,
            source.bytes,
            source.stamp,
            outcome.name,
            outcome.problem,
            outcome.seconds,
            self._crc(outcome.name),
        )
        self._is_written = False
        if time.monotonic() >= self._next_s:
            self.write()

    def write(self) -> None:
        """Puts into the folder what is not there."""
        if self._is_written:
            return
        entries = [self._entries[path] for path in sorted(self._entries)]
        lines = (json.dumps(asdict(entry), ensure_ascii=False) + "\n" for entry in entries)
        self._folder.write(NAME, "".join(lines).encode("utf-8", "surrogatepass"))
        self._is_written = True
        self._next_s = time.monotonic() + _EACH_S

    def state(self, paths: Sequence[str], problems: Sequence[Optional[str]]) -> str:
        """Of the tables of these traces: another one if any summary was made again, or if another problem
        was met."""
        entries = [asdict(self._entries[path]) for path in sorted(paths) if path in self._entries]
        told = sorted(zip(paths, (problem or "" for problem in problems)))
        return hashlib.sha256(json.dumps([_TABLES, entries, told]).encode()).hexdigest()

    def names(self, sources: Iterable[Source]) -> dict[str, str]:
        """The name of each summary by the path of its trace: as before, else like the trace, with the
        folders of its host and worker in the run."""
        names = {
            source.path: self._entries[source.path].summary
            for source in sources
            if source.path in self._entries
        }
        taken = {entry.summary for entry in self._entries.values()}
        for source in sources:
            if source.path not in names:
                name = _summary_name(source.stem, taken)
                names[source.path] = name
                taken.add(name)
        return names


def _read(data: bytes) -> list[Entry]:
    """The last line may be half of one, and a folder that came from elsewhere may have any."""
    entries = []
    for line in data.split(b"\n"):
        try:
            entry = Entry(**json.loads(line.decode("utf-8", "surrogatepass")))
        except (TypeError, ValueError):
            continue
        if _is_sound(entry):
            entries.append(entry)
    return entries


def _is_sound(entry: Entry) -> bool:
    """Whether it may be used: its summary is written over, so that has to be one in the folder."""
    texts = (entry.path, entry.stamp, entry.summary, entry.problem)
    return (
        all(isinstance(one, str) for one in texts)
        and isinstance(entry.bytes, int)
        and isinstance(entry.crc, int)
        and isinstance(entry.seconds, (int, float))
        and entry.summary.endswith(".rank")
        and not re.search(r"[/\\\0]", entry.summary)
    )


def _summary_name(stem: str, taken: set[str]) -> str:
    """As `lanescope summarize` calls them: "rank3.rank", and if another has that, "rank3-2.rank"."""
    name, number = stem, 1
    while f"{name}.rank" in taken:
        number += 1
        name = f"{stem}-{number}"
    return f"{name}.rank"
