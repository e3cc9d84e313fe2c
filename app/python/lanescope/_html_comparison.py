"""How a comparison looks in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from . import _html, _units

if TYPE_CHECKING:
    from ._compare import Comparison
    from ._record import Record

_MOST_ROWS = 12
_SIGNIFICANT_P = 0.05
_FIGURES = ("A", "B", "change", "share", "p")
_KINDS = {"op": "operator"}

# The words of the program for what a GPU waits for.
_CLASSES = {
    "runtime": "runtime calls",
    "data_loading": "data loading",
    "cpu_op": "operators",
    "python": "Python",
    "annotation_only": "inside an annotation, no ops",
    "untraced": "nothing traced",
    "launch_latency": "launch latency",
    "device_wait": "waiting despite queued work",
    "unlinked": "unknown launch",
}


def comparison(shown: Comparison) -> str:
    return _html.page(
        _html.line(_html.bold(_html.text(shown["headline"]["sentence"]))),
        _html.line(_run("A", shown) + _html.muted(" \u00b7 ") + _run("B", shown)),
        *(_html.line(_html.colored(_html.text(warning), _html.MILD)) for warning in shown["warnings"]),
        *(_html.line(_gate(gate)) for gate in shown["gates"]),
        _metrics(shown),
        _rows(shown),
        _html.line(_html.muted(_tested(shown))),
    )


def _run(run: str, shown: Comparison) -> str:
    return f"{_html.muted(run)} {_html.file(shown[run.lower()])}"


def _gate(gate: Record) -> str:
    state = str(gate["state"])
    color = {"passed": _html.GOOD, "failed": _html.BAD}.get(state, _html.MILD)
    words = _html.bold(_html.colored(_html.text(state.replace("_", " ")), color))
    return f"{_html.text(gate['gate'])}: {words}" + (
        _html.text(f", {gate['why']}") if gate.get("why") else ""
    )


def _columns(title: str, *others: str) -> list[_html.Column]:
    return [_html.Column(title), *(_html.Column(one, right=True) for one in (*others, *_FIGURES))]


def _metrics(shown: Comparison) -> str:
    headline, metrics = shown["headline"], shown["metrics"]
    whole = shown["aligned_by"] == "start"
    rows = [
        _metric("length" if whole else str(headline["metric"]).replace("_", " "), headline, 100.0)
    ]
    if metrics["gpu_busy"]:
        rows += [_metric("GPU busy", metrics["gpu_busy"]), _metric("GPU idle", metrics["idle"])]
    for part in shown["classes"]:
        if part["a_ns"] or part["b_ns"]:
            title = _CLASSES.get(part["class"], str(part["class"]))
            rows.append(_metric(f"\u2003{title}", part, part["share_pct"]))
    memory = metrics["peak_memory"]
    if memory["a_bytes"] is not None and memory["b_bytes"] is not None:
        a, b = memory["a_bytes"], memory["b_bytes"]
        change = _changed(_units.signed_size(b - a), b - a, None)
        rows.append(("peak memory", _units.size(a), _units.size(b), change, "", ""))
    return _html.table(_columns("whole recording" if whole else "per step"), rows)


def _metric(title: str, metric: Record, share_pct: Optional[float] = None) -> tuple[str, ...]:
    share = "" if share_pct is None or not metric["delta_ns"] else _units.percent(share_pct)
    return (
        _html.text(title),
        _html.value("a_ns", metric["a_ns"]),
        _html.value("b_ns", metric["b_ns"]),
        _change(metric),
        share,
        _p(metric),
    )


def _rows(shown: Comparison) -> str:
    rows = shown["rows"]
    if not rows:
        return ""
    kind = str(rows[0]["kind"])
    cells = [
        (
            _html.name(row["key"]),
            _html.text(row["status"]),
            _calls(row["count_a"], row["count_b"]),
            _html.value("a_ns", row["total_a_ns"]),
            _html.value("b_ns", row["total_b_ns"]),
            _change(row),
            "" if row["share_pct"] is None else _units.percent(row["share_pct"]),
            _p(row),
        )
        for row in rows[:_MOST_ROWS]
    ]
    columns = _columns(_KINDS.get(kind, kind), "status", "calls")
    columns[1] = _html.Column("status")
    return _html.table(columns, cells) + _html.more(len(rows) - len(cells), _KINDS.get(kind, kind))


def _calls(a: float, b: float) -> str:
    return _count(a) if a == b else f"{_count(a)} \u2192 {_count(b)}"


def _count(mean: float) -> str:
    if mean == int(mean) or mean >= 1000:
        return f"{mean:.0f}"
    return f"{mean:.3g}" if mean < 1 else f"{mean:.4g}"


def _p(metric: Record) -> str:
    """Other counts in all steps are certain, whatever their p is."""
    p = metric.get("p")
    if metric["significant"] and (p is None or p > _SIGNIFICANT_P):
        return "* counts"
    return "" if p is None else f"{'* ' if metric['significant'] else ''}{p:.3g}"


def _change(metric: Record) -> str:
    delta = metric["delta_ns"]
    if delta is None:
        return _html.value("delta_ns", None)
    tested = metric.get("p") is not None
    return _changed(_units.signed_duration(delta), delta, metric["significant"] if tested else None)


def _changed(words: str, delta: float, significant: Optional[bool]) -> str:
    """Less is better; what a test calls no change has no color."""
    if not delta or significant is False:
        return words
    return _html.colored(words, _html.GOOD if delta < 0 else _html.BAD)


def _tested(shown: Any) -> str:
    if shown["headline"]["p"] is not None:
        return "* significant; less is better"
    whole = shown["aligned_by"] == "start"
    return f"not tested: {'one recording each' if whole else 'too few steps'}"
