"""Tables as other packages see them."""

import collections
import gc
import json
import os
import sys

import pytest

import lanescope
from conftest import ALL, EXAMPLES, ROOT

@pytest.fixture(scope="module")
def recorded():
    """A real trace, with memory records and stacks."""
    return lanescope.open(EXAMPLES / "training-step-h200.json.gz")


def test_a_table_says_what_it_holds(slow):
    assert slow.events.columns == [
        "id", "ts_ns", "dur_ns", "name", "cat", "lane", "lane_name", "parent_id",
    ]
    head = f"<lanescope.Table events: {len(slow.events):,} rows of name, dur_ns>"
    assert repr(slow.events.select("name", "dur_ns")).splitlines()[0] == head


def test_a_console_shows_the_first_rows_as_wide_as_it_is(slow, arrow, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    head, names, *rows, more = repr(slow.ops.select("name", "count", "self_cpu_ns")).splitlines()
    assert names.split() == ["name", "count", "self_cpu_ns"]
    ops = slow.report("ops").ops.rows
    assert [row.split() for row in rows] == [
        [op.name, str(op.count), str(op.self_cpu_ns)] for op in ops[:5]
    ]
    assert more == f"… {len(ops) - 5} more rows"
    assert repr(slow.lanes.select("id")).split("\n", 1)[1].split() == ["id", *map(str, range(5))]
    names = repr(slow.kernels).splitlines()[1]
    shown = len(names.partition("…")[0].split())
    assert names.endswith(f"… {len(slow.kernels.columns) - shown} more columns")


def test_tables_of_steps_say_so(slow, fixed):
    for name in ("kernels", "ops", "idle"):
        of_steps = 'of the steady-state steps; window="whole" is all'
        assert of_steps in repr(getattr(slow, name)).splitlines()[0]
        assert "of the steady-state steps; window=&quot;whole&quot; is all" in getattr(slow, name)._repr_html_()
        assert "of the whole trace>" in repr(slow.table(name, window="whole"))
        assert name != "kernels" or "only the largest" in type(slow).idle.__doc__
    assert "steady" not in repr(slow.steps) and "steady" not in repr(slow.events)


def test_causes_of_idle_time_add_up_to_those_of_the_report(slow, duckdb):
    causes = slow.report("idle").idle.devices[0].classes_ns
    sums = ", ".join(f"sum({cause}_ns)" for cause in causes)
    assert slow.sql(f"select {sums} from idle").fetchall() == [tuple(causes.values())]


def test_columns_are_chosen_by_names_or_a_list(slow):
    assert slow.events.select(["name", "dur_ns"]).columns == ["name", "dur_ns"]
    for none in ((), ([],)):
        with pytest.raises(lanescope.Error, match="^columns: none given; use names"):
            slow.events.select(*none)


def test_a_table_becomes_a_frame_of_pandas_3(slow, pandas):
    if not hasattr(pandas.DataFrame, "from_arrow"):
        pytest.skip("pandas is older than 3")
    frame = pandas.DataFrame.from_arrow(slow.lanes)
    assert list(frame["slices"]) == slow.lanes.to_pandas()["slices"].to_list()


@pytest.mark.parametrize("name", ALL)
def test_every_table_is_sound(slow, recorded, arrow, name):
    for trace in (slow, recorded):
        table = getattr(trace, name)
        read = table.to_arrow()
        read.validate(full=True)
        assert read.column_names == table.columns
        assert read.num_rows == len(table)
        assert arrow.schema(table) == read.schema


def test_events_are_those_of_the_search(slow, arrow):
    found = slow.search("", limit=None).events
    rows = sorted(slow.events.to_arrow().to_pylist(), key=lambda row: row["id"])
    assert [row["id"] for row in rows] == sorted(event.id for event in found)
    for event in found:
        row = rows[event.id]
        assert (row["name"], row["cat"], row["dur_ns"]) == (event.name, event.cat, event.dur_ns)
        assert row["ts_ns"] + (slow.base_ns or 0) == event.start_ns
        assert (row["lane"], row["lane_name"]) == (event.lane, event.lane_name)


def test_a_kernel_leads_to_its_launch(slow, arrow):
    rows = slow.events.to_arrow().to_pylist()
    kernel = next(row for row in rows if row["cat"] == "kernel")
    assert slow.event(kernel["id"]).launch.id == kernel["parent_id"]


def test_an_arrow_leads_from_a_launch_to_its_kernel(slow, arrow):
    parents = {row["id"]: row["parent_id"] for row in slow.events.to_arrow().to_pylist()}
    ends = collections.defaultdict(dict)
    for row in slow.flows.to_arrow().to_pylist():
        if row["cat"] == "ac2g":
            ends[row["id"]][row["phase"]] = row
    pairs = [pair for pair in ends.values() if set(pair) == {"start", "end"}]
    assert len(pairs) == slow.info.flows["ac2g"].paired > 0
    for pair in pairs:
        assert parents[pair["end"]["event_id"]] == pair["start"]["event_id"]
        assert pair["start"]["ts_ns"] <= pair["end"]["ts_ns"]


@pytest.mark.parametrize("count", (5, 1), ids=("complete", "without an end"))
def test_flows_are_as_many_as_the_file_has(arrow, tmp_path, count):
    events = [
        {"ph": "X", "name": "work", "pid": 1, "tid": 1, "ts": 10 * i, "dur": 8} for i in range(4)
    ]
    arrows = [("s", 10, "a"), ("t", 20, "a"), ("f", 30, "a"), ("s", 20, "b"), ("f", 99, "b")]
    for phase, at, name in arrows[:count]:
        events.append({
            "ph": phase, "cat": "link", "name": name, "id": 7, "pid": 1, "tid": 1, "ts": at,
            **({"bp": "e"} if phase == "f" else {}),
        })  # fmt: skip
    path = tmp_path / "flows.json"
    path.write_text(json.dumps({"traceEvents": events}))
    trace = lanescope.open(path)
    rows = trace.flows.to_arrow().to_pylist()
    words = {"s": "start", "t": "step", "f": "end"}
    told = [(row["name"], row["phase"], row["ts_ns"]) for row in rows]
    assert sorted(told) == sorted((name, words[phase], 1000 * at) for phase, at, name in arrows[:count])
    assert len(rows) == trace.info.stored.flows
    assert {(row["cat"], row["id"]) for row in rows} == {("link", 7)}
    first = next(row for row in rows if (row["name"], row["phase"]) == ("a", "start"))
    assert trace.event(first["event_id"]).name == "work" and first["ts_ns"] == 10_000
    assert [row["event_id"] for row in rows if row["ts_ns"] == 99_000] == [None] * (count == 5)


def test_instants_are_events_without_a_duration(arrow):
    trace = lanescope.open(ROOT / "tests" / "traces" / "instants.json")
    rows = trace.events.to_arrow().to_pylist()
    assert len(rows) == trace.info.stored.slices + trace.info.stored.instants
    instants = rows[trace.info.stored.slices :]
    assert instants and all(row["dur_ns"] == 0 and row["parent_id"] is None for row in instants)


@pytest.mark.parametrize("name", ("kernels", "ops", "steps"))
def test_tables_of_results_have_the_rows_of_the_report(slow, arrow, name):
    report = slow.report(name)[name]
    rows = report["steps" if name == "steps" else "rows"]
    table = getattr(slow, name).to_arrow().to_pylist()
    assert len(table) == len(rows) > 0
    for row, expected in zip(table, rows):
        for key, value in expected.items():
            if isinstance(value, dict):  # "classes_ns": {"kernel": 1} is kernel_ns
                unit = key[key.rindex("_") :]
                assert {member: row[member + unit] for member in value} == value
            elif key in row and not (isinstance(value, list) and name != "kernels"):
                assert row[key] == (pytest.approx(value) if isinstance(value, float) else value), key


def test_idle_gaps_add_up_to_the_report(slow, arrow):
    device = slow.report("idle").idle.devices[0]
    table = slow.idle.to_arrow().to_pylist()
    longest = {(gap.start_ns, gap.dur_ns): gap for gap in device.longest}
    assert sum(row["dur_ns"] - row["paused_ns"] for row in table) == device.total_ns
    for name, total_ns in device.classes_ns.items():
        assert sum(row[f"{name}_ns"] for row in table) == total_ns
    told = [row for row in table if (row["start_ns"], row["dur_ns"]) in longest]
    assert len(told) == len(longest)
    for row in told:
        gap = longest[row["start_ns"], row["dur_ns"]]
        assert (row["class"], row["culprit"], row["event_id"]) == (gap["class"], gap.culprit, gap.event_id)


def test_counters_and_allocations_are_those_of_the_file(recorded, arrow):
    counters = lanescope.open(ROOT / "tests" / "traces" / "counters.json")
    lanes = [lane for lane in counters.info.lanes if lane.kind == "counter"]
    assert lanes and len(counters.counters) == sum(lane.samples for lane in lanes)
    memory = recorded.info.memory
    rows = recorded.allocations.to_arrow().to_pylist()
    assert len(rows) == sum(device.events for device in memory) > 0
    assert max(row["allocated_bytes"] for row in rows) == max(
        device.peak_allocated_bytes for device in memory
    )
    event = recorded.event(rows[0]["event_id"])
    assert event.args["Bytes"] == rows[0]["change_bytes"]


@pytest.fixture(scope="module")
def long(tmp_path_factory):
    """A trace whose first thread has too many events for anybody to copy them, and one with few."""
    events = [
        {"ph": "X", "cat": "cpu_op", "name": f"op{i % 7}", "pid": 1, "tid": thread, "ts": i, "dur": 0.5}
        for thread, count in ((1, 20_000), (2, 50))
        for i in range(count)
    ]
    path = tmp_path_factory.mktemp("long") / "long.json"
    path.write_text(json.dumps({"traceEvents": events}))
    return lanescope.open(path)


def test_columns_of_the_store_are_not_copied(long, arrow):
    columns = ("ts_ns", "dur_ns", "name", "cat")
    first, second = (long.events.select(*columns).to_arrow() for _ in range(2))
    for name in columns:
        chunks = [table[name].chunk(0) for table in (first, second)]
        if name in ("name", "cat"):
            chunks = [chunk.indices for chunk in chunks]
        assert len(chunks[0]) == 20_000
        assert len({chunk.buffers()[1].address for chunk in chunks}) == 1, name


def test_lanes_and_categories_may_share_a_name(arrow, pandas, tmp_path):
    named = [
        {"ph": "M", "name": "thread_name", "pid": 1, "tid": tid, "args": {"name": "worker"}}
        for tid in (1, 2)
    ]
    events = [
        {"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 1, "cat": ""},
        {"ph": "X", "name": "b", "pid": 1, "tid": 2, "ts": 1, "dur": 1},
        {"ph": "X", "name": "c", "pid": 1, "tid": 2, "ts": 5, "dur": 1, "cat": "cpu_op"},
    ]
    path = tmp_path / "alike.json"
    path.write_text(json.dumps({"traceEvents": named + events}))
    trace = lanescope.open(path)
    table = trace.events.to_arrow()
    table.validate(full=True)
    rows = {row["name"]: row for row in table.to_pylist()}
    assert (rows["a"]["cat"], rows["b"]["cat"], rows["c"]["cat"]) == (None, None, "cpu_op")
    assert rows["a"]["lane"] != rows["b"]["lane"]
    assert rows["a"]["lane_name"] == trace.search("a").events[0].lane_name
    assert trace.events.to_pandas()["cat"].isna().tolist().count(True) == 2


def test_small_lanes_are_handed_over_together(long, slow, arrow):
    assert [len(batch) for batch in long.events.to_arrow().to_batches()] == [20_000, 50]
    assert slow.events.to_arrow()["name"].num_chunks < len(slow.lanes)
    assert long.events.to_arrow()["name"].to_pylist()[-1] == "op0"


def test_a_stream_that_nobody_reads_is_released(slow):
    for _ in range(100):
        slow.events.__arrow_c_stream__()
        slow.events.__arrow_c_schema__()
    gc.collect()


def test_pandas_gets_categories_and_whole_nanoseconds(slow, pandas):
    frame = slow.events.to_pandas()
    assert list(frame.columns) == slow.events.columns
    assert isinstance(frame["name"].dtype, pandas.CategoricalDtype)
    assert frame["ts_ns"].dtype == "int64"
    assert frame["parent_id"].dtype == "UInt32"
    kernels = frame[frame["cat"] == "kernel"]
    assert kernels["dur_ns"].sum() == slow.search("cat:kernel", limit=0).total_dur_ns


def test_polars_reads_every_table(slow, polars):
    for name in ALL:
        table = getattr(slow, name)
        frame = table.to_polars()
        assert frame.columns == table.columns and frame.height == len(table)
    events = slow.events.to_polars()
    kernels = events.filter(polars.col("cat").cast(polars.String) == "kernel")
    assert kernels["dur_ns"].sum() == slow.search("cat:kernel", limit=0).total_dur_ns


def test_a_polars_that_loses_rows_is_told(slow, polars, monkeypatch):
    monkeypatch.setattr(polars, "__version__", "1.9.0")
    with pytest.raises(lanescope.Error) as error:
        slow.events.to_polars()
    assert str(error.value) == "polars 1.9.0 reads only the first rows; pip install -U 'lanescope[polars]'"


def test_duckdb_asks_in_sql(slow, duckdb):
    events = slow.events  # found by its name
    total = duckdb.sql("select sum(dur_ns) from events where cat = 'kernel'").fetchall()[0][0]
    assert events is not None
    assert total == slow.search("cat:kernel", limit=0).total_dur_ns


def test_a_trace_is_asked_in_sql(slow, duckdb):
    total = slow.sql("select sum(dur_ns) from events where cat = 'kernel'").fetchall()[0][0]
    assert total == slow.search("cat:kernel", limit=0).total_dur_ns
    answer = slow.sql("""
        select lanes.stream, count(*) from EVENTS join lanes on events.lane = lanes.id
        where cat = 'kernel' group by all order by all""")
    gc.collect()
    rows = answer.fetchall()
    assert sum(count for _, count in rows) == slow.search("cat:kernel", limit=0).count
    slowest = slow.sql("select name, dur_ns from steps order by dur_ns desc limit 1").fetchall()
    assert slowest[0][1] == max(step.dur_ns for step in slow.report("steps").steps.steps)
    with pytest.raises(duckdb.Error):
        slow.sql("select nothing from events").fetchall()


def test_parquet_keeps_everything(slow, arrow, tmp_path):
    import pyarrow.parquet

    slow.events.to_parquet(tmp_path / "events.parquet")
    read = pyarrow.parquet.read_table(tmp_path / "events.parquet")
    assert read.select(["id", "ts_ns", "dur_ns"]) == slow.events.select("id", "ts_ns", "dur_ns").to_arrow()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is always full")
def test_what_is_there_stays_where_a_parquet_file_cannot_be_written(slow, tmp_path):
    pytest.importorskip("pyarrow")
    full = tmp_path / "full.parquet"
    full.symlink_to("/dev/full")
    with pytest.raises(OSError):
        slow.kernels.to_parquet(full)
    assert full.is_symlink() and os.path.exists("/dev/full")
    kept = tmp_path / "kept.parquet"
    kept.write_text("kept")
    (tmp_path / "kept.parquet.part").mkdir()
    with pytest.raises(OSError):
        slow.kernels.to_parquet(kept)
    assert kept.read_text() == "kept"


@pytest.mark.parametrize(
    "package, extra, method",
    [("polars", "polars", "to_polars"), ("pyarrow", "arrow", "to_arrow"), ("pandas", "pandas", "to_pandas"), ("duckdb", "sql", None)],
)
def test_a_missing_package_is_told_with_its_extra(slow, monkeypatch, package, extra, method):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(lanescope.Error) as error:
        getattr(slow.events, method)() if method else slow.sql("select 1")
    assert str(error.value) == f"{package} is not installed; pip install 'lanescope[{extra}]'"
    assert isinstance(error.value, ImportError)
