"""Answers are those of the command line, to the last key."""

import copy
import json
import pickle

import pytest

import lanescope
from conftest import EXAMPLES

SLOW = EXAMPLES / "generated-gpt-slow.json.gz"
FIXED = EXAMPLES / "generated-gpt-fixed.json.gz"


def without_load(info):
    """What depends on the machine."""
    return {key: value for key, value in info.items() if key != "load"}


def test_report_is_what_the_command_line_prints(slow, command):
    assert slow.report() == command("report", SLOW, "--json")["traces"][0]


def test_report_takes_names_window_device_and_grouping(slow, command):
    printed = command(
        "report", SLOW, "--json", "--only", "ops,idle", "--window", "whole", "--device", "0",
        "--group-by", "shape",
    )["traces"][0]
    assert slow.report(["ops", "idle"], window="whole", device=0, group_by="shape") == printed
    assert "kernels" not in slow.report("ops")


def test_report_and_findings_take_thresholds(slow, command):
    printed = command(
        "report", SLOW, "--json", "--only", "findings,kernels", "--threshold", "tiny_kernel=1us",
        "--threshold", "long_host_piece=3000",
    )["traces"][0]
    changed = {"tiny_kernel": "1us", "long_host_piece": 3000}
    assert slow.report(["findings", "kernels"], thresholds=changed) == printed
    assert slow.findings(thresholds=changed) == printed["findings"]
    assert slow.report("findings", thresholds=changed).thresholds == {"tiny_kernel": 1000, "long_host_piece": 3000}
    assert slow.findings() != printed["findings"]  # the last answer was of other thresholds


def test_report_takes_peak_rates_of_gpus(slow, command, tmp_path):
    peaks = [{"gpu": "H100", "tflops": {"float32": 1.5, "bfloat16": 3}, "gb_per_s": 20}]
    file = tmp_path / "peaks.json"
    file.write_text(json.dumps({"gpus": peaks}))
    printed = command("report", SLOW, "--json", "--only", "roofline", "--gpu-peaks", file)["traces"][0]
    assert printed != slow.report("roofline")
    for given in (file, str(file), peaks, tuple(peaks), {"gpus": peaks}):
        assert slow.report("roofline", gpu_peaks=given) == printed


def test_report_of_ranks_takes_what_that_of_a_trace_does(command):
    folder = EXAMPLES / "generated-ranks"
    printed = command(
        "report", folder, "--json", "--only", "ops,findings", "--group-by", "shape", "--threshold",
        "tiny_kernel=1us", "--device", "0",
    )
    report = lanescope.open(folder).report(
        ["ops", "findings"], group_by="shape", thresholds={"tiny_kernel": "1us"}, device=0
    )
    assert report.traces == printed["traces"]


def test_report_reads_as_on_a_terminal(slow, command):
    printed = command("report", SLOW, "--only", "gpu_time", "--threshold", "tiny_kernel=1us")[0]
    report = slow.report("gpu_time", thresholds={"tiny_kernel": "1us"})
    assert repr(report) == printed.replace("--window whole", 'window="whole"').rstrip()
    assert "window: 5 steps" in repr(report) and "threshold: tiny_kernel" in repr(report)


def test_findings_are_those_of_the_report(slow, command):
    printed = command("report", SLOW, "--only", "findings", "--json")["traces"][0]
    findings = slow.findings()
    assert findings == printed["findings"]
    assert findings.judged == printed["findings_judged"]
    assert findings.not_judged == printed["not_judged"]
    assert findings[0].title in repr(findings)


def test_copies_read_as_what_they_are_of(slow):
    for answer in (slow.report("gpu_time"), slow.findings(), slow.event(5)):
        for other in (copy.copy(answer), copy.deepcopy(answer), pickle.loads(pickle.dumps(answer))):
            assert type(other) is type(answer) and other == answer and repr(other) == repr(answer)


def test_event_is_what_the_command_line_prints(slow, command):
    printed = command("event", SLOW, "--find", "cat:kernel", "--nth", "3", "--json")
    event = slow.event(printed["id"])
    assert event == printed
    assert event.launch.delay_ns == printed["launch"]["delay_ns"]
    assert event.copy is None  # the key, not the method of a dict
    assert repr(event).splitlines()[0] == command("event", SLOW, "--id", event.id)[0].splitlines()[0]


def test_search_is_what_the_command_line_prints(slow, command):
    printed = command("search", SLOW, "cat:kernel dur>10us", "--json")
    assert slow.search("cat:kernel dur>10us", limit=None) == printed
    page = slow.search("cat:kernel", limit=2, offset=1)
    assert page == command("search", SLOW, "cat:kernel", "--json", "--limit", "2", "--offset", "1")
    assert f"{page.count:,} events" in repr(page)


def test_info_and_load_report_are_what_the_command_line_prints(slow, command):
    printed = command("info", SLOW, "--json")
    assert without_load(slow.info) == without_load(printed)
    assert slow.load_report == printed["report"]


def test_comparison_is_what_the_command_line_prints(slow, fixed, command):
    printed = command("compare", SLOW, FIXED, "--json", "--by", "op")
    comparison = lanescope.compare(slow, fixed, by="op")
    assert comparison == printed
    assert comparison == lanescope.compare(SLOW, FIXED, by="op")
    assert comparison.sentence == printed["headline"]["sentence"]
    assert comparison.sentence in repr(comparison)


def test_gates_judge_the_second_run(slow, fixed):
    faster, slower = lanescope.compare(slow, fixed), lanescope.compare(fixed, slow)
    assert faster.gate("step_time=3%").state == "passed"
    assert slower.gate("step_time=3%").state in ("failed", "not_tested")
    with pytest.raises(lanescope.Error, match="^gate: "):
        faster.gate("step_time")


def test_records_are_dicts_that_can_be_copied_and_stored(slow):
    event = slow.event(slow.search("cat:kernel").events[0].id)
    assert json.loads(json.dumps(event)) == event
    assert pickle.loads(pickle.dumps(event)) == event
    assert copy.deepcopy(event).launch.id == event.launch.id
    with pytest.raises(AttributeError, match="there is no 'lunch' here; there are id, name"):
        event.lunch
    assert hasattr(event, "launch") and not hasattr(event, "lunch")


def test_findings_can_be_stored(slow):
    findings = slow.findings()
    stored = pickle.loads(pickle.dumps(findings))
    assert stored == findings and stored.judged == findings.judged
