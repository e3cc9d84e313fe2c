"""What notebooks show: HTML that is small, inert and says what a person wants to see."""

import json
import re

import pytest

import lanescope
from conftest import EXAMPLES, ROOT
from conftest import ALL
from html_page import Page, shown
from lanescope import _html_comparison

EVIL = (
    "<script>alert(1)</script><img src=x onerror=alert(2)>\" onmouseover='alert(3)' $a_b$ \u202egnp.exe"
)


def shows(trace):
    """Everything that is shown of a trace."""
    event = trace.search("", limit=1).events[0].id
    yield from (trace, trace.info, trace.load_report, trace.findings(), trace.report(), trace.search(""))
    yield from (trace.table(name) for name in ALL)
    yield trace.event(event)
    yield lanescope.compare(trace, trace, by_start=True)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """Names that want to be more than names."""
    events = [{"ph": "M", "name": "process_name", "pid": 1, "tid": 1, "args": {"name": EVIL}}]
    for at in range(30):
        times = {"ph": "X", "ts": 100 * at, "dur": 50}
        shapes = {"Input Dims": [[EVIL]], EVIL: EVIL, "half": "\ud800", "correlation": at}
        events.append({"name": EVIL, "cat": "cpu_op", "pid": 1, "tid": 1, "args": shapes, **times})
        gpu = {"device": 0, "stream": 7, "correlation": at}
        events.append(
            {"name": EVIL + "x" * 300, "cat": "kernel", "pid": 0, "tid": 7, "args": gpu, **times}
        )
    path = tmp_path_factory.mktemp("hostile") / 'a"<b>.json'
    devices = [{"id": 0, "name": EVIL}]
    path.write_text(json.dumps({"traceEvents": events, "deviceProperties": devices}))
    return lanescope.open(path)


def test_names_in_a_trace_are_inert(hostile):
    for thing in shows(hostile):
        page = shown(thing)
        assert "\u202e" not in page.text
    assert "<script>alert(1)</script>" in shown(hostile.event(hostile.search("").events[0].id)).text


@pytest.mark.parametrize("name", ("training-step-h200", "transformer-cpu", "generated-gpt-fixed"))
def test_everything_is_shown_on_little_room(name):
    trace = lanescope.open(EXAMPLES / f"{name}.json.gz")
    for thing in shows(trace):
        shown(thing)
        if not isinstance(thing, lanescope.Report):
            assert len(thing._repr_html_()) < 40_000


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests" / "traces").glob("*.json")), ids=lambda path: path.stem
)
def test_odd_traces_are_shown(path):
    try:
        trace = lanescope.open(path)
    except lanescope.Error:
        pytest.skip("cannot be opened")
    for thing in (
        trace,
        trace.info,
        trace.load_report,
        trace.findings(),
        trace.search(""),
        trace.events,
    ):
        shown(thing)
    for event in trace.search("", limit=5).events:
        shown(trace.event(event.id))


def test_a_trace_shows_what_is_in_it(slow):
    page = shown(slow)
    assert "generated-gpt-slow.json.gz" in page.text
    assert ["GPUs", "0 NVIDIA H100 80GB HBM3"] in page.rows
    assert ["peak memory", "2.766 GiB"] in page.rows
    assert ["python3", "thread 41200 (python3)", "CPU thread", "8,237"] in page.rows


def test_problems_of_a_damaged_trace_are_shown():
    trace = lanescope.open(ROOT / "tests" / "traces" / "cut_off.json")
    issue = trace.load_report.issues[0]
    assert ["1", issue.what, str(issue.first_offset)] in shown(trace.load_report).rows
    assert "truncated" in shown(trace).text and "1 with problems" in shown(trace).text


def test_findings_show_gain_and_what_to_do_as_on_a_terminal(slow):
    findings = slow.findings()
    page = shown(findings)
    printed = repr(findings)
    assert printed.splitlines()[0] in page.text
    for number, finding in enumerate(findings, 1):
        gained = re.search(rf"^{number}\. {re.escape(finding.title)}: (.*? %)", printed, re.MULTILINE)[1]
        assert f"{number}. {finding.title} {gained} of " in page.text
        assert ["fix", finding.fix] in page.rows
        assert finding.evidence[0].text in page.text
    assert f"{findings[2].title} 2.0\u20136.5 % of step time" in shown(findings[2]).text


def test_a_part_of_the_findings_is_shown_like_all(slow):
    first = slow.findings()[:1]
    page = shown(first)
    assert "1 finding" in page.text
    assert first[0].title in page.text and slow.findings()[1].title not in page.text


def test_notes_are_not_counted_as_findings(slow):
    findings = slow.findings()
    assert "border-left:3px solid #e0413d" in findings[0]._repr_html_()
    findings[0].informational = True
    page = shown(findings)
    assert f"Note: {findings[0].title}" in page.text and "(good to know)" in page.text
    assert f"1. {findings[1].title}" in page.text
    assert "border-left:3px solid currentColor" in findings[0]._repr_html_()


def test_rules_that_were_not_checked_are_told():
    trace = lanescope.open(EXAMPLES / "transformer-cpu.json.gz")
    findings = trace.findings()
    assert f"{len(findings.not_judged)} rules not checked or not applicable" in shown(findings).text
    assert findings.not_judged[0].why in shown(findings).text


def test_a_report_shows_the_lines_of_the_command_line(slow):
    report = slow.report(["idle", "gpu_time"])
    page = shown(report)
    window, *lines = repr(report).splitlines()
    assert window.startswith("window: 5 steps") and "steady-state steps, 97.55 ms" in page.text
    for line in lines:
        assert line in page.text
    assert ("open", None) in page.attributes
    assert ("open", None) not in shown(slow.report()).attributes  # which is long


