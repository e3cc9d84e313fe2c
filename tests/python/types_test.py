"""What editors complete is what answers have."""

import collections
import keyword
import typing

import pytest

import lanescope
from lanescope import _answer_types, _compare, _records, _report_types
from conftest import EXAMPLES, corpus_traces

NAMES = {**vars(_compare), **vars(_records), **vars(_answer_types), **vars(_report_types)}
# Those with keys that depend on the trace or on what was asked, which are not declared.
SOME = (lanescope.Event, lanescope.Finding, lanescope.Found, lanescope.Report, lanescope.Comparison)
# Keys that only some of the objects of a kind have, beside "why".
SOMETIMES = {
    "IdleGap": {"device_wait"},
    "Steps": {"timed_on", "kernels_launched_before_recording"},
    "Kernel": {"graph_count"},
    "Window": {"warm_up_steps"},
    "Change": {"ops", "matched_by", "key_b"},
}


def fits(value, kind, where):
    """Checks that a value is what is declared."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is typing.Any:
        return
    if origin is typing.Union:
        kinds = [one for one in arguments if one is not type(None)]
        assert value is not None or len(kinds) < len(arguments), where
        if value is not None:
            fits(value, kinds[0], where)
    elif origin is list:
        assert isinstance(value, list), where
        for one in value:
            fits(one, arguments[0], where)
    elif origin is dict:
        for key, one in value.items():
            fits(one, arguments[1], f"{where}.{key}")
    elif issubclass(kind, lanescope.Record):
        has_what_it_declares(value, kind, where)
    else:
        assert type(value) in ((int, float) if kind is float else (kind,)), (where, value)


def has_what_it_declares(answer, kind, where=""):
    hints = {
        key: hint for key, hint in typing.get_type_hints(kind, NAMES).items() if not key.startswith("_")
    }
    assert isinstance(answer, dict), where
    assert set(hints) <= set(answer), where
    for key, hint in hints.items():
        fits(answer[key], hint, f"{where}.{key}")
    if kind not in SOME and kind is not lanescope.Record:
        rest = {key for key in answer if key.isidentifier() and not keyword.iskeyword(key)} - set(hints)
        assert rest <= {"why"} | SOMETIMES.get(
            kind.__name__, set()
        ), f"{where} {kind.__name__}: {rest} is not declared"


def small_traces():
    corpus = [
        path.with_name(path.name.replace(".expected.json", ".json.gz")) for path in corpus_traces()
    ]
    return [
        *sorted(EXAMPLES.glob("*.json.gz")),
        *(path for path in corpus if path.stat().st_size < 100_000),
    ]


@pytest.fixture(scope="module", params=small_traces(), ids=lambda path: path.name)
def trace(request):
    return lanescope.open(request.param)


def test_reports_and_findings_have_what_is_declared(trace):
    has_what_it_declares(trace.report(), lanescope.Report)
    findings = trace.findings()
    for finding in findings:
        has_what_it_declares(finding, lanescope.Finding)
    fits(findings.judged, _answer_types.Judged, "judged")


def test_events_have_what_is_declared(trace):
    found = trace.search("", limit=5_000)
    has_what_it_declares(found, lanescope.Found)
    ids = collections.defaultdict(list)
    for event in found.events:
        ids[event.cat].append(event.id)
    for of_category in ids.values():
        for event in of_category[:: max(1, len(of_category) // 3)]:
            has_what_it_declares(trace.event(event), lanescope.Event)


def test_comparisons_have_what_is_declared(trace, slow):
    has_what_it_declares(lanescope.compare(trace, trace), lanescope.Comparison)
    has_what_it_declares(lanescope.compare(slow, trace, by="op", by_start=True), lanescope.Comparison)


def test_declared_names_are_those_of_the_report(slow):
    sections = set(lanescope.Report.__annotations__) - {"file", "rank", "window", "_section"}
    assert sections <= set(slow.report())
