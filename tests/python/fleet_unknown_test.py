"""Tables of a run of which some is not known: NULL, not 0, and a row that says what is wrong."""

import json
import os
import shutil

import pytest

import lanescope
from conftest import EXAMPLES
from fleet_run import SLOW


def cpu_only(folder):
    """Rank 3 has no GPU, no step and no allocator."""
    events = [{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 1, "dur": 5}]
    (folder / "rank3.json").write_text(json.dumps({"traceEvents": events}))


@pytest.fixture
def out(tmp_path, duckdb, arrow):
    """Three ranks with a GPU, one without, two damaged, and one host that is gone."""
    pytest.importorskip("pyarrow.dataset", reason="pyarrow has no datasets")
    run = tmp_path / "run" / "host0"
    run.mkdir(parents=True)
    for rank in range(3):
        shutil.copy(EXAMPLES / "generated-ranks" / f"rank{rank}.json.gz", run)
    cpu_only(run)
    (run / "rank4.json").write_bytes(b"")
    (run / "rank5.json.gz").write_bytes(b"this is no trace")
    (run.parent / "host1").symlink_to("gone")
    return summarized(run.parent, tmp_path / "out")


def summarized(run, out):
    lanescope.fleet.summarize(run, out, progress=False)
    return out


def asked(duckdb, out, query):
    """Tables are named in braces."""
    names = ("ranks", "steps", "collectives", "kernels", "ops", "findings")
    files = {
        name: f"read_parquet('{out}/tables/{name}/**/*.parquet', hive_partitioning = true)"
        for name in names
    }
    return duckdb.sql(query.format(**files)).fetchall()


def test_a_rank_that_could_not_be_read_is_a_row_with_its_problem(out, duckdb):
    rows = asked(duckdb, out, "select rank, trace, summary, problem from {ranks} order by trace")
    problems = [(rank, trace.rpartition("/")[2], problem) for rank, trace, _, problem in rows]
    assert [row for row in problems if row[2] is None] == [
        (0, "rank0.json.gz", None),
        (1, "rank1.json.gz", None),
        (2, "rank2.json.gz", None),
        (3, "rank3.json", None),
    ]
    told = {name: (rank, problem) for rank, name, problem in problems if problem is not None}
    assert {name: rank for name, (rank, _) in told.items()} == {
        "rank4.json": 4,
        "rank5.json.gz": 5,
        "host1": None,  # the number of a host is no rank
    }
    assert "is empty" in told["rank4.json"][1] and "is a broken link" in told["host1"][1]
    assert all(summary for *_, trace, summary, _ in rows if not trace.endswith("host1"))


def test_nothing_but_its_file_is_known_of_a_rank_that_could_not_be_read(out, duckdb):
    known = ("rank", "trace", "problem", "summary", "rank_source", "bytes", "digest", "complete")
    (columns,) = zip(*asked(duckdb, out, "select column_name from (describe from {ranks})"))
    others = [f'"{column}"' for column in columns if column not in known]
    assert "steps" in columns and "window" in columns and "compute_ns" in columns
    query = f"select count(coalesce({', '.join(f'{one}::varchar' for one in others)})) from {{ranks}}"
    assert asked(duckdb, out, query + " where problem is not null") == [(0,)]
    assert asked(duckdb, out, query + " where problem is null") == [(4,)]
    for table in ("steps", "collectives", "kernels", "ops", "findings"):
        if not (out / "tables" / table).exists():
            continue
        ranks = asked(duckdb, out, f"select distinct rank from {{{table}}} order by rank")
        assert set(ranks) <= {(0,), (1,), (2,), (3,)}, table


def test_a_rank_without_gpu_has_no_gpu_times(out, duckdb):
    (row,) = asked(duckdb, out, "select steps, compute_ns, idle_ns from {ranks} where rank = 3")
    assert row == (0, None, None)  # that it has no step is known
    (row,) = asked(
        duckdb,
        out,
        "select self_cpu_ns, self_device_ns, total_device_ns from {ops} where rank = 3",
    )
    assert row == (5000, None, None)
    ((count, average),) = asked(
        duckdb, out, "select count(compute_ns), avg(compute_ns) from {ranks} where problem is null"
    )
    ((expected,),) = asked(duckdb, out, "select sum(compute_ns) / 3 from {ranks} where rank < 3")
    assert count == 3 and average == pytest.approx(expected)


