"""The traces of thousands of ranks, as summaries of a few hundred KB: :func:`summarize`."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Optional, Union

from .. import _arguments, _html, _native
from .._native import Error
from .._progress import counting
from .._record import Record, Rows
from .._units import counted
from . import engines, jobs
from . import tables as _tables
from .journal import Journal
from .places import Folder
from .sources import Found, Paths, Source, sources

__all__ = ["Fleet", "summarize"]


class Fleet(Rows):
    """A row for each trace: ``trace``, ``summary``, ``state``, ``problem`` and ``seconds``.

    ``state`` is "new", "kept" (summarized before, and the trace is still the same) or "failed", where
    ``problem`` says why. A damaged trace has a ``summary`` all the same, so that its rank is not missing;
    ``summary`` is None if there is none. A folder that cannot be looked into, as one of a host, is a row, too:
    "failed".
    """

    out: str
    old: list[str]  # summaries in ``out`` of traces that are not there any more
    left_out: list[str]  # a line for each other file of the folders: its path, and why it is no trace

    @property
    def failed(self) -> Rows:
        """The rows of traces that could not be read."""
        return Rows(row for row in self if row["state"] == "failed")

    def __repr__(self) -> str:
        parts = [
            f"{sum(row['state'] == state for row in self):,} {state}"
            for state in ("new", "kept", "failed")
        ]
        lines = [f"{counted(len(self), 'trace')} in {self.out}: {', '.join(parts)}"]
        if self.old:
            count = len(self.old)
            these = (
                "1 more summary is of a trace"
                if count == 1
                else f"{count:,} more summaries are of traces"
            )
            names = ", ".join(self.old[:3]) + (f" and {count - 3:,} more" if count > 3 else "")
            lines.append(f"{these} not there: {names}")
        if self.left_out:
            lines.append(f"left out {counted(len(self.left_out), 'file')}, such as {self.left_out[0]}")
        lines += [row["problem"] for row in self.failed[:10]]
        more = len(self.failed) - 10
        return "\n".join([*lines, *([f"and {more:,} more that failed"] if more > 0 else [])])

    def _repr_html_(self) -> str:
        head, *problems = repr(self).splitlines()
        return _html.page(
            _html.line(_html.bold(_html.text(head))), *map(_html.line, map(_html.text, problems))
        )


def summarize(
    pattern: Paths,
    out: Union[str, "os.PathLike[str]"],
    engine: str = "local",
    *,
    workers: Optional[int] = None,
    memory_bytes: Optional[int] = None,
    retries: int = 2,
    again: bool = False,
    tables: bool = True,
    progress: bool = True,
) -> Fleet:
    """Writes a summary of each trace, where steps, collectives, findings and more of it stay when the
    trace does not.

    ``pattern`` is a file, a folder, a name with ``*``, or a list of them; ``out`` is a folder. Both are
    local or URLs of fsspec, such as "s3://bucket/run7/*.json.gz", which need the extra ``fleet`` and the
    package of that protocol. A folder without traces stands for its subfolders, one for each host, and in
    it one for each worker: "host0/rank3.json.gz" gets the summary "host0_rank3.rank". Which files of a
    folder are traces, and how their summaries are called, is as for `lanescope summarize`.

    ``engine`` is "local", processes of this machine, or "ray": tasks of the cluster that this Python is
    connected to (extra ``ray``). ``workers`` is how many work at once, ``memory_bytes`` what each may take
    for one trace, and ``retries`` how often a trace is tried again when its process or its machine was
    lost or where it lies could not be reached.

    A trace that was summarized before and has the same size and time of writing (of object stores: the
    same hash) is not read again, unless ``again``; Ctrl+C loses little. With ``tables``, all summaries
    are also written as Parquet below ``out/tables``: ``steps`` and ``collectives`` in a folder for each
    step, ``ranks``, ``kernels``, ``ops`` and ``findings``; that needs pyarrow (extra ``fleet``). What is not
    known is NULL there; ``ranks`` has a row for each row of the result, and its ``problem``.

    Raises Error if the pattern names no trace or if a package is missing. A trace that cannot be read is
    a row of the result.

        >>> lanescope.fleet.summarize("s3://traces/run7/", "s3://traces/run7-summaries/", engine="ray")
    """
    for name, number in (("workers", workers), ("memory_bytes", memory_bytes)):
        if number is not None and _arguments.count(number, name) < 1:
            raise Error(f"{name}: at least 1")
    _arguments.count(retries, "retries")
    folder = Folder(_arguments.path(out, "out"))
    found = sources(_arguments.paths(pattern, "pattern"), folder)
    folder.make()
    with folder.lock():
        journal = Journal(folder)
        names, there = journal.names(found.traces), folder.names()
        missing = [source for source in found.traces if again or not journal.done(source, there)]
        tasks = [jobs.Job(source, folder.path, names[source.path], memory_bytes) for source in missing]
        fresh: dict[str, jobs.Outcome] = {}
        with counting(progress, len(missing)) as count:

            def work(tasks: list[jobs.Job]) -> None:
                source_of = {job.name: job.source for job in tasks}
                for one in engines.run(engine, tasks, workers, retries):
                    outcome = _arrived(folder, source_of[one.name], one)
                    fresh[outcome.name] = outcome
                    count(len(fresh), sum(bool(each.problem) for each in fresh.values()))
                    if outcome.summarized:
                        journal.note(source_of[outcome.name], outcome)

            try:
                work(tasks)
                work(_alike(tasks, found, names, fresh))
            finally:
                journal.write()
        fleet = _fleet(folder, found, names, journal, fresh)
        if tables:
            _write_tables(folder, fleet, found, names, journal)
        return fleet


def _alike(
    tasks: list[jobs.Job], found: Found, names: dict[str, str], fresh: dict[str, jobs.Outcome]
) -> list[jobs.Job]:
    """To be done again: what is no trace, but called as the traces of the run are, may be a damaged one."""
    left_out = {name for name, outcome in fresh.items() if outcome.left_out}
    if not left_out:
        return []
    damaged = {name for name, outcome in fresh.items() if outcome.problem}
    alike = {
        _native.name_without_numbers(source.path)
        for source in found.traces
        if names[source.path] not in left_out | damaged
    }
    return [
        replace(job, alike=True)
        for job in tasks
        if job.name in left_out and _native.name_without_numbers(job.source.path) in alike
    ]


def _fleet(
    folder: Folder,
    found: Found,
    names: dict[str, str],
    journal: Journal,
    fresh: dict[str, jobs.Outcome],
) -> Fleet:
    others = {
        source.path: fresh[names[source.path]].left_out
        for source in found.traces
        if names[source.path] in fresh and fresh[names[source.path]].left_out
    }
    rows = [
        _row(folder, source, names[source.path], journal, fresh)
        for source in found.traces
        if source.path not in others
    ]
    rows += [
        Record(trace=path, summary=None, state="failed", problem=f"{path}: {why}", seconds=0.0)
        for path, why in found.lost.items()
    ]
    fleet = Fleet(rows)
    fleet.out = folder.path
    fleet.old = journal.gone(found.traces, folder.names())
    fleet.left_out = [f"{path}: {why}" for path, why in sorted((found.left_out | others).items())]
    return fleet


def _write_tables(
    folder: Folder, fleet: Fleet, found: Found, names: dict[str, str], journal: Journal
) -> None:
    """Unless they are of these traces as they are."""
    rows = []
    for row in fleet:
        # The number of a host is no rank.
        rank = None if row["trace"] in found.lost else _native.rank_by_name(row["trace"])
        name = names[row["trace"]] if row["summary"] else None
        rows.append(_tables.Trace(row["trace"], name, row["problem"], rank))
    state = journal.state([row["trace"] for row in fleet], [row["problem"] for row in fleet])
    if not _tables.are_of(folder, state):
        _tables.write(folder, rows, state)


def _arrived(folder: Folder, source: Source, outcome: jobs.Outcome) -> jobs.Outcome:
    """Of a summary that is not where this machine looks for it: a worker may have a disk of its own."""
    local = folder.local(outcome.name)
    if not outcome.summarized or local is None or os.path.exists(local):
        return outcome
    problem = f"{source.path}: its summary is not in {folder.path}; name a folder that all workers share"
    return replace(outcome, summarized=False, problem=problem)


def _row(
    folder: Folder, source: Source, name: str, journal: Journal, fresh: dict[str, jobs.Outcome]
) -> Record:
    outcome = fresh.get(name)
    if outcome is None:
        entry = journal.entry(source.path)
        problem, seconds, has_summary = entry.problem, entry.seconds, True
    else:
        problem, seconds, has_summary = outcome.problem, outcome.seconds, outcome.summarized
    state = "failed" if problem else "kept" if outcome is None else "new"
    return Record(
        trace=source.path,
        summary=folder.place(name) if has_summary else None,
        state=state,
        problem=problem or None,
        seconds=seconds,
    )
