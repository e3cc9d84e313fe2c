"""Summaries of many traces: which are made, which are kept, and what becomes of those that are damaged."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import lanescope
from conftest import EXAMPLES, other_python
from fleet_run import FIXED, SLOW, make_run, states, summarize


@pytest.fixture
def run(tmp_path):
    return make_run(tmp_path / "run", 3)


def stamps(out):
    return {path.name: path.stat().st_mtime_ns for path in out.glob("*.rank")}


def test_each_trace_gets_the_summary_of_the_command_line(run, tmp_path, command):
    fleet = summarize(run, tmp_path / "out", workers=2)
    assert states(fleet) == ["new"] * 3
    command("summarize", run, "-o", tmp_path / "expected")
    for row in fleet:
        made = pathlib.Path(row.summary)
        assert made.read_bytes() == (tmp_path / "expected" / made.name).read_bytes()
        assert row.trace == os.fspath(run / (made.stem + ".json.gz"))
    assert repr(fleet) == f"3 traces in {tmp_path / 'out'}: 3 new, 0 kept, 0 failed"


def test_only_what_has_changed_is_summarized_again(run, tmp_path):
    out = tmp_path / "out"
    summarize(run, out)
    before = stamps(out)
    os.utime(run / "rank1.json.gz", (1, 1))
    shutil.copy(FIXED, run / "rank3.json.gz")
    (out / "rank2.rank").unlink()
    assert states(summarize(run, out)) == ["kept", "new", "new", "new"]
    after = stamps(out)
    assert after["rank0.rank"] == before["rank0.rank"] and after["rank1.rank"] > before["rank1.rank"]
    assert states(summarize(run, out)) == ["kept"] * 4
    assert states(summarize(run, out, again=True)) == ["new"] * 4


def test_a_damaged_summary_is_made_again(run, tmp_path):
    out = tmp_path / "out"
    summarize(run, out)
    sound = (out / "rank2.rank").read_bytes()
    (out / "rank1.rank").write_bytes(b"")
    (out / "rank2.rank").write_bytes(sound[:-1] + b"x")
    assert states(summarize(run, out)) == ["kept", "new", "new"]
    assert (out / "rank2.rank").read_bytes() == sound


def test_a_journal_names_only_summaries_in_its_folder(run, tmp_path):
    out = tmp_path / "out"
    summarize(run, out)
    journal = out / "fleet.jsonl"
    entries = [json.loads(line) for line in journal.read_text().splitlines()]
    entries[0].update(summary="../victim.rank", stamp="")
    entries[1].update(path=3)
    journal.write_bytes(b"\xff\n" + "".join(json.dumps(one) + "\n" for one in entries).encode())
    (tmp_path / "victim.rank").write_text("mine")
    assert states(summarize(run, out)) == ["new", "new", "kept"]
    assert (tmp_path / "victim.rank").read_text() == "mine"


def test_who_writes_the_same_summaries_meanwhile_is_told(run, tmp_path):
    out = tmp_path / "out"
    folder = lanescope.fleet.Folder(os.fspath(out))
    folder.make()
    with folder.lock(), pytest.raises(lanescope.Error, match="another run is writing"):
        summarize(run, out)
    assert states(summarize(run, out)) == ["new"] * 3


@pytest.mark.parametrize("wrong", [{"workers": -1}, {"memory_bytes": 0}, {"out": ""}])
def test_what_makes_no_sense_is_refused_in_a_line(run, tmp_path, wrong):
    with pytest.raises(lanescope.Error):
        lanescope.fleet.summarize(run, **{"out": tmp_path / "out", "progress": False, **wrong})


def test_a_link_to_itself_is_no_trace(run, tmp_path):
    (run / "loop.json").symlink_to("loop.json")
    assert states(summarize(run, tmp_path / "out")) == ["new"] * 3


def test_summaries_of_traces_that_are_gone_are_told(run, tmp_path):
    out = tmp_path / "out"
    summarize(run, out)
    (run / "rank2.json.gz").unlink()
    fleet = summarize(run, out)
    assert fleet.old == ["rank2.rank"] and len(fleet) == 2
    assert "1 more summary is of a trace not there: rank2.rank" in repr(fleet)


def test_a_run_that_was_ended_goes_on(run, tmp_path, monkeypatch):
    out = tmp_path / "out"
    real = lanescope.fleet.places.Folder.put
    done = []

    def ended(folder, *args):
        if done:
            raise KeyboardInterrupt
        done.append(folder)
        return real(folder, *args)

    monkeypatch.setattr(lanescope.fleet.places.Folder, "put", ended)
    with pytest.raises(KeyboardInterrupt):
        summarize(run, out, workers=1)
    monkeypatch.setattr(lanescope.fleet.places.Folder, "put", real)
    assert states(summarize(run, out)) == ["kept", "new", "new"]


def test_a_damaged_trace_is_a_row_and_has_a_summary(run, tmp_path):
    (run / "rank1.json.gz").write_bytes(b"this is no trace")
    out = tmp_path / "out"
    for _ in range(2):  # the second time without reading it
        fleet = summarize(run, out)
        (row,) = fleet.failed
        assert row.trace == os.fspath(run / "rank1.json.gz")
        assert row.problem.startswith(f"{row.trace}: ") and "\n" not in row.problem
        assert row.problem in repr(fleet) and ", 1 failed" in repr(fleet)
        summary = json.loads(lanescope._native.rank_file_document(row.summary))
        assert summary["rank"] == 1 and row.problem.partition(": ")[2] in summary["why"]
    shutil.copy(SLOW, run / "rank1.json.gz")
    assert states(summarize(run, out)) == ["kept", "new", "kept"]


def test_a_trace_that_needs_too_much_memory_is_a_row_without_a_summary(run, tmp_path):
    fleet = summarize([run / "rank0.json.gz"], tmp_path / "out", memory_bytes=30_000_000, retries=0)
    (row,) = fleet.failed
    assert row.summary is None and row.problem.startswith(row.trace)
    assert states(summarize([run / "rank0.json.gz"], tmp_path / "out")) == ["new"]


def test_a_summary_on_a_disk_of_the_worker_is_a_row(run, tmp_path, monkeypatch):
    real = lanescope.fleet.jobs.run

    def elsewhere(job):
        outcome = real(job)
        (tmp_path / "out" / job.name).unlink()
        return outcome

    monkeypatch.setattr(lanescope.fleet.jobs, "run", elsewhere)
    fleet = summarize(run / "rank0.json.gz", tmp_path / "out")
    assert fleet[0].summary is None
    assert fleet[0].problem.endswith(
        f"is not in {tmp_path / 'out'}; name a folder that all workers share"
    )


def test_the_process_of_a_trace_ends_with_who_started_it(tmp_path):
    os.mkfifo(tmp_path / "rank0.json")  # which it waits for
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (scratch / "fetched.json").touch()
    order = {
        "trace": os.fspath(tmp_path / "rank0.json"),
        "output": os.fspath(tmp_path / "rank0.rank"),
        "named": "",
        "memory_bytes": None,
        "is_sure": True,
        "alike": False,
        "scratch": os.fspath(scratch),
    }
    (tmp_path / "orders").write_text(json.dumps([order]))
    command = [sys.executable, "-m", "lanescope.fleet.process", os.fspath(tmp_path / "orders")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=other_python()) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2)
        assert scratch.exists()
        process.stdin.close()
        assert process.wait(60) == 1
    assert not scratch.exists()


def test_small_traces_share_a_process(run, tmp_path, monkeypatch):
    real, started = subprocess.Popen, []

    def counted(*args, **options):
        started.append(args)
        return real(*args, **options)

    monkeypatch.setattr(lanescope.fleet.jobs.subprocess, "Popen", counted)
    (run / "rank1.json.gz").write_bytes(b"this is no trace")
    assert states(summarize(run, tmp_path / "out", workers=1)) == ["new", "failed", "new"]
    assert len(started) == 1
    for row in summarize(run, tmp_path / "more", workers=99):
        assert pathlib.Path(row.summary).exists()
    assert len(started) <= 1 + len(os.sched_getaffinity(0))


def test_the_traces_after_one_that_ends_the_process_are_summarized(run, tmp_path, monkeypatch):
    real = lanescope.fleet.jobs._started

    def started(orders, scratch):
        if len(orders) == 1:
            return real(orders, scratch)
        aborts = [sys.executable, "-c", "import os; os.abort()"]
        return subprocess.Popen(aborts, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    monkeypatch.setattr(lanescope.fleet.jobs, "_started", started)
    assert states(summarize(run, tmp_path / "out", workers=1)) == ["new"] * 3


def test_traces_whose_common_process_cannot_start_have_one_each(run, tmp_path, monkeypatch):
    real = lanescope.fleet.jobs._started

    def started(orders, scratch):
        if len(orders) > 1:
            raise OSError("too many processes")
        return real(orders, scratch)

    monkeypatch.setattr(lanescope.fleet.jobs, "_started", started)
    assert states(summarize(run, tmp_path / "out", workers=1)) == ["new"] * 3


def test_names_are_patterns_files_and_lists(run, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(run, other)
    (other / "rank0.json.gz").rename(other / "notes.txt")
    two = summarize([run / "rank[01].json.gz", run / "rank1.json.gz"], tmp_path / "two")
    assert [pathlib.Path(row.trace).name for row in two] == ["rank0.json.gz", "rank1.json.gz"]
    both = summarize(tmp_path / "*" / "rank*.json.gz", tmp_path / "both")
    names = [pathlib.Path(row.summary).name for row in both]
    assert sorted(names) == ["rank0.rank", "rank1-2.rank", "rank1.rank", "rank2-2.rank", "rank2.rank"]
    assert [row.summary for row in summarize(tmp_path / "*" / "rank*.json.gz", tmp_path / "both")] == [
        row.summary for row in both
    ]
    assert len(summarize(other, tmp_path / "folder")) == 2


def test_wrong_arguments_say_what_is_accepted(run, tmp_path):
    with pytest.raises(lanescope.Error, match="no such file or folder$"):
        summarize(run / "rank9.json.gz", tmp_path / "out")
    with pytest.raises(lanescope.Error, match="^engine: 'dask' is not an engine; use local or ray$"):
        summarize(run, tmp_path / "out", engine="dask")
    for wrong, call in {
        "pattern: 5 is not a path": lambda: summarize(5, tmp_path / "out"),
        "pattern: None is not a path": lambda: summarize([None], tmp_path / "out"),
        "out: 5 is not a path": lambda: summarize(run, 5),
        "memory_bytes: 'x' is not a count": lambda: summarize(run, tmp_path / "out", memory_bytes="x"),
        "workers: at least 1": lambda: summarize(run, tmp_path / "out", workers=0),
    }.items():
        with pytest.raises(lanescope.Error, match=wrong):
            call()
    (tmp_path / "file").write_text("")
    with pytest.raises(lanescope.Error, match="this folder cannot be made"):
        summarize(run, tmp_path / "file" / "out")


def test_tables_have_the_rows_of_all_ranks_by_step(run, tmp_path, duckdb, arrow):
    out = tmp_path / "out"
    fleet = lanescope.fleet.summarize(run, out, progress=False)
    documents = [json.loads(lanescope._native.rank_file_document(row.summary)) for row in fleet]
    steps = duckdb.sql(f"from read_parquet('{out}/tables/steps/**/*.parquet', hive_partitioning = true)")
    assert steps is not None
    sums = duckdb.sql(
        "select step, count(*), sum(dur_ns), sum(data_loading_ns) from steps group by step"
    )
    expected = {}
    for step in (step for document in documents for step in document["steps"]):
        count, dur_ns, loading_ns = expected.get(step["name"], (0, 0, 0))
        loading_ns += step["idle_classes_ns"]["data_loading"]
        expected[step["name"]] = (count + 1, dur_ns + step["dur_ns"], loading_ns)
    assert {step: tuple(rest) for step, *rest in sums.fetchall()} == expected
    collectives = duckdb.sql(
        f"select count(*), sum(dur_ns) from read_parquet('{out}/tables/collectives/**/*.parquet')"
    )
    all_of_them = [one for document in documents for one in document["collectives"]]
    assert collectives.fetchall() == [(len(all_of_them), sum(one["dur_ns"] for one in all_of_them))]
    ranks = arrow.parquet.read_table(out / "tables" / "ranks") if hasattr(arrow, "parquet") else None
    assert ranks is None or ranks.num_rows == 3
    assert len(list((out / "tables" / "steps").iterdir())) == len(expected)


def test_tables_agree_with_the_comparison_of_the_ranks(tmp_path, duckdb, arrow, command):
    out = tmp_path / "out"
    fleet = lanescope.fleet.summarize(EXAMPLES / "generated-ranks", out, progress=False)
    compared = command("ranks", out, "--json")
    assert len(fleet) == len(compared["rows"]) > 2

    def asked(query):
        tables = {
            name: f"read_parquet('{out}/tables/{name}/**/*.parquet', hive_partitioning = true)"
            for name in ("steps", "collectives", "ranks")
        }
        return duckdb.sql(query.format(**tables)).fetchall()

    per_rank = asked("select rank, count(*) from {collectives} group by rank order by rank")
    assert per_rank == [(row["rank"], row["collectives"]) for row in compared["rows"]]
    ((median_ns,),) = asked(
        "select median(dur_ns) from {steps} where whole and not warmup and not paused"
    )
    assert round(median_ns) == compared["median_step_ns"]
    steps = asked("select distinct step from {steps}")
    assert {step for (step,) in steps} == set(compared["steps"])
    dataset = pytest.importorskip("pyarrow.dataset", reason="pyarrow has no datasets")
    read = dataset.dataset(out / "tables" / "steps", partitioning="hive").to_table()
    columns = ("dur_ns", "compute_ns", "exposed_comm_ns", "wait_estimate_ns")
    told = [step for one in fleet for step in command("info", one.summary, "--json")["steps"]]
    expected = tuple(sum(step[column] for step in told) for column in columns)
    assert tuple(sum(read[column].to_pylist()) for column in columns) == expected
    sums = ", ".join(f"sum({column})" for column in columns)
    assert asked(f"select {sums} from {{steps}}") == [expected]


def test_tables_follow_the_summaries(run, tmp_path, duckdb):
    out = tmp_path / "out"
    lanescope.fleet.summarize(run, out, progress=False)
    (run / "rank2.json.gz").unlink()
    os.utime(run / "rank0.json.gz", (1, 1))
    lanescope.fleet.summarize(run, out, progress=False)
    for table in ("ranks", "steps", "kernels", "ops"):
        files = f"read_parquet('{out}/tables/{table}/**/*.parquet')"
        traces = duckdb.sql(f"select distinct trace from {files} order by all").fetchall()
        assert [pathlib.Path(trace).name for (trace,) in traces] == ["rank0.json.gz", "rank1.json.gz"]


def test_tables_are_of_the_traces_that_were_named(run, tmp_path, duckdb):
    out = tmp_path / "out"

    def ranks():
        return duckdb.sql(
            f"select count(*) from read_parquet('{out}/tables/ranks/*.parquet')"
        ).fetchall()[0][0]

    summarize(run / "rank[01].json.gz", out, tables=True)
    summarize(run / "rank2.json.gz", out, tables=True)
    assert ranks() == 1
    assert states(summarize(run, out, tables=True)) == ["kept"] * 3
    assert ranks() == 3
    shutil.rmtree(out / "tables")
    summarize(run, out, tables=True)
    assert ranks() == 3
    # As a run leaves them that is killed while it writes them.
    (out / "tables.state").write_bytes(b"")
    shutil.rmtree(out / "tables" / "ranks")
    summarize(run, out, tables=True)
    assert ranks() == 3


def test_more_steps_than_files_may_be_open_are_written(tmp_path, duckdb):
    run = tmp_path / "run"
    run.mkdir()
    step = {"ph": "X", "cat": "user_annotation", "pid": 1, "tid": 1, "dur": 90}
    kernel = {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "dur": 50}
    events = [{**step, "name": f"ProfilerStep#{i}", "ts": 100 * i} for i in range(400)]
    events += [{**kernel, "ts": 100 * i + 20, "args": {"device": 0, "stream": 7}} for i in range(400)]
    (run / "rank0.json").write_text(json.dumps({"traceEvents": events}))
    script = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (100, 200))
import lanescope
lanescope.fleet.summarize(sys.argv[1], sys.argv[2], progress=False)
"""
    other = [sys.executable, "-c", script, os.fspath(run), os.fspath(tmp_path / "out")]
    subprocess.run(other, check=True, timeout=120)
    files = f"{tmp_path}/out/tables/steps/**/*.parquet"
    assert duckdb.sql(f"select count(*) from read_parquet('{files}')").fetchall()[0][0] == 400