def test_steps_without_gpu_work_have_no_gpu_times(tmp_path, duckdb, arrow):
    run = tmp_path / "run"
    run.mkdir()
    step = {"ph": "X", "cat": "user_annotation", "pid": 1, "tid": 1, "dur": 90}
    kernel = {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "dur": 50}
    events = [{**step, "name": f"ProfilerStep#{i}", "ts": 100 * i} for i in range(4)]
    (run / "rank0.json").write_text(json.dumps({"traceEvents": events}))
    events += [{**kernel, "ts": 100 * i + 20, "args": {"device": 0, "stream": 7}} for i in range(4)]
    (run / "rank1.json").write_text(json.dumps({"traceEvents": events}))
    out = summarized(run, tmp_path / "out")
    columns = "compute_ns, exposed_comm_ns, idle_ns, paused_ns, wait_estimate_ns, peak_allocated_bytes"
    assert set(asked(duckdb, out, f"select {columns} from {{steps}} where rank = 0")) == {(None,) * 6}
    assert asked(duckdb, out, "select count(dur_ns), count(compute_ns) from {steps}") == [(8, 4)]
    assert asked(duckdb, out, "select sum(compute_ns) from {steps}") == [(200_000,)]


def test_waiting_is_not_known_where_no_collective_tells_its_size(tmp_path, duckdb, arrow):
    run = tmp_path / "run"
    run.mkdir()
    step = {"ph": "X", "cat": "user_annotation", "pid": 1, "tid": 1, "dur": 90}
    name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL"
    kernel = {"ph": "X", "cat": "kernel", "name": name, "pid": 0, "tid": 7}
    sizes = {"Collective name": "allreduce", "In msg nelems": 8, "Out msg nelems": 8, "dtype": "Float"}
    for rank, args in enumerate(({}, {**sizes, "Group size": 2})):
        events = [{**step, "name": f"ProfilerStep#{i}", "ts": 100 * i} for i in range(3)]
        for i in range(3):
            told = {"device": 0, "stream": 7, **args}
            events.append({**kernel, "ts": 100 * i + 20, "dur": 10 + 5 * i, "args": told})
        (run / f"rank{rank}.json").write_text(json.dumps({"traceEvents": events}))
    out = summarized(run, tmp_path / "out")
    query = "select count(*), sum(wait_estimate_ns) from {steps} group by rank order by rank"
    assert asked(duckdb, out, query) == [(3, None), (3, 15_000)]


def test_the_median_of_an_even_number_of_kernels_keeps_its_half(tmp_path, duckdb, arrow):
    run = tmp_path / "run"
    run.mkdir()
    kernel = {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7}
    kernel["args"] = {"device": 0, "stream": 7}
    events = [{**kernel, "ts": 100, "dur": 0.001}, {**kernel, "ts": 200, "dur": 0.002}]
    (run / "rank0.json").write_text(json.dumps({"traceEvents": events}))
    out = summarized(run, tmp_path / "out")
    assert asked(duckdb, out, "select median_ns, total_ns from {kernels}") == [(1.5, 3)]


def test_sizes_of_collectives_that_no_trace_tells_are_null(tmp_path, duckdb, arrow):
    out = summarized(EXAMPLES / "generated-ranks", tmp_path / "out")
    documents = [
        json.loads(lanescope._native.rank_file_document(os.fspath(path)))
        for path in sorted(out.glob("*.rank"))
    ]
    sizes = [one["bytes"] for document in documents for one in document["collectives"]]
    ((rows, known, total),) = asked(
        duckdb, out, "select count(*), count(bytes), sum(bytes) from {collectives}"
    )
    assert rows == len(sizes) and known == sum(size is not None for size in sizes)
    assert total == sum(size or 0 for size in sizes)


def test_a_trace_without_a_summary_is_a_row_until_it_has_one(tmp_path, duckdb, arrow):
    run, out = tmp_path / "run", tmp_path / "out"
    run.mkdir()
    for rank in range(2):
        shutil.copy(EXAMPLES / "generated-ranks" / f"rank{rank}.json.gz", run)
    little = {"memory_bytes": 30_000_000, "retries": 0, "progress": False}
    lanescope.fleet.summarize(run / "rank1.json.gz", out, **little)
    query = "select rank, problem is null from {ranks} order by all"
    assert asked(duckdb, out, query) == [(1, False)]
    lanescope.fleet.summarize(run / "rank0.json.gz", out, progress=False)
    lanescope.fleet.summarize(run, out, **little)
    assert asked(duckdb, out, query) == [(0, True), (1, False)]
    summarized(run, out)
    assert asked(duckdb, out, query) == [(0, True), (1, True)]


def test_tables_follow_a_host_that_is_lost(tmp_path, duckdb, arrow):
    run, out = tmp_path / "run", tmp_path / "out"
    (run / "host0").mkdir(parents=True)
    shutil.copy(SLOW, run / "host0" / "rank0.json.gz")
    query = "select count(*), count(problem) from {ranks}"
    assert asked(duckdb, summarized(run, out), query) == [(1, 0)]
    (run / "host1").symlink_to("gone")
    assert asked(duckdb, summarized(run, out), query) == [(2, 1)]
    (run / "host1").unlink()
    assert asked(duckdb, summarized(run, out), query) == [(1, 0)]
