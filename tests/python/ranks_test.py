"""Several traces of one run."""

import copy
import pickle
import shutil

import pytest

import lanescope
from conftest import EXAMPLES

RUN = EXAMPLES / "generated-ranks"


def test_a_folder_of_ranks_is_reported_as_on_the_command_line(command):
    ranks = lanescope.open(RUN)
    assert len(ranks) == 4
    report = ranks.report(["gpu_time", "ranks"])
    assert report == command("report", RUN, "--only", "gpu_time,ranks", "--json")
    assert report.left_out == []
    assert [trace.rank for trace in report.traces] == [0, 1, 2, 3]
    text = command("report", RUN, "--only", "ranks")[0]
    assert repr(report).endswith(text.rstrip("\n"))


def test_the_comparison_names_the_straggler():
    compared = lanescope.open(sorted(RUN.glob("*.json.gz"))).compare()
    assert compared.summary.startswith("rank 2 arrived last")
    assert len(compared.rows) == 4


def test_each_rank_can_be_opened():
    ranks = lanescope.open(RUN)
    assert ranks[2].path == ranks.paths[2]
    assert [trace.info.events.total > 0 for trace in ranks] == [True] * 4
    assert repr(ranks).startswith("<lanescope.Ranks: 4 traces, ")


def test_what_cannot_be_read_is_left_out_with_a_line(tmp_path):
    for name in ("rank0.json.gz", "rank1.json.gz", "rank2.json.gz"):
        shutil.copy(RUN / name, tmp_path)
    (tmp_path / "rank3.json.gz").write_bytes((RUN / "rank3.json.gz").read_bytes()[:20])
    (tmp_path / "notes.txt").write_text("no trace")
    ranks = lanescope.open(tmp_path)
    report = ranks.report("ranks")
    assert len(report.traces) == 3
    lines = report.left_out + ranks.left_out
    assert any("rank3.json.gz: " in line for line in lines)
    assert all("\n" not in line for line in lines)


def test_a_folder_with_one_trace_is_that_trace(tmp_path):
    shutil.copy(RUN / "rank0.json.gz", tmp_path)
    assert isinstance(lanescope.open(tmp_path), lanescope.Trace)


def test_wrong_arguments_are_one_line(tmp_path):
    ranks = lanescope.open(RUN)
    with pytest.raises(lanescope.Error, match="unknown analysis 'opps'"):
        ranks.report("opps")
    with pytest.raises(lanescope.Error, match="for one"):
        lanescope.open(RUN, execution_trace=RUN / "rank0.json.gz")
    with pytest.raises(lanescope.Error, match="there is no trace"):
        lanescope.open([])


def test_ranks_stay_in_their_process_and_find_their_files_from_another_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(RUN.parent)
    ranks = lanescope.open(RUN.name)
    monkeypatch.chdir(tmp_path)
    assert ranks[0].info.events.total > 0
    assert len(ranks.report("gpu_time").traces) == 4
    assert copy.deepcopy(ranks) is ranks
    with pytest.raises(TypeError, match="a Ranks cannot be pickled; open its files in the other process"):
        pickle.dumps(ranks)
