"""The classes of answers are made from the description of the documents, and answers are as described."""

import dataclasses
import json
import keyword
import subprocess
import sys
import typing

import pytest

import lanescope
from conftest import CONTRACT, EXAMPLES, KNOWN, ROOT, corpus_traces, undescribed
from lanescope import types

import documents  # conftest says where
import learn
import schema


def small_traces():
    corpus = [
        path.with_name(path.name.replace(".expected.json", ".json.gz")) for path in corpus_traces()
    ]
    return [
        *sorted(EXAMPLES.glob("*.json.gz")),
        *(path for path in corpus if path.stat().st_size < 100_000),
        ROOT / "tests" / "traces" / "cut_off.json",
        ROOT / "tests" / "traces" / "recording.lanes",
    ]


@pytest.fixture(scope="module", params=small_traces(), ids=lambda path: path.name)
def trace(request):
    return lanescope.open(request.param)


def test_the_classes_are_what_the_generator_makes():
    ran = subprocess.run(
        [sys.executable, "-B", CONTRACT / "generate.py", "--check"], capture_output=True, text=True
    )
    assert (ran.stdout, ran.stderr, ran.returncode) == ("", "", 0), "run app/python/contract/generate.py"


def test_the_description_is_json_schema():
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    jsonschema.Draft202012Validator.check_schema(KNOWN)
    assert (CONTRACT / "schema.json").read_text() == schema.text(KNOWN)


def test_each_object_is_described_and_has_its_class():
    for name, definition in KNOWN["$defs"].items():
        assert definition["description"].endswith("."), name
        kind = getattr(types, name)
        assert definition["description"].split()[0] in kind.__doc__
        written = {f"{key}_" if keyword.iskeyword(key) else key for key in definition["properties"]}
        named = {field.name for field in dataclasses.fields(kind)}
        assert named == {key for key in written if key.isidentifier()} - {"values", "items", "keys", "get"}


def test_documents_are_as_described(trace):
    for name, document in documents.of_trace(trace):
        assert undescribed(name, json.loads(document)) == []


def test_learning_what_is_described_changes_nothing(slow):
    learner = learn.Learner(schema.read())
    for name, document in documents.of_trace(slow):
        learner.document(name, json.loads(document))
    assert learner.added == []
    assert schema.text(learner.known) == schema.text(KNOWN)


def test_what_is_not_described_is_told(slow):
    info = json.loads(json.dumps(slow.info))
    info["lanes"][0]["colour"] = 3
    info["time"]["span_ns"] = 0.5
    del info["events"]["total"]
    assert undescribed("info", info) == [
        "info.events: has no 'total' (EventCounts)",
        "info.time.span_ns: is number, not integer or null",
        "info.lanes[]: has 'colour', of which Lane says nothing",
    ]


def with_classes(value, node, where, found):
    """Checks that an object and those in it are of the classes of the description."""
    name, plain = schema.reference(node), schema.plain(node)
    if isinstance(value, list):
        for one in value:
            with_classes(one, plain.get("items", True), f"{where}[]", found)
    elif isinstance(value, dict) and name:
        assert isinstance(value, getattr(types, name)), (where, type(value))
        found.add(name)
        for key, one in value.items():
            with_classes(one, KNOWN["$defs"][name]["properties"][key], f"{where}.{key}", found)
    elif isinstance(value, dict) and plain:
        for key, one in value.items():
            with_classes(one, plain["additionalProperties"], f"{where}.{key}", found)


def test_each_object_of_an_answer_is_of_its_class(slow, fixed):
    found = set()
    kernel = slow.search("cat:kernel").events[0].id
    answers = {
        "info": slow.info,
        "report": slow.report(),
        "search": slow.search(""),
        "event": slow.event(kernel),
        "compare": lanescope.compare(slow, fixed, gates=["step_time=3%"]),
        "run": lanescope.open(EXAMPLES / "generated-ranks").report(),
    }
    for name, answer in answers.items():
        with_classes(answer, KNOWN["properties"][name], name, found)
    assert len(found) > 100
    assert all(type(finding) is lanescope.Finding for finding in slow.report("findings").findings)
    assert type(answers["run"].traces[0]) is lanescope.Report
    assert type(slow.info.report) is lanescope.LoadReport


def test_answers_are_dataclasses_and_dicts(slow):
    gap = slow.report("idle").idle.devices[0].longest[0]
    assert repr(gap).startswith("IdleGap(start_ns=1_790_000_00")
    values = {field.name: getattr(gap, field.name) for field in dataclasses.fields(gap)}
    assert values["class_"] == gap["class"] == gap.class_
    assert dataclasses.asdict(gap)["dur_ns"] == gap["dur_ns"] == gap.dur_ns
    match gap:
        case types.IdleGap(class_="data_loading", dur_ns=ns):
            assert ns == gap.dur_ns
        case _:
            pytest.fail("does not match")
    with pytest.raises(AttributeError, match="there is no 'colour' here"):
        gap.colour


def test_a_key_that_is_not_there_is_none(slow):
    gaps = slow.report("idle").idle.devices[0].longest
    without = next(gap for gap in gaps if "device_wait" not in gap)
    assert without.device_wait is None
    with pytest.raises(AttributeError, match="there is no 'kernels' here; there are file"):
        slow.report("idle").kernels
    event = slow.event(slow.search("cat:cpu_op").events[0].id)
    assert event["copy"] is None and event.copy is None


def test_docstrings_name_units():
    assert "In ns: start_ns, dur_ns, paused_ns, classes_ns." in types.IdleGap.__doc__
    assert "In bytes: message_bytes." in types.CollectiveSum.__doc__
    assert "In GB/s: " in types.CopyKind.__doc__ and "In %: " in types.UtilDevice.__doc__


def test_editors_know_what_is_in_an_answer():
    hints = typing.get_type_hints(lanescope.Event)
    assert hints["launch"] == typing.Optional[types.Launch]
    assert typing.get_type_hints(lanescope.Report)["idle"] is types.Idle
    assert typing.get_type_hints(types.Idle)["devices"] == list[types.IdleDevice]
