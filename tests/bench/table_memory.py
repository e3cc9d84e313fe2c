#!/usr/bin/env python3
"""table_memory.py FILE…: by how much the process grows when all columns of trace.events are handed to
pyarrow, polars and DuckDB, in percent of the columns' bytes. Each is measured in a process of its own,
which has read a small trace before; needs lanescope, pyarrow, polars and duckdb. What is handed a second
time while the first is held is measured too, and `--columns` the columns one by one. For pyarrow also the
CPU time of the first, for 4 million events: its wall time where nothing else runs, as it has one thread.
"""

import argparse
import ctypes
import gc
import os
import pathlib
import subprocess
import sys
import time

SMALL = pathlib.Path(__file__).parents[2] / "assets" / "examples" / "generated-gpt-slow.json.gz"
LIMIT_PCT = 10
LIMIT_MS = 50  # for so many events
TIMED_EVENTS = 4_000_000


def resident():
    """Bytes of the process that are its own, after what is free was given back."""
    import pyarrow

    gc.collect()
    pyarrow.default_memory_pool().release_unused()
    ctypes.CDLL(None).malloc_trim(0)
    for line in open("/proc/self/status"):
        if line.startswith("RssAnon"):
            return int(line.split()[1]) * 1024


def to_pyarrow(table):
    import pyarrow

    return pyarrow.table(table)


def to_polars(table):
    import polars

    return polars.DataFrame(table)


def to_polars_lent(table):
    return table.to_polars(lend_names=True)


def to_duckdb(handed):
    """A query that reads every column: DuckDB keeps none of them."""
    import duckdb

    reads = ", ".join(f"max({column})" for column in handed.columns)
    return duckdb.sql(f"select {reads} from handed").fetchall()


READERS = {
    "pyarrow": to_pyarrow,
    "polars": to_polars,
    "polars lend_names": to_polars_lent,
    "DuckDB": to_duckdb,
}


def column_bytes(table):
    """Without the texts of dictionaries, and without what says which values are null."""
    import pyarrow

    types = [field.type for field in pyarrow.schema(table)]
    types = [each.index_type if pyarrow.types.is_dictionary(each) else each for each in types]
    return len(table) * sum(each.bit_width // 8 for each in types)


def measure(reader, path, columns):
    """In a process of its own: prints rows, bytes, both growths in percent, and the ms of both."""
    import lanescope

    read = READERS[reader]
    read(lanescope.open(SMALL).events)
    trace = lanescope.open(path, progress=False)
    columns = columns or trace.events.columns
    handed = column_bytes(trace.events.select(*columns))
    sizes, held, spent = [resident()], [], []
    for _ in range(2):
        begun = time.process_time()
        held.append(read(trace.events.select(*columns)))
        spent.append(1e3 * (time.process_time() - begun))
        sizes.append(resident())
    growth = [100 * (after - before) / handed for before, after in zip(sizes, sizes[1:])]
    print(len(trace.events), handed, *growth, *spent)


def row(goal, what, path, value, limit, unit, note):
    holds = "ok" if value <= limit else "missed"
    values = (f"{value:.1f} {unit}", f"{limit} {unit}", holds, note)
    print(goal, what, os.path.basename(path), *values, sep="\t", flush=True)


def measured(reader, path, chosen):
    """The rows of a reader and some columns."""
    command = [sys.executable, os.path.abspath(__file__), "--measure", reader, path, *chosen]
    ran = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE)
    rows, handed, first, again, ms, again_ms = map(float, ran.stdout.split())
    note = f"{rows:.0f} rows, {handed / 1e6:.1f} MB, again {again:.1f} %"
    row("table memory", f"{reader} {' '.join(chosen)}".strip(), path, first, LIMIT_PCT, "%", note)
    if reader == "pyarrow" and not chosen:
        note = f"{ms:.1f} ms for {rows:.0f} rows, again {again_ms:.1f} ms"
        row("table time", f"{reader}, 4 M events", path, ms * TIMED_EVENTS / rows, LIMIT_MS, "ms", note)


def main(files, by_column):
    columns = [[]]
    if by_column:
        import lanescope

        columns += [[column] for column in lanescope.open(SMALL).events.columns]
    for path in files:
        for reader in READERS:
            for chosen in columns:
                measured(reader, path, chosen)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2], sys.argv[3], sys.argv[4:])
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--columns", action="store_true")
        arguments = parser.parse_args()
        main(arguments.files, arguments.columns)
