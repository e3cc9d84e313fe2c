"""Summaries of a run with a folder for each host: the same, by the same names, as of the command line."""

import json
import os
import pathlib
import shutil

import pytest

import lanescope
from fleet_run import FIXED, SLOW, states, summaries, summarize


@pytest.fixture
def hosts(tmp_path):
    """Two hosts whose files have the same names: traces, a damaged one, an empty one, and others."""
    run = tmp_path / "run"
    for host, trace in (("host0", SLOW), ("host1", FIXED)):
        folder = run / host / "worker0"
        folder.mkdir(parents=True)
        shutil.copy(trace, folder / "trace_0.json.gz")
        shutil.copy(trace, folder / "run.pt.trace.json.gz")
        (folder / "trace_1.json").write_bytes(bytes(100))
        (folder / "trace_2.json").write_text("")
        (folder / "config.json").write_text('{"learning_rate": 0.1}')
        (folder / "notes.json").write_text("not even JSON")
        (folder / "train.log").write_text("")
    # The same stem twice, in a folder and by the names of folders.
    shutil.copy(FIXED, run / "host1" / "worker0" / "trace_0.json")
    (run / "host1" / "worker0_trace").mkdir()
    shutil.copy(SLOW, run / "host1" / "worker0_trace" / "0.json.gz")
    return run


MADE = ["run.pt.trace", "trace_0", "trace_1", "trace_2"]
EXPECTED = sorted(
    [f"host{host}_worker0_{name}.rank" for host in (0, 1) for name in MADE]
    + ["host1_worker0_trace_0-2.rank", "host1_worker0_trace_0-3.rank"]
)


def test_both_faces_make_the_same_summaries(hosts, tmp_path, command):
    fleet = summarize(hosts, tmp_path / "out")
    assert sorted(summaries(tmp_path / "out")) == EXPECTED
    command("summarize", hosts, "-o", tmp_path / "expected")
    assert summaries(tmp_path / "out") == summaries(tmp_path / "expected")
    failed = [os.path.basename(row.trace) for row in fleet.failed]
    assert failed == ["trace_1.json", "trace_2.json"] * 2


def test_what_is_no_trace_is_named_and_has_no_summary(hosts, tmp_path):
    for _ in range(2):  # the second time with summaries there
        fleet = summarize(hosts, tmp_path / "out")
        left_out = [line.partition(": ")[0] for line in fleet.left_out]
        names = ("config.json", "notes.json", "train.log")
        assert left_out == [f"{hosts}/host{i}/worker0/{name}" for i in (0, 1) for name in names]
        assert all(line.partition(": ")[2] for line in fleet.left_out)
        assert f"left out 6 files, such as {hosts}/host0/worker0/config.json: " in repr(fleet)
    assert sorted(summaries(tmp_path / "out")) == EXPECTED


def test_a_name_stays_with_its_trace(hosts, tmp_path):
    before = {row.trace: row.summary for row in summarize(hosts, tmp_path / "out")}
    (hosts / "host0" / "worker0" / "trace_0.json.gz").unlink()
    shutil.copy(SLOW, hosts / "host1" / "worker0" / "trace_0.json.zst")
    fleet = summarize(hosts, tmp_path / "out")
    assert {row.trace: row.summary for row in fleet if row.trace in before}.items() <= before.items()
    (new,) = (row for row in fleet if row.trace not in before)
    assert new.summary.endswith("/host1_worker0_trace_0-4.rank")
    assert fleet.old == ["host0_worker0_trace_0.rank"]


def test_a_host_that_cannot_be_looked_into_is_a_row(hosts, tmp_path):
    (hosts / "host2").symlink_to("gone")
    fleet = summarize(hosts, tmp_path / "out")
    assert len(fleet) == len(EXPECTED) + 1
    row = fleet[-1]
    assert (row.trace, row.summary, row.state) == (f"{hosts}/host2", None, "failed")
    assert row.problem == f"{hosts}/host2: is a broken link"
    assert row.problem in repr(fleet)


def test_a_run_of_which_nothing_can_be_read_is_rows_alone(tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "host0").symlink_to("gone")
    fleet = summarize(tmp_path / "run", tmp_path / "out")
    assert "run/host0: is a broken link" in repr(fleet) and set(states(fleet)) == {"failed"}


def test_summaries_beside_their_traces_are_no_others(tmp_path):
    shutil.copy(SLOW, tmp_path / "rank0.json.gz")
    for _ in range(2):
        assert summarize(tmp_path, tmp_path).left_out == []
    (row,) = summarize(tmp_path / "rank0.rank", tmp_path / "out")
    assert row.summary is None
    assert row.problem.endswith("rank0.rank: is a summary already; name the trace that it is of")


def test_a_folder_without_traces_says_what_is_there_instead(tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "config.json").write_text("{}")
    with pytest.raises(lanescope.Error, match="there is no trace; .*config.json: "):
        summarize(tmp_path / "run", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_folders_that_fsspec_reaches_are_entered_too(hosts, tmp_path):
    """Which files are traces is only known once they were fetched."""
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    (hosts / "host1" / "worker0" / "trace_0.json").unlink()
    fleet = summarize(f"file://{hosts}", tmp_path / "out", workers=2)
    here = summarize(hosts, tmp_path / "here")
    assert sorted(summaries(tmp_path / "out")) == sorted(summaries(tmp_path / "here"))
    for one, other in zip(fleet, here):
        assert (one.trace, one.state) == (f"file://{other.trace}", other.state)
    names = [pathlib.Path(line.partition(": ")[0]).name for line in fleet.left_out]
    assert names == ["config.json", "notes.json"] * 2
    assert "kept" in states(summarize(f"file://{hosts}", tmp_path / "out"))
    journal = (tmp_path / "out" / "fleet.jsonl").read_text().splitlines()
    assert len(journal) == len(fleet) == len({json.loads(line)["path"] for line in journal})
