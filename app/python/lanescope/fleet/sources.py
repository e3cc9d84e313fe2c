"""Which traces a run has: those that are named, and those in folders, as `lanescope summarize` finds them."""

from __future__ import annotations

import glob
import os
from dataclasses import dataclass, field
from typing import Any, Iterable, Union

from .. import _native
from .._native import Error
from .._words import reworded
from .places import Folder, file_system, is_remote, line

Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]
_LEVELS = 2  # of a host, and of a worker in it; as in the core


@dataclass(frozen=True)
class Source:
    """A trace: its absolute path or URL, and what changes when it is written again."""

    path: str
    bytes: int
    stamp: str
    stem: str  # of the name of its summary, unless another one has it
    is_sure: bool = True  # else its content has to tell that it is a trace of a rank


@dataclass
class Found:
    """What the patterns name. Of what is no trace and of what cannot be looked into, with the reason."""

    traces: list[Source] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    lost: dict[str, str] = field(default_factory=dict)


def sources(patterns: Iterable[str], out: Folder) -> Found:
    """The traces that the patterns name: files, folders, and names with ``*``, ``**`` and ``?``. ``out``
    is where their summaries go.

    In the order of their paths, none twice. Raises Error for a pattern that names none.
    """
    all_found = Found()
    for path in patterns:
        found = _remote(path, out) if is_remote(path) else _local(path, out)
        if not found.traces and not found.lost:
            if not is_remote(path) and not _may_match(path):
                raise Error(f"{path}: no such file or folder")
            others = "".join(f"; {other}: {why}" for other, why in list(found.left_out.items())[:1])
            raise Error(f"{path}: there is no trace{others}")
        all_found.traces += found.traces
        all_found.left_out |= found.left_out
        all_found.lost |= found.lost
    by_path = {source.path: source for source in reversed(all_found.traces)}
    all_found.traces = [by_path[path] for path in sorted(by_path)]
    return all_found


def _may_match(path: str) -> bool:
    """Whether it is there, or is the pattern of names."""
    return os.path.exists(path) or any(letter in path for letter in "*?[")


def _local(pattern: str, out: Folder) -> Found:
    if os.path.isdir(pattern):
        return _in_folder(os.path.abspath(pattern), out)
    if os.path.isfile(pattern):
        names = [pattern]
    else:
        names = [name for name in glob.glob(pattern, recursive=True) if os.path.isfile(name)]
    found = Found()
    for name in map(os.path.abspath, names):
        _add(found, name, _native.summary_stem(name, ""))
    return found


def _in_folder(folder: str, out: Folder) -> Found:
    here = out.local("")
    with reworded():
        listed = _native.list_rank_files(folder, here or "", [] if here else sorted(out.names()))
    # Summaries beside their traces are no news.
    ours = {os.path.join(out.path, name) for name in (out.names() if here else ())}
    others = {path: why for path, why in listed.left_out if path not in ours}
    found = Found(left_out=others, lost=dict(listed.lost))
    for path, stem in listed.traces:
        _add(found, path, stem)
    return found


def _add(found: Found, path: str, stem: str) -> None:
    try:
        status = os.stat(path)
    except OSError as error:  # it was there a moment ago
        found.lost[path] = f"cannot be read: {error.strerror}"
    else:
        found.traces.append(Source(path, status.st_size, str(status.st_mtime_ns), stem))


def _remote(pattern: str, out: Folder) -> Found:
    system, inside = file_system(pattern)
    try:
        if any(letter in inside for letter in "*?["):
            listed = list(system.glob(inside, detail=True).values())
        elif system.isdir(inside):
            return _in_remote_folder(system, inside, out)
        else:
            listed = [system.info(inside)]
    except FileNotFoundError:
        return Found()
    except Exception as error:  # every protocol has its own
        raise Error(f"{pattern}: cannot be read: {line(error)}") from None
    files = (one for one in listed if one["type"] == "file")
    return Found([_remote_source(system, one, "", None) for one in files])


def _in_remote_folder(system: Any, top: str, out: Folder) -> Found:
    """Raises what the file system raises if this one cannot be listed."""
    found, known = Found(), out.names()

    def enter(folder: str, prefix: str) -> list[tuple[str, str]]:
        """Adds the traces in it. Returns the folders in it, each with what is before the names of theirs."""
        listed = {
            os.path.basename(one["name"].rstrip("/")): one for one in system.ls(folder, detail=True)
        }
        files = sorted(name for name, one in listed.items() if one["type"] == "file")
        for name in _native.traces_among(files):
            found.traces.append(_remote_source(system, listed[name], prefix, known))
        return [
            (one["name"].rstrip("/"), f"{prefix}{name}_")
            for name, one in sorted(listed.items())
            if one["type"] == "directory" and not name.startswith(".")
        ]

    level = enter(top, "")
    for _ in range(0 if found.traces else _LEVELS):
        below: list[tuple[str, str]] = []
        for folder, prefix in level:
            try:
                below += enter(folder, prefix)
            except Exception as error:
                found.lost[system.unstrip_protocol(folder)] = f"cannot be read: {line(error)}"
        level = below
    return found


def _remote_source(system: Any, listed: Any, prefix: str, known: Any) -> Source:
    """``known`` are the names of the summaries there are; None: it was named, not found in a folder."""
    stem = _native.summary_stem(listed["name"], prefix)
    size = int(listed["size"] or 0)
    is_sure = known is None or size == 0 or f"{stem}.rank" in known
    return Source(system.unstrip_protocol(listed["name"]), size, _stamp(listed), stem, is_sure)


def _stamp(listed: dict[str, Any]) -> str:
    """Of object stores the hash, else the time of writing."""
    for key in ("ETag", "etag", "md5Hash", "mtime", "LastModified", "updated", "created"):
        if listed.get(key) is not None:
            return str(listed[key])
    return ""