def test_a_comparison_shows_better_and_worse(slow, fixed):
    better, worse = lanescope.compare(slow, fixed, gates=["step_time=3%"]), lanescope.compare(
        fixed, slow
    )
    page = shown(better)
    assert better.sentence in page.text and "step_time=3%: passed" in page.text
    assert ["step time", "19.51 ms", "7.924 ms", "\u221211.59 ms", "100.0 %", "* 0.00794"] in page.rows
    assert f"\u2026 {len(better.rows) - 12} more kernels" in page.text
    green = 'color:#1f8f4c">\u221211.59 ms<'
    assert green in better._repr_html_()
    assert green.replace("1f8f4c", "e0413d").replace("\u2212", "+") in worse._repr_html_()


def test_a_star_of_other_counts_has_no_p_beside_it():
    figures = {"significant": True, "p": 0.175}
    assert _html_comparison._p(figures) == _html_comparison._p({**figures, "p": None}) == "* counts"
    assert _html_comparison._p({**figures, "p": 0.05}) == "* 0.05"
    assert _html_comparison._p({"significant": False, "p": 0.175}) == "0.175"


def test_calls_have_a_few_digits_and_no_exponent():
    assert _html_comparison._calls(1 / 66, 1 / 66) == "0.0152"
    assert _html_comparison._calls(12345, 1234567) == "12345 \u2192 1234567"


def test_what_a_test_calls_no_change_has_no_color(slow, fixed):
    comparison = lanescope.compare(slow, fixed)
    same = next(row for row in comparison.rows[:12] if not row.significant)
    html = comparison._repr_html_()
    change = next(cells[5] for cells in Page(html).rows if cells[0][-20:] == same.key[-20:])
    assert f'">{change}</span>' not in html


def test_figures_are_those_of_the_command_line(slow, fixed):
    comparison = lanescope.compare(slow, fixed)
    printed = repr(comparison).replace("  ", " ")
    for cells in shown(comparison).rows:
        if cells[0].strip() in (
            "GPU busy",
            "data loading",
            "launch latency",
            "waiting despite queued work",
        ):
            assert all(f" {cell}" in printed for cell in cells[1:4]), cells


def test_an_event_shows_where_it_comes_from(slow):
    event = slow.event(max(slow.search("cat:kernel").events, key=lambda one: one.dur_ns).id)
    page = shown(event)
    assert event.step in page.text and f"event {event.id}" in page.text
    assert ["duration", "664.5 \u00b5s"] in page.rows
    assert ["aten::mm", "[4096,50304] [50304,1024]", "12.47 \u00b5s"] in page.rows
    assert ["train", "train.py:40"] in page.rows
    assert "<b>train.py:40</b>" in event._repr_html_()  # the user's own code
    assert ">torch/nn/modules/linear.py:125<" in event._repr_html_()
    assert "<b>torch/nn/modules/linear.py:125</b>" not in event._repr_html_()
    assert any(
        cells[0] == "launched by" and "1.524 ms from launch to start" in cells[1] for cells in page.rows
    )
    assert ["registers per thread", "168"] in page.rows


def test_an_event_says_what_is_not_known():
    trace = lanescope.open(EXAMPLES / "training-step-h200.json.gz")
    for found in trace.search("", limit=200).events:
        event = trace.event(found.id)
        for gap in event.missing:
            assert gap.why in shown(event).text


def test_found_events_are_listed(slow):
    found = slow.search("aten::mm")
    page = shown(found)
    assert page.rows[1] == [
        str(found.events[0].id),
        "aten::mm",
        "cpu_op",
        found.events[0].lane_name,
        "12.47 \u00b5s",
    ]
    assert f"\u2026 {found.count - 20} more events" in page.text
    assert page.text.startswith(f"{found.count} events, ")


def test_what_is_inside_a_record_is_shown(slow):
    page = shown(slow.info)
    assert ["ProfilerStep#10", str(slow.info.steps[0].start_ns), "19.26 ms", "3087"] in page.rows
    assert ["span_ns", "97.55 ms"] in page.rows
    assert ("open", None) not in page.attributes
    assert ("open", None) in shown(
        slow.report("gpu_time").gpu_time
    ).attributes  # which holds nothing else


def test_rows_of_a_report_are_shown_as_a_table(slow):
    rows = slow.report("kernels").kernels.rows
    page = shown(rows)
    assert page.rows[0][:3] == ["name", "count", "total_ns"] and page.rows[1][1:3] == ["255", "19.57 ms"]
    assert "28 rows" in page.text and "\u2026 18 more rows" in page.text
    assert len(shown(rows[:3]).rows) == 4 and "\u2026 1 more column" in page.text
    assert rows == [dict(row) for row in rows]


def test_lists_in_arguments_are_shown_if_they_are_short(slow):
    rows = shown(slow.event(slow.search("aten::mm").events[0].id)).rows
    assert ["Input Dims", "[4096,50304], [50304,1024]"] in rows
    assert ["Concrete Inputs", '"", ""'] in rows


def test_rows_from_a_file_may_be_anything(tmp_path):
    path = tmp_path / "odd.json"
    event = {"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2}
    odd = {
        "mixed": [{"a": 1}, 5, None],
        "rows": [{"a": 1}, {"b": [[]]}],
        "none": [None],
        "deep": {"a": {"b": {}}},
    }
    path.write_text(json.dumps({"traceEvents": [{**event, "args": odd}]}))
    shown_event = lanescope.open(path).event(0)
    assert type(shown_event.args.mixed) is list and shown_event.args.rows[1].b == [[]]
    page = shown(shown_event)
    assert ["mixed", "[3 rows]"] in page.rows and ["deep", "{1 key}"] in page.rows
