"""How an event looks in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _html, _html_documents, _units

if TYPE_CHECKING:
    from ._record import Record
    from ._records import Event

_MOST_OPS = 8
_MOST_FRAMES = 12
_PARTS = ("graph", "copy", "collective", "triton", "memory_block")  # records that few events have


def event(shown: Event) -> str:
    facts = [(title.replace("_", " "), html) for title, html in _facts(shown) if html]
    return _html.page(
        _html.line(_html.bold(_html.code(_html.name(shown["name"], 110)))),
        _html.line(_html.muted(_place(shown))),
        _html.facts(facts),
        _ops(shown["ops"]),
        _python(shown["python"]),
        *(_part(part, shown[part]) for part in _PARTS if shown.get(part)),
        _part("arguments", shown["args"]),
        *(
            _html.line(_html.muted(_html.text(f"no {gap['rung']}: {gap['why']}")))
            for gap in shown["missing"]
        ),
    )


def _place(shown: Event) -> str:
    words = [shown["cat"], shown.get("lane_name"), shown["step"], f"event {shown['id']}"]
    return " \u00b7 ".join(_html.name(word) for word in words if word)


def _facts(shown: Event) -> list[tuple[str, str]]:
    return [
        ("duration", _html.value("dur_ns", shown["dur_ns"]) if shown["dur_ns"] else ""),
        ("self time", _of(shown, "self_ns")),
        ("start", _html.text(f"{shown['start_ns']} ns")),
        ("by duration", _rank(shown["same_name"])),
        ("launched by", _launch(shown["launch"])),
        ("launched", _launched(shown)),
        ("modules", _html.name(" \u203a ".join(map(str, shown["modules"])), 110)),
        ("twin", _twin(shown["twin"])),
    ]


def _of(shown: Event, key: str) -> str:
    return "" if shown.get(key) is None else _html.value(key, shown[key])


def _rank(same: Any) -> str:
    if not same or same["count"] < 2:
        return ""
    place = "longest" if same["rank"] == 1 else f"{_units.ordinal(same['rank'])} longest"
    middle = (
        f"median {_units.duration(same['p50_ns'])}, 95th percentile {_units.duration(same['p95_ns'])}"
    )
    return f"{place} of {_units.count(same['count'])} with this name; {middle}"


def _launch(launch: Any) -> str:
    if not launch:
        return ""
    call = f"{_html.name(launch['name'])} ({_units.duration(launch['dur_ns'])}) on {_html.name(launch['thread'])}"
    delay = launch["delay_ns"]
    return call if delay is None else f"{call}, {_units.duration(delay)} from launch to start"


def _launched(shown: Event) -> str:
    kernels = shown["kernel_count"]
    if not kernels:
        return ""
    return f"{_units.counted(kernels, 'GPU event')}, {_units.duration(shown['gpu_ns'])}"


def _twin(twin: Any) -> str:
    return "" if not twin else f"{_html.name(twin['name'])} ({_html.text(twin['direction'])})"


def _ops(ops: list[Record]) -> str:
    if not ops:
        return ""
    columns = [
        _html.Column("operator"),
        _html.Column("input shapes"),
        _html.Column("duration", right=True),
    ]
    rows = [
        (_html.name(op["name"]), _shapes(op["input_shapes"]), _html.value("dur_ns", op["dur_ns"]))
        for op in ops[:_MOST_OPS]
    ]
    return _html.table(columns, rows) + _html.more(len(ops) - len(rows), "operator")


def _shapes(shapes: Any) -> str:
    if not shapes:
        return ""
    return _html.name(" ".join(str(shape).replace(" ", "") for shape in shapes))


def _python(frames: list[Record]) -> str:
    if not frames:
        return ""
    columns = [_html.Column("Python, innermost first"), _html.Column("line")]
    rows = []
    for frame in frames[:_MOST_FRAMES]:
        place = "" if frame["file"] is None else f"{frame['file']}:{frame['line']}"
        cells = (_html.name(frame["function"]), _html.name(place))
        rows.append(tuple(_html.bold(cell) for cell in cells) if frame["user"] else cells)
    return _html.table(columns, rows) + _html.more(len(frames) - len(rows), "frame")


def _part(title: str, record: Record) -> str:
    if not record:
        return ""
    return _html.folded(_html.muted(title.replace("_", " ")), _html_documents.keys(record, _html.value))
