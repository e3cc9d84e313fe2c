# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class Evidence(Record):
    """A fact that supports a finding."""

    text: str
    event_id: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class FindingFields(Record):
    """Something to change, what it could gain, and how to verify it.

    severity_pct: [low, high], of what severity_of names
    informational: whether it gains nothing by itself
    where: the place in the code
    fix: what to do
    confidence: "high", "medium" or "low"
    confirm: how to verify it
    In %: severity_pct, expected_pct.
    """

    id: str
    title: str
    severity_pct: list[Optional[float]]
    expected_pct: float
    severity_of: str
    informational: bool
    evidence: list[Evidence]
    where: Optional[str]
    where_event_id: Optional[int]
    fix: str
    confidence: Literal["high", "medium", "low"]
    confirm: str
    thresholds: dict[str, float]
    why: Optional[str] = None

    _held = {
        "evidence": Evidence,
    }
