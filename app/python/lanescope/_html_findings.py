"""How findings look in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from . import _html, _units

if TYPE_CHECKING:
    from ._record import Record
    from ._records import Finding, Findings

_MOST_SHOWN = 8
_MUCH_PCT = 10.0  # what is gained at most, from which on a finding is red


def finding(shown: Finding) -> str:
    return _html.page(_card(shown, None, None))


def findings(shown: Findings, headline: Optional[str]) -> str:
    """`headline` as the program has it."""
    judged: Optional[Record] = getattr(shown, "judged", None)
    number, cards = 0, []
    for one in shown[:_MOST_SHOWN]:
        number += 0 if one["informational"] else 1
        cards.append(_card(one, None if one["informational"] else number, judged))
    if headline is None:
        headline = _units.counted(len(shown), "finding")
    left = len(shown) - len(cards)
    unjudged = getattr(shown, "not_judged", [])
    return _html.page(
        _html.line(_html.bold(_html.text(headline))),
        *cards,
        _html.more(left, "finding"),
        _unjudged(unjudged),
    )


def _card(shown: Finding, number: Optional[int], judged: Optional[Record]) -> str:
    color = _color(shown)
    note = "Note: " if shown["informational"] else ""
    title = (note if number is None else f"{number}. ") + str(shown["title"])
    gained = f"{_units.gain(shown['severity_pct'])} {_base(shown, judged)}"
    sure = "good to know" if shown["informational"] else f"{shown['confidence']} confidence"
    head = f"{_html.bold(_html.text(title))} {_html.bold(_html.colored(gained, color))} {_html.muted(_html.text(f'({sure})'))}"
    pairs = [("where", _html.code(_html.name(shown["where"], 110)))] if shown["where"] else []
    pairs += [("fix", _html.text(shown["fix"])), ("verify", _html.text(shown["confirm"]))]
    evidence = "".join(_html.line(_evidence(one)) for one in shown["evidence"])
    style = f"border-left:3px solid {color};padding:0 0 0 10px;margin:8px 0"
    folded = _html.folded(_html.muted("evidence"), evidence) if evidence else ""
    return f'<div style="{style}">{_html.line(head)}{_html.facts(pairs)}{folded}</div>'


def _evidence(one: Record) -> str:
    event = one["event_id"]
    return _html.text(one["text"]) + ("" if event is None else _html.muted(f" \u00b7 event {event}"))


def _color(shown: Finding) -> str:
    if shown["informational"]:
        return "currentColor"
    high = shown["severity_pct"][1]
    return _html.BAD if high is not None and high >= _MUCH_PCT else _html.MILD


def _base(shown: Finding, judged: Optional[Record]) -> str:
    """What a gain is a share of."""
    if shown["severity_of"] != "step":
        return "of peak memory"
    return "of step time" if judged is None or judged["steps"] else "of the analyzed time"


def _unjudged(rules: list[Record]) -> str:
    if not rules:
        return ""
    lines = [
        _html.line(_html.text(f"{rule['id']} {rule['looks_for']}: {rule['why']}")) for rule in rules
    ]
    summary = f"{_units.counted(len(rules), 'rule')} not checked or not applicable"
    return _html.folded(_html.muted(summary), "".join(lines))
