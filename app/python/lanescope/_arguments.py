"""What callers pass, as the core takes it. Whatever cannot be used raises Error with one line."""

from __future__ import annotations

import json
import operator
import os
import reprlib
from typing import Any, Iterable, Literal, Mapping, Optional, Sequence, Union

from ._native import Error, Query

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
Names = Union[None, str, Iterable[str]]
Window = Union[None, str, Sequence[int], Mapping[str, Any]]
Grouping = Literal["name", "shape", "dtype", "stack", "module", "thread", "phase", "step"]
Order = Literal["time", "duration"]
Thresholds = Optional[Mapping[str, Union[str, int, float]]]
GpuPeaks = Union[None, Path, Mapping[str, Any], Sequence[Mapping[str, Any]]]

_INT64 = range(-(1 << 63), 1 << 63)


def shown(given: object) -> str:
    """A value on one short line."""
    try:
        return " ".join(reprlib.repr(given).split())[:60]
    except ValueError:  # Python writes no numbers of more than some thousand digits
        return "such a number"


def path(given: Any, what: str) -> str:
    """A file or a folder; a relative or absolute path of any kind."""
    try:
        name = os.fsdecode(given)
        if b"\0" not in os.fsencode(name):
            return name
    except (TypeError, UnicodeEncodeError):
        pass
    raise Error(f"{what}: {shown(given)} is not a path; use a str or a pathlib.Path")


def paths(given: Any, what: str) -> list[str]:
    """One or several."""
    if isinstance(given, (str, bytes, os.PathLike)):
        return [path(given, what)]
    if not isinstance(given, Iterable) or isinstance(given, Mapping):
        raise Error(f"{what}: {shown(given)} is not a path; use a file, a folder or a list of files")
    return [path(one, what) for one in given]


def names(given: Any, what: str, use: str) -> list[str]:
    """One name or several; None: none."""
    if given is None:
        return []
    listed = [given] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
    for one in listed:
        if not _is_text(one):
            raise Error(f"{what}: {shown(one)} is not a name; use {use}")
    return listed


def text(given: Any, what: str, use: str) -> str:
    """A single text."""
    if not _is_text(given):
        raise Error(f"{what}: {shown(given)} is not a text; use {use}")
    chosen: str = given
    return chosen


def _is_text(given: Any) -> bool:
    """Whether it is text that the core can be told: without halves of characters."""
    if not isinstance(given, str):
        return False
    try:
        given.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def count(given: Any, what: str) -> int:
    """A number of things."""
    number = _integer(given)
    if number is None or number < 0 or number not in _INT64:
        raise Error(f"{what}: {shown(given)} is not a count; use 0 or a larger integer")
    return number


def _device(given: Any) -> Optional[int]:
    """The number of a GPU; None: all."""
    number = _integer(given)
    if given is not None and (number is None or number not in _INT64):
        raise Error(f"device: {shown(given)} is not the number of a GPU; use an integer such as 0")
    return number


def step(given: Any) -> Optional[int]:
    """The number of a step; None: all."""
    number = _integer(given)
    if given is not None and (number is None or number not in _INT64):
        raise Error(f"step: {shown(given)} is not the number of a step; use an integer such as 3")
    return number


def event(given: Any) -> int:
    """The id of an event, which may be given as something that search() or event() returned."""
    held = given
    if isinstance(given, Mapping):
        held = given.get("id", given.get("event_id")) if "start_ns" in given else given.get("event_id")
    number = _integer(held)
    if number is None:
        raise Error(
            f"id: {shown(given)} is not the id of an event; use an integer, or an event of search()"
        )
    if number not in _INT64:
        raise Error(f"id: no event has the id {shown(number)}")
    return number


def _window(given: Any, is_absolute: bool) -> Optional[str]:
    """A window in the words of the core; two times are in ns, as ``start_ns`` of events is.

    Where these are absolute, 0 cannot be one of them: a range from 0 counts from the start of the trace.
    """
    if given is None or _is_text(given):
        named: Optional[str] = given
        return named
    placed = span(
        given,
        "window",
        'use "steps", "whole", "hta", "tb", two times in ns such as (start_ns, end_ns), something with '
        'start_ns and dur_ns such as a step, or "10ms:20ms" from the start of the trace',
    )
    return f"{placed}ns" if is_absolute and placed.startswith("0:") else placed


def query(
    window: Window,
    device: Optional[int],
    group_by: Grouping = "name",
    thresholds: Thresholds = None,
    gpu_peaks: GpuPeaks = None,
    is_absolute: bool = False,
) -> Query:
    """What is asked of analyses, as the core takes it. ``is_absolute``: events have absolute times."""
    grouping = text(group_by, "group_by", 'one name such as "shape"')
    part = _window(window, is_absolute)
    file, peaks = _gpu_peaks(gpu_peaks)
    return Query(part, _device(device), grouping, _thresholds(thresholds), file, peaks)


def _thresholds(given: Any) -> list[str]:
    """Assignments of the command line; the core says which names and values there are."""
    if given is None:
        return []
    use = 'names with values such as {"tiny_kernel": "8us"}'
    if not isinstance(given, Mapping):
        raise Error(f"thresholds: {shown(given)} cannot be used; use {use}")
    return [text(f"{name}={value}", "thresholds", use) for name, value in given.items()]


def _gpu_peaks(given: Any) -> tuple[str, str]:
    """A file, and JSON in its place; one of them is empty."""
    if given is None:
        return "", ""
    if isinstance(given, (str, bytes, os.PathLike)) and given:
        return path(given, "gpu_peaks"), ""
    try:
        if not isinstance(given, str):
            return "", json.dumps(given if isinstance(given, Mapping) else {"gpus": list(given)})
    except (TypeError, ValueError):
        pass
    raise Error(
        f"gpu_peaks: {shown(given)} cannot be used; use a file, or entries such as "
        '[{"gpu": "H200", "gb_per_s": 4800}]'
    )


def span(given: Any, what: str, use: str) -> str:
    """Two times in ns, or something that has a start and a length."""
    if isinstance(given, Mapping):
        begin, length, end = (_integer(given.get(key)) for key in ("start_ns", "dur_ns", "end_ns"))
        if end is None and begin is not None and length is not None:
            end = begin + length
    else:
        try:
            first, last = given
        except (TypeError, ValueError):
            first = last = None
        begin, end = _integer(first), _integer(last)
    if begin is None or end is None:
        raise Error(f"{what}: {shown(given)} cannot be used; {use}")
    return f"{begin}:{end}"


def _integer(given: Any) -> Optional[int]:
    """The whole number that it is, of whatever package; None if it is none."""
    if isinstance(given, (bool, str)):
        return None
    if isinstance(given, float):
        return int(given) if given.is_integer() else None
    try:
        return operator.index(given)
    except TypeError:
        return None
