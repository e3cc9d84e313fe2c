"""Records as people use them: attributes, copies, what Tab offers."""

import copy
import json
import pickle
import shutil

import pytest

import lanescope
from conftest import EXAMPLES


@pytest.fixture(scope="module")
def event(slow):
    return slow.event(slow.search("cat:kernel").events[0].id)


def test_tab_offers_what_can_be_written_behind_a_dot(slow, event):
    assert {"launch", "dur_ns", "copy"} <= set(dir(event))
    assert "External id" in event.args and "External id" not in dir(event.args)
    assert "class" not in dir(slow.report("kernels").kernels.rows[0])


def test_attributes_that_are_set_are_keys(slow):
    row = slow.report("kernels").kernels.rows[0]
    row.total_ms = row.total_ns / 1e6
    assert json.loads(json.dumps(row))["total_ms"] == row.total_ms == row["total_ms"]
    row.count += 1
    assert row["count"] == row.count
    del row.total_ms
    assert "total_ms" not in row
    with pytest.raises(AttributeError, match="'items' is a method here"):
        row.items = 3
    with pytest.raises(AttributeError):
        del row.nothing


def test_copies_of_records_have_attributes(slow):
    row = slow.report("kernels").kernels.rows[0]
    for copied in (row.copy(), copy.copy(row), copy.deepcopy(row), pickle.loads(pickle.dumps(row))):
        assert copied == row and type(copied) is type(row)
        copied.count = 0
        assert row.count != 0
    assert {**row} == row and type(dict(row)) is dict


def test_a_trace_and_its_tables_say_why_they_cannot_be_pickled(slow):
    with pytest.raises(TypeError, match="a Trace cannot be pickled; open its file in the other process"):
        pickle.dumps(slow)
    with pytest.raises(TypeError, match="a Table cannot be pickled; to_arrow"):
        pickle.dumps(slow.kernels)
    assert copy.deepcopy({"trace": slow})["trace"] is slow


def test_answers_can_be_shown_when_the_file_has_changed(tmp_path):
    path = tmp_path / "run.json.gz"
    shutil.copy(EXAMPLES / "generated-gpt-slow.json.gz", path)
    trace = lanescope.open(path)
    answers = [trace.event(5), trace.findings(), trace.report("idle")]
    path.write_text("{}")
    with pytest.raises(lanescope.Error, match="changed"):
        trace.event(5)
    for answer in answers:
        assert repr(answer)
        assert answer._repr_html_()


def test_a_part_of_the_findings_are_findings(slow):
    findings = slow.findings()
    assert findings[:2].judged == findings.judged
    assert [one.id for one in findings[:2]] == [one.id for one in findings][:2]
    assert findings[-1] == list(findings)[-1]
