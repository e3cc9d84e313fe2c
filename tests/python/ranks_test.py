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
    page = ranks._repr_html_()
    assert "<b>4 traces</b>" in page and page.count("rank2.json.gz</span>") == 1


def test_a_part_of_the_ranks_are_ranks():
    ranks = lanescope.open_ranks(RUN)
    assert ranks[1:3].paths == ranks.paths[1:3]
    assert ranks[-1].path == ranks.paths[3]
    with pytest.raises(IndexError, match="^ranks: there is no trace 99; there are 4, from 0 on$"):
        ranks[99]
    with pytest.raises(TypeError, match="^ranks: 'a' is not a position; use ranks"):
        ranks["a"]
    with pytest.raises(lanescope.Error, match="^ranks: there is no trace$"):
        ranks[4:].report()
    with pytest.raises(lanescope.Error, match="^ranks: a comparison needs at least two traces$"):
        ranks[:1].compare()


def test_a_comparison_of_ranks_is_shown_as_on_the_command_line(command):
    compared = lanescope.open_ranks(RUN).compare()
    assert command("report", RUN, "--only", "ranks")[0].endswith(f"\nranks\n{compared!r}\n")
    assert f"<b>{compared.summary}</b>" in compared._repr_html_()


def test_what_is_opened_is_what_the_name_says(tmp_path):
    assert isinstance(lanescope.open_trace(RUN / "rank0.json.gz"), lanescope.Trace)
    assert lanescope.open_ranks(RUN / "rank0.json.gz").paths == [str(RUN / "rank0.json.gz")]
    with pytest.raises(lanescope.Error, match="generated-ranks: "):
        lanescope.open_trace(RUN)
    with pytest.raises(lanescope.Error, match="there is no trace"):
        lanescope.open_ranks([])


def test_runs_with_several_ranks_are_compared_by_one_of_them(command, slow):
    rank0 = lanescope.open_trace(RUN / "rank0.json.gz")
    with pytest.warns(UserWarning, match="^compare: rank 0 of both runs: .*rank0.json.gz and ") as told:
        compared = lanescope.compare(RUN, lanescope.open_ranks(RUN))
    assert told[0].filename == __file__
    assert compared == lanescope.compare(rank0, rank0) == command("compare", RUN, RUN, "--json")
    assert compared.gate("step_time=3%").passed
    with pytest.warns(UserWarning, match="rank 0 of both runs"):
        compared = lanescope.compare(lanescope.open_ranks(RUN)[::-1], slow)
    assert compared.a == rank0.path
    with pytest.raises(lanescope.Error, match="^compare: no rank is in both runs; name two traces"):
        lanescope.compare(lanescope.open_ranks(RUN)[1:], slow)


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
