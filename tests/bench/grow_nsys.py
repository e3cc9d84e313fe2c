#!/usr/bin/env python3
"""Repeats the events of an SQLite export of Nsight Systems, one copy after the other.

    grow_nsys.py EXPORT OUT TIMES

Each copy is later by the length of the export, and has launch numbers of its own.
"""
import shutil
import sqlite3
import sys

TIMES = ("start", "end", "timestamp")


def columns(db, table):
    return [row[1] for row in db.execute(f'PRAGMA table_info("{table}")')]


def grow(source, out, times):
    shutil.copyfile(source, out)
    db = sqlite3.connect(out)
    tables = [
        name
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if {"globalTid", "globalPid"} & set(columns(db, name)) and set(TIMES) & set(columns(db, name))
    ]
    bounds = [db.execute(f'SELECT min(start), max("end") FROM "{t}"').fetchone()
              for t in tables if {"start", "end"} <= set(columns(db, t))]
    bounds = [b for b in bounds if None not in b]
    length = max(b[1] for b in bounds) - min(b[0] for b in bounds)
    for table in tables:
        names = columns(db, table)
        last = db.execute(f'SELECT max(rowid) FROM "{table}"').fetchone()[0] or 0
        for copy in range(1, times):
            values = [
                f'"{n}" + {copy * length}' if n in TIMES
                else f'"{n}" + {copy * 10_000_000}' if n == "correlationId"
                else f'"{n}"'
                for n in names
            ]
            db.execute(f'INSERT INTO "{table}" SELECT {", ".join(values)} FROM "{table}" '
                       f"WHERE rowid <= {last}")
    db.commit()
    db.close()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    grow(sys.argv[1], sys.argv[2], int(sys.argv[3]))
