"""The summaries of a run as Parquet: one file for each step, with the rows of all ranks."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import tempfile
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Iterator, Optional, Sequence

from .. import _native
from .._native import Error
from .._table import need
from .places import Folder

NAME = "tables"
_STATE = "tables.state"  # beside them: of which summaries they are, empty while they are written
# Rows that are kept until they are a group of a file; a rank has a few hundred of a step.
_GROUP_ROWS = 16_384
_TYPES = {"_ns": "int64", "_bytes": "int64", "_pct": "float64", "_id": "uint32"}
_TYPE_OF = {
    "median_ns": "float64",  # between two
    **dict.fromkeys(("rank", "world_size", "bytes", "index", "repeat", "device", "count"), "int64"),
    **dict.fromkeys(("kept", "listed", "steps"), "int64"),
    **dict.fromkeys(("warmup", "whole", "paused", "outlier", "in_window", "tensor_core"), "bool"),
    **dict.fromkeys(("annotation", "informational", "complete"), "bool"),
}

Document = dict[str, Any]
Row = dict[str, Any]


@dataclass(frozen=True)
class Trace:
    """What there is of a trace: the name of its summary, what is wrong with it, and the rank that its name
    says."""

    path: str
    summary: Optional[str]
    problem: Optional[str]
    rank: Optional[int]


def are_of(folder: Folder, state: str) -> bool:
    """Whether the tables are there, written to their end, from summaries in this state."""
    return folder.exists(NAME) and folder.read(_STATE) == state.encode()


def write(folder: Folder, traces: Sequence[Trace], state: str) -> None:
    """Replaces the tables of these traces. Raises Error without pyarrow, and if a summary cannot be read or
    a table not be written."""
    need("pyarrow.dataset", "fleet")
    folder.write(_STATE, b"")
    folder.remove(NAME)
    for table, (rows, is_by_step) in _TABLES.items():
        of_ranks: Iterator[list[Row]] = (rows(one) for one in _documents(folder, traces))
        if table == "ranks":
            of_ranks = itertools.chain(of_ranks, [_without_summaries(traces)])
        try:
            _write_table(folder, table, of_ranks, is_by_step)
        except OSError as error:
            problem = error.strerror or str(error).splitlines()[0]
            raise Error(f"{folder.place(NAME)}/{table}: cannot be written: {problem}") from None
    folder.write(_STATE, state.encode())


def _documents(folder: Folder, traces: Sequence[Trace]) -> Iterator[Document]:
    """What each summary says, with what is wrong with its trace."""
    with tempfile.TemporaryDirectory() as scratch:
        for trace in traces:
            if trace.summary is None:
                continue
            path = folder.local(trace.summary)
            if path is None:
                path = os.path.join(scratch, "fetched.rank")
                with open(path, "wb") as file:
                    file.write(folder.read(trace.summary))
            document: Document = json.loads(_native.rank_file_document(path))
            yield {**document, "summary": trace.summary, "problem": _text(trace.problem)}


def _text(told: Optional[str]) -> Optional[str]:
    """Names of files need not be text."""
    return None if told is None else told.encode("utf-8", "replace").decode("utf-8")


def _of_rank(document: Document) -> Row:
    """The columns that each table begins with."""
    return {"rank": document["rank"], "trace": document["trace"]["file"]}


# Objects whose members are columns by their own names.
_PLAIN = ("classes_ns", "idle_classes_ns", "times_ns")


def _flat(row: Row, without: Sequence[str] = ()) -> Row:
    """Members of objects become columns: "compute" of "times_ns" is "compute_ns"."""
    flat: Row = {}
    for key, value in row.items():
        if key in without or key == "why":
            continue
        if isinstance(value, dict):
            unit = key.rpartition("_")[2]
            prefix = "" if key in _PLAIN else f"{key.rpartition('_')[0]}_"
            flat.update((f"{prefix}{member}_{unit}", one) for member, one in value.items())
        else:
            flat[key] = value
    return flat


def _ranks(document: Document) -> list[Row]:
    report, window = document["report"], document["window"]
    was_read = document["problem"] is None
    return [
        {
            **_of_rank(document),
            "problem": document["problem"],
            "summary": document["summary"],
            "rank_source": document["rank_source"],
            "world_size": document["world_size"],
            "backend": document["backend"],
            "bytes": document["trace"]["bytes"],
            "digest": document["trace"]["digest"],
            "window": window["kind"] if was_read else None,
            "window_start_ns": window["start_ns"],
            "window_end_ns": window["end_ns"],
            "steps": len(document["steps"]) if was_read else None,
            **_flat({"times_ns": document["times_ns"]}),
            "overlap_pct": document["overlap_pct"],
            "complete": report["complete"],
            "kept": report["kept"],
            "listed": report["listed"],
        }
    ]


def _without_summaries(traces: Iterable[Trace]) -> list[Row]:
    """The rows of `ranks` of which nothing is known but what is wrong."""
    return [
        {"rank": trace.rank, "trace": _text(trace.path), "problem": _text(trace.problem)}
        for trace in traces
        if trace.summary is None
    ]


def _steps(document: Document) -> list[Row]:
    collectives = document["collectives"]
    sized = {one["step"] for one in collectives if one["bytes"] is not None}
    # Waiting is estimated from collectives of known size: without any, it is not 0.
    unsized = {one["step"] for one in collectives} - sized
    rows = []
    for step in document["steps"]:
        row = {**_flat(step, ("name", "devices")), "step": step["name"]}
        if step["name"] in unsized:
            row["wait_estimate_ns"] = None
        rows.append({**_of_rank(document), **row})
    return rows


def _collectives(document: Document) -> list[Row]:
    groups = document["groups"]
    return [
        {
            **_of_rank(document),
            **_flat(one, ("group",)),
            "group": groups[one["group"]]["name"],
            "group_ranks": groups[one["group"]]["ranks"],
        }
        for one in document["collectives"]
    ]


def _rows_of(key: str) -> Callable[[Document], list[Row]]:
    return lambda document: [{**_of_rank(document), **_flat(one)} for one in document[key]["rows"]]


def _findings(document: Document) -> list[Row]:
    return [
        {
            **_of_rank(document),
            **{
                key: one[key]
                for key in ("id", "title", "severity_of", "confidence", "evidence", "where")
            },
            "low_pct": one["severity_pct"][0],
            "high_pct": one["severity_pct"][1],
            "expected_pct": one["expected_pct"],
            "informational": one["informational"],
        }
        for one in document["findings"]
    ]


_TABLES: dict[str, tuple[Callable[[Document], list[Row]], bool]] = {
    "ranks": (_ranks, False),
    "steps": (_steps, True),
    "collectives": (_collectives, True),
    "kernels": (_rows_of("kernels"), False),
    "ops": (_rows_of("ops"), False),
    "findings": (_findings, False),
}


def _type_of(column: str) -> str:
    if column in _TYPE_OF:
        return _TYPE_OF[column]
    return next((kind for ending, kind in _TYPES.items() if column.endswith(ending)), "string")


def _batches(arrow: Any, rows: Iterable[list[Row]]) -> Iterator[Any]:
    """One for each rank that has rows; their columns are those of the first."""
    schema = None
    for some in rows:
        if not some:
            continue
        if schema is None:
            fields = [(column, arrow.type_for_alias(_type_of(column))) for column in some[0]]
            schema = arrow.schema(fields)
        yield arrow.RecordBatch.from_pylist(some, schema=schema)


def _write_table(folder: Folder, table: str, rows: Iterable[list[Row]], is_by_step: bool) -> None:
    arrow, dataset = need("pyarrow", "fleet"), need("pyarrow.dataset", "fleet")
    place, system = folder.for_arrow(f"{NAME}/{table}")
    batches = _batches(arrow, rows)
    first = next(batches, None)
    if first is None:
        return
    by_step = dataset.partitioning(arrow.schema([("step", arrow.string())]), flavor="hive")
    with _most_open_files() as most:
        dataset.write_dataset(
            itertools.chain([first], batches),
            place,
            schema=first.schema,
            format="parquet",
            filesystem=system,
            partitioning=by_step if is_by_step else None,
            basename_template="part-{i}.parquet",
            existing_data_behavior="overwrite_or_ignore",
            max_partitions=1 << 20,
            max_open_files=most,
            min_rows_per_group=_GROUP_ROWS,
            max_rows_per_group=64 * _GROUP_ROWS,
            use_threads=False,  # in the order of the ranks
        )


@contextlib.contextmanager
def _most_open_files() -> Iterator[int]:
    """How many files may be open at once, after all that may be were allowed: there is one of each step,
    and pyarrow waits for ever for one that it may not open."""
    try:
        import resource
    except ImportError:  # Windows, which allows more than pyarrow opens
        yield 1024
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 1 << 16 if hard == resource.RLIM_INFINITY else min(hard, 1 << 16)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    try:
        yield max(16, min(most // 2, 1 << 14))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
