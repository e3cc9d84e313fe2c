"""What a trace, or a part of it, is about, on one page: where the time goes and why the GPU is idle."""

from __future__ import annotations

import statistics
from collections import Counter
from typing import Any, Optional

from .text import shorten
from .._native import Error
from .._trace import Trace

_ANALYSES = ("gpu_time", "idle", "steps", "kernels", "ops", "findings")
_GPU_TIME = (
    "device", "span_ns", "busy_ns", "idle_ns", "compute_ns", "exposed_comm_ns", "exposed_memory_ns",
    "total_comm_ns", "overlap_pct",
)  # fmt: skip
_CULPRIT = ("name", "class", "cause", "source", "total_ns", "count", "max_ns", "event_id")
_KERNEL = ("name", "count", "total_ns", "mean_ns", "max_ns")
_OP = ("name", "count", "self_cpu_ns", "self_device_ns", "kernels")
_FINDING = ("id", "title", "severity_pct", "severity_of", "confidence", "where", "where_event_id")
_MOST_ROWS = 8


def summary(
    trace: Trace, window: Optional[str], device: Optional[int], step: Optional[int]
) -> dict[str, Any]:
    """The document; for a step, with how it differs from the other steps."""
    chosen = of_step(trace, step) if step is not None else None
    report = trace.report(_ANALYSES, window_of(chosen) if chosen else window, device)
    devices = [_pick(row, _GPU_TIME) for row in report["gpu_time"]["devices"]]
    for row in devices:
        row["busy_pct"] = 100 * row["busy_ns"] / max(row["span_ns"], 1)
    kernels, ops = report["kernels"]["rows"], report["ops"]["rows"]
    return {
        "window": report["window"],
        "step": _against_others(trace, chosen) if chosen else None,
        "steps": None if chosen else _steps(report["steps"]),
        "gpu_time": devices or None,
        "no_gpu_time": report["gpu_time"].get("why"),
        "idle": [_idle(row) for row in report["idle"]["devices"]] or None,
        "kernels": _first(kernels, _KERNEL),
        "ops": _first(ops, _OP) if kernels else _first(sorted(ops, key=_self_cpu), _OP),
        "findings": [_pick(row, _FINDING) for row in report["findings"]],
    }


def of_step(trace: Trace, number: int) -> dict[str, Any]:
    """The step of that number, with its duration until the next one begins. Raises Error without one."""
    steps = _all_steps(trace)
    for row in steps:
        if row["name"].endswith(f"#{number}"):
            return row
    if not steps:
        raise Error("step: the trace has no steps; call profiler.step() while recording")
    first, last = (shorten(steps[end]["name"], 40) for end in (0, -1))
    raise Error(f"step: there is no step {number}; the steps are {first} to {last}")


def window_of(step: dict[str, Any]) -> str:
    """The step as a window of a report."""
    return f"{step['start_ns']}:{step['start_ns'] + step['dur_ns']}"


def by_source(culprits: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Idle time by the line of Python to which it is attributed, largest first."""
    sums: dict[str, Counter[str]] = {}
    for row in culprits:
        if row.get("source"):
            line = sums.setdefault(row["source"], Counter())
            line.update(total_ns=row["total_ns"], gaps=row["count"])
    rows = [{"source": source, **line} for source, line in sums.items()]
    return sorted(rows, key=lambda row: -row["total_ns"])


def _all_steps(trace: Trace) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = trace.report("steps", "whole")["steps"]["steps"]
    return steps


def _against_others(trace: Trace, step: dict[str, Any]) -> dict[str, Any]:
    """The step's time and classes beside the median of the other steps, warm-up steps left out."""
    steps = _all_steps(trace)
    others = [row for row in steps if row["name"] != step["name"] and not row["warmup"]]
    document: dict[str, Any] = {
        "name": step["name"],
        "event_id": step["event_id"],
        "start_ns": step["start_ns"],
        "dur_ns": step["dur_ns"],
        "place": f"{1 + sum(row['dur_ns'] > step['dur_ns'] for row in steps)} of {len(steps)} by duration",
        "warmup": step["warmup"],
        "classes_ns": step["classes_ns"],
    }
    if others:
        document["other_steps"] = len(others)
        document["median_of_others_ns"] = round(statistics.median(row["dur_ns"] for row in others))
        document["classes_above_median_ns"] = {
            name: time - round(statistics.median(row["classes_ns"][name] for row in others))
            for name, time in step["classes_ns"].items()
        }
    return document


def _steps(report: dict[str, Any]) -> Optional[dict[str, Any]]:
    rows = report["steps"]
    if not rows:
        return None
    longest = max(rows, key=lambda row: row["dur_ns"])
    sums = {
        key: report.get(key)
        for key in ("mean_ns", "median_ns", "min_ns", "max_ns", "std_ns", "timed_on")
    }
    names = {"first": rows[0]["name"], "last": rows[-1]["name"], "longest": longest["name"]}
    return {"count": len(rows), **names, **sums}


def _idle(device: dict[str, Any]) -> dict[str, Any]:
    return {
        "device": device["device"],
        "total_ns": device["total_ns"],
        "gaps": device["gaps"],
        "classes_ns": dict(sorted(device["classes_ns"].items(), key=lambda item: -item[1])),
        "culprits": _first(device["culprits"], _CULPRIT),
        "by_source": by_source(device["culprits"])[:_MOST_ROWS] or None,
    }


def _self_cpu(row: dict[str, Any]) -> int:
    return -int(row["self_cpu_ns"] or 0)


def _first(rows: list[dict[str, Any]], keys: tuple[str, ...]) -> list[dict[str, Any]]:
    return [_pick(row, keys) for row in rows[:_MOST_ROWS]]


def _pick(row: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: row.get(key) for key in keys}
