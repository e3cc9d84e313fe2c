"""Real traces: every answer is the command line's, and sums over tables are the truth's."""

import json

import pytest

import lanescope
from conftest import CORPUS, corpus_traces, undescribed

TRUTHS = corpus_traces()
if not TRUTHS:
    pytest.skip(f"there are no traces in {CORPUS}", allow_module_level=True)


@pytest.fixture(scope="module", params=TRUTHS, ids=lambda path: path.name.split(".")[0])
def truth(request):
    with open(request.param) as file:
        return json.load(file)


@pytest.fixture(scope="module")
def trace(truth):
    return lanescope.open(CORPUS / truth["file"])


def is_printed(answer, name, printed):
    """Checks that an answer is what the command line prints, and all of that is described."""
    assert answer == printed
    assert undescribed(name, printed) == []


def test_the_report_is_what_the_command_line_prints(trace, command):
    printed = command("report", trace.path, "--json")["traces"][0]
    is_printed(trace.report(), "report", printed)
    assert trace.findings() == printed["findings"]
    assert trace.findings().judged == printed["findings_judged"]


def test_the_info_is_what_the_command_line_prints(trace, command):
    printed, info = command("info", trace.path, "--json"), trace.info
    assert undescribed("info", printed) == []
    for document in (printed, info):
        del document["load"]  # which depends on the machine
    assert info == printed
    assert trace.load_report == printed["report"]


def test_what_is_found_is_what_the_command_line_prints(trace, command):
    printed = command("search", trace.path, "dur>10us", "--limit", "500", "--json")
    is_printed(trace.search("dur>10us", limit=500), "search", printed)


def test_an_event_is_what_the_command_line_prints(trace, command):
    found = trace.search("", limit=1, offset=trace.search("", limit=0).count // 2)
    event = found.events[0].id
    is_printed(trace.event(event), "event", command("event", trace.path, "--id", str(event), "--json"))


def test_a_comparison_is_what_the_command_line_prints(trace, command):
    printed = command("compare", trace.path, trace.path, "--gate", "step_time=3%", "--json")
    compared = lanescope.compare(trace, trace, gates=["step_time=3%"])
    is_printed(compared, "compare", printed)


def test_sums_over_events_are_the_truth(trace, truth):
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    events = trace.events
    sums = duckdb.sql("select cat, sum(dur_ns) from events where dur_ns > 0 group by cat").fetchall()
    assert events is not None
    expected = {cat: ns for cat, ns in truth["x_dur_ns_by_cat"].items() if ns > 0}
    begun = {key for key in truth["events_by_ph_and_cat"] if key[0] in "Bbn"}
    for cat, total_ns in sums:
        if f"B|{cat}" not in begun and f"b|{cat}" not in begun and cat in expected:
            assert total_ns == expected[cat], cat
    assert set(expected) - {"(none)"} <= {cat for cat, _ in sums}


def test_the_load_report_covers_all_events(trace, truth):
    assert trace.load_report.kept + trace.load_report.listed == truth["events"]
