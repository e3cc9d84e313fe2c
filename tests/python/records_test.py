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


def test_tab_offers_fields_where_only_the_class_is_looked_at(slow):
    assert set(slow.info) - {"async"} <= set(dir(lanescope.types.Info))
    assert {"kept", "listed", "set_aside", "issues"} <= set(dir(lanescope.LoadReport))
    assert "_held" not in set(dir(lanescope.types.Info)) - set(vars(lanescope.types.Info)) - set(
        dir(lanescope.Record)
    )


def test_tab_in_ipython_offers_the_keys_of_an_answer(slow, tmp_path):
    pytest.importorskip("jedi", reason="jedi is not installed")
    pytest.importorskip("IPython", reason="ipython is not installed")
    from IPython.core.completer import provisionalcompleter
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell(ipython_dir=str(tmp_path), user_ns={"trace": slow})
    shell.Completer.use_jedi = True
    for code, keys in (("trace.info.", slow.info), ("trace.load_report.", slow.load_report)):
        with provisionalcompleter():
            offered = {one.text for one in shell.Completer.completions(code, len(code))}
        assert set(keys) <= offered


def test_the_package_offers_what_is_public_and_leaves_open_alone():
    assert {"open", "open_trace", "compare", "Trace"} <= set(dir(lanescope))
    assert not {"annotations", "TYPE_CHECKING", "load_ipython_extension"} & set(dir(lanescope))
    names = {}
    exec("from lanescope import *", names)
    assert "open" not in names and names["open_trace"] is lanescope.open_trace


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
