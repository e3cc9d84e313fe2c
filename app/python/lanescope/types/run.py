# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record
from .ranks import RanksComparison
from .report import ReportFields


@dataclass(init=False, repr=False, eq=False)
class RunReportFields(Record):
    """Results of the analyses of several traces, and what was compared between them."""

    traces: list[ReportFields]
    ranks: Optional[RanksComparison]

    _held = {
        "traces": ReportFields,
        "ranks": RanksComparison,
    }
