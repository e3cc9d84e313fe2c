"""The server for assistants: which files it opens, and by which names."""

import gzip
import json
import os
import shutil
import sys
import threading

import pytest

import lanescope
from assistant import Assistant, Refused, refusal
from conftest import EXAMPLES

SLOW, FIXED = "generated-gpt-slow.json.gz", "generated-gpt-fixed.json.gz"
NOT_THERE = "not in the folders of this server; 'list' shows what can be opened"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with everything that must not be opened beside what may."""
    top = tmp_path_factory.mktemp("outside")
    folder = top / "runs"
    (folder / "deep").mkdir(parents=True)
    shutil.copy(EXAMPLES / FIXED, folder / "deep" / "run.json.gz")
    shutil.copy(EXAMPLES / FIXED, top / "secret.json.gz")
    (folder / "link.json.gz").symlink_to(top / "secret.json.gz")
    (folder / "dangling.json.gz").symlink_to(top / "nothing.json.gz")
    (folder / "inside.json.gz").symlink_to(folder / "deep" / "run.json.gz")
    (folder / "out").symlink_to(top)
    (folder / "text.json").write_text("hello")
    (folder / "notes.txt").write_text("hello")
    (folder / "cut.json").write_text('{"traceEvents": [{"ph": "X", "name": "a"')
    (folder / "run.nsys-rep").write_bytes(b"NVIDIA Tegra Profiler Report v1")
    os.mkfifo(folder / "pipe.json")
    return folder


@pytest.fixture(scope="module")
def in_folder(folder):
    with Assistant(folder) as assistant:
        yield assistant
        assert "Traceback" not in assistant.errors


def test_traces_of_the_folder_are_listed(in_folder):
    listed = in_folder.ask("list")
    assert [row["trace"] for row in listed] == [
        "cut.json",
        "deep/run.json.gz",
        "inside.json.gz",
        "text.json",
    ]
    assert listed[1]["bytes"] == (EXAMPLES / FIXED).stat().st_size
    assert [row["trace"] for row in in_folder.ask("list", contains="DEEP")] == ["deep/run.json.gz"]
    largest = in_folder.ask("list", sort="bytes", limit=1)
    assert largest.of == 4 and largest.more == {"offset": 1}
    following = in_folder.ask("list", sort="bytes", limit=3, offset=1)
    assert largest[0]["bytes"] >= following[0]["bytes"] > following[-1]["bytes"]


def test_a_listed_trace_opens_and_is_then_loaded(in_folder):
    for name in ("deep/run.json.gz", "inside.json.gz", "./deep/../deep/run.json.gz"):
        assert in_folder.ask("open", trace=name)["trace"] == "deep/run.json.gz"
    loaded = {row["trace"]: row["loaded"] for row in in_folder.ask("list")}
    assert loaded["deep/run.json.gz"] and not loaded["text.json"]


@pytest.mark.parametrize(
    "existing, missing",
    [
        ("../secret.json.gz", "../nothing.json.gz"),
        ("link.json.gz", "dangling.json.gz"),
        ("out/secret.json.gz", "out/nothing.json.gz"),
        ("out/runs/../secret.json.gz", "out/runs/../nothing.json.gz"),
        ("{top}/secret.json.gz", "{top}/nothing.json.gz"),
        ("/etc/passwd", "/etc/nothing"),
        ("out", "../other"),
    ],
)
def test_what_lies_outside_is_refused_whether_it_exists_or_not(
    in_folder, folder, existing, missing
):
    for name in (existing, missing):
        name = name.format(top=folder.parent)
        assert refusal(in_folder, trace=name) == f"{name}: {NOT_THERE}"
        assert refusal(in_folder, "compare", a="deep/run.json.gz", b=name) == f"{name}: {NOT_THERE}"


def test_what_cannot_be_opened_is_told_in_one_line(in_folder, folder):
    assert refusal(in_folder, trace="nothing.json") == "nothing.json: no such file or directory"
    assert refusal(in_folder, trace="pipe.json") == "pipe.json: not a regular file"
    assert refusal(in_folder, trace="deep").startswith("deep: a folder; name one of its traces")
    assert "nsys export" in refusal(in_folder, trace="run.nsys-rep")
    assert refusal(in_folder, trace="a\0b") == f"a\ufffdb: {NOT_THERE}"
    with pytest.raises(lanescope.Error) as error:
        lanescope.open(folder / "text.json")
    assert f"{folder}/" + refusal(in_folder, trace="text.json") == str(error.value)


def test_a_damaged_trace_opens_and_tells_what_is_lost(in_folder):
    opened = in_folder.ask("open", trace="cut.json")
    assert not opened["complete"]
    assert opened["problems"][0]["what"] == "The file ends in the middle of an event"


def test_several_folders_and_files_have_names_of_their_own(tmp_path):
    for name in ("a/runs", "b/runs"):
        (tmp_path / name).mkdir(parents=True)
        shutil.copy(EXAMPLES / FIXED, tmp_path / name / "run.json.gz")
    shutil.copy(EXAMPLES / SLOW, tmp_path / "alone.json.gz")
    shutil.copy(EXAMPLES / SLOW, tmp_path / "other.json.gz")
    with Assistant(
        tmp_path / "a" / "runs", tmp_path / "b" / "runs", tmp_path / "alone.json.gz"
    ) as assistant:
        names = [row["trace"] for row in assistant.ask("list")]
        assert names == ["alone.json.gz", "runs-2/run.json.gz", "runs/run.json.gz"]
        for name in names:
            assert assistant.ask("open", trace=name)["trace"] == name
        assert (
            assistant.ask("open", trace=str(tmp_path / "alone.json.gz"))["trace"] == "alone.json.gz"
        )
        for name in (
            "other.json.gz",
            "run.json.gz",
            "runs/../runs-2/run.json.gz",
            str(tmp_path / "other.json.gz"),
        ):
            assert refusal(assistant, trace=name).endswith(NOT_THERE)


def test_long_names_are_listed_as_they_must_be_given(tmp_path):
    name = f"{'deep/' * 5}{'host' * 40}.pt.trace.json.gz"
    (tmp_path / name).parent.mkdir(parents=True)
    shutil.copy(EXAMPLES / FIXED, tmp_path / name)
    with Assistant(tmp_path) as assistant:
        assert assistant.ask("list")[0]["trace"] == name
        assert assistant.ask("open", trace=name)["trace"] == name


def test_a_changed_file_is_loaded_again(tmp_path):
    path = tmp_path / "run.json"
    path.write_bytes(gzip.open(EXAMPLES / FIXED).read())
    with Assistant(tmp_path) as assistant:
        before = assistant.ask("open", trace="run.json")["events"]
        path.write_bytes(gzip.open(EXAMPLES / SLOW).read())
        assert assistant.ask("open", trace="run.json")["events"] > before
        path.unlink()
        assert refusal(assistant, trace="run.json") == "run.json: no such file or directory"


def test_few_traces_stay_loaded(tmp_path):
    for number in range(10):
        shutil.copy(EXAMPLES / FIXED, tmp_path / f"run{number}.json.gz")
    with Assistant(tmp_path) as assistant:
        for number in range(10):
            assistant.text("info", trace=f"run{number}.json.gz")
        loaded = [row["trace"] for row in assistant.ask("list") if row["loaded"]]
        assert loaded == [f"run{number}.json.gz" for number in range(2, 10)]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="by /proc")
def test_a_name_that_becomes_a_link_meanwhile_does_not_lead_outside(tmp_path):
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder, trace in ((inside, "generated-gpt-slow"), (outside, "generated-gpt-fixed")):
        folder.mkdir()
        shutil.copy(EXAMPLES / f"{trace}.json.gz", folder / "kept.json.gz")
    ended = threading.Event()

    def swap():
        while not ended.is_set():
            for make in (os.symlink, shutil.copy):
                make((outside if make is os.symlink else inside) / "kept.json.gz", inside / "next")
                os.replace(inside / "next", inside / "run.json.gz")

    expected = lanescope.open(inside / "kept.json.gz").info.events.total
    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        with Assistant(inside) as assistant:
            for _ in range(40):
                try:
                    assert assistant.ask("info", trace="run.json.gz")["events"]["total"] == expected
                except Refused as refused:
                    assert str(refused).startswith("run.json.gz: ")
    finally:
        ended.set()
        swapping.join()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names of files are bytes")
def test_names_that_are_no_text_can_be_given_as_they_are_listed(tmp_path):
    with open(os.fsencode(tmp_path) + b"/b\xff.json.gz", "wb") as file:
        file.write((EXAMPLES / "generated-gpt-slow.json.gz").read_bytes())
    with Assistant(tmp_path) as assistant:
        (row,) = assistant.ask("list")
        assert row["trace"] == "b\\xff.json.gz"
        assert assistant.ask("info", trace=row["trace"])["trace"] == row["trace"]


def test_a_link_beside_a_trace_does_not_lead_to_files_outside(tmp_path):
    """An execution trace is found by its name next to the trace."""
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
    call = {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 77, "tid": 1, "ts": 1, "dur": 5}
    trace = {"schemaVersion": 1, "traceEvents": [{**call, "args": {"Record function id": 11}}]}
    values = [[4, 5, 0, 8, 4, "cpu"]]
    inputs = {"shapes": [[64, 4321]], "types": ["Tensor(float)"], "values": values}
    attributes = [{"name": "rf_id", "type": "uint64", "value": 11}]
    node = {"id": 2, "name": "aten::mm", "ctrl_deps": 1, "inputs": inputs, "attrs": attributes}
    secret = {"schema": "1.1.1-chakra.0.0.4", "pid": 77, "nodes": [node]}
    (inside / "run.json").write_text(json.dumps(trace))
    (outside / "run_et.json").write_text(json.dumps(secret))
    beside = inside / "run_et.json"
    beside.symlink_to(outside / "run_et.json")
    with Assistant(inside) as assistant:
        assert "4321" not in assistant.text("event", trace="run.json", find="aten::mm")
        assert "run_et" not in assistant.text("info", trace="run.json")
    beside.unlink()
    shutil.copy(outside / "run_et.json", beside)
    with Assistant(inside) as assistant:
        assert "4321" in assistant.text("event", trace="run.json", find="aten::mm")
