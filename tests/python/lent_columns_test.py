"""Columns that are lent, and those that are made: who shares them, and how long they live."""

import gc
import json
import threading

import pytest

import lanescope
from conftest import ALL, EXAMPLES


@pytest.fixture(scope="module")
def longer(tmp_path_factory):
    """A trace whose lanes have more events than a batch, many, and few; and many instants."""
    slices = [
        {"ph": "X", "cat": "cpu_op", "name": f"op{i % 7}", "pid": 1, "tid": thread, "ts": i, "dur": 0.5}
        for thread, count in ((1, 40_000), (2, 5_000), (3, 50), (4, 60))
        for i in range(count)
    ]
    instants = [
        {"ph": "i", "s": "t", "cat": "mark", "name": f"mark{i % 3}", "pid": 1, "tid": thread, "ts": i}
        for thread, count in ((1, 40_000), (5, 7), (6, 8))
        for i in range(count)
    ]
    path = tmp_path_factory.mktemp("longer") / "longer.json"
    path.write_text(json.dumps({"traceEvents": slices + instants}))
    return lanescope.open(path)


def addresses(table, name):
    return [chunk.buffers()[1].address for chunk in table[name].chunks]


def test_only_small_lanes_are_copied_together(longer, arrow):
    table = longer.events.to_arrow()
    table.validate(full=True)
    assert [len(batch) for batch in table.to_batches()] == [
        32_768,
        7_232,
        5_000,
        110,
        32_768,
        7_232,
        15,
    ]
    assert table["id"].to_pylist() == list(range(len(longer.events)))


def test_batches_of_a_lane_share_its_number(longer, arrow):
    table = longer.events.to_arrow()
    for name in ("lane", "lane_name"):
        indices = (
            table
            if name == "lane"
            else {name: arrow.chunked_array([c.indices for c in table[name].chunks])}
        )
        of_slices, rest, *_ = addresses(indices, name)
        assert of_slices == rest, name


def test_instants_of_many_batches_are_those_of_the_file(longer, arrow):
    rows = [row for row in longer.events.to_arrow().to_pylist() if row["cat"] == "mark"]
    assert len(rows) == 40_015
    assert all((row["dur_ns"], row["parent_id"]) == (0, None) for row in rows)
    lanes = [row["id"] for row in longer.lanes.to_arrow().to_pylist() if row["thread"] in ("5", "6")]
    assert [sum(row["lane"] == lane for row in rows) for lane in lanes] == [7, 8]
    last = longer.event(rows[-1]["id"])
    assert (last.name, last.lane, last.start_ns) == (rows[-1]["name"], rows[-1]["lane"], 7_000)


def test_what_is_made_is_shared_by_all_who_hold_it(longer, arrow):
    first = longer.events.to_arrow()
    second = longer.events.select("lane", "id").to_arrow()
    assert addresses(first, "id") == addresses(second, "id")
    assert first["name"].chunk(0).dictionary.buffers()[1].address == (
        longer.events.select("name").to_arrow()["name"].chunk(0).dictionary.buffers()[1].address
    )
    ids = first["id"].slice(5, 3)
    del first, second
    gc.collect()
    assert ids.to_pylist() == [5, 6, 7]
    assert longer.events.to_arrow()["id"].to_pylist()[5:8] == [5, 6, 7]


def test_a_table_outlives_its_trace(arrow):
    trace = lanescope.open(EXAMPLES / "generated-gpt-fixed.json.gz")
    expected = trace.search("cat:kernel", limit=0).total_dur_ns
    table = trace.events
    read = table.to_arrow()
    del trace, table
    gc.collect()
    kernels = [row for row in read.to_pylist() if row["cat"] == "kernel"]
    assert sum(row["dur_ns"] for row in kernels) == expected


def test_a_stream_is_read_when_its_trace_is_gone(arrow):
    trace = lanescope.open(EXAMPLES / "generated-gpt-fixed.json.gz")
    expected = {name: trace.table(name).to_arrow() for name in ALL}
    readers = {name: arrow.RecordBatchReader.from_stream(trace.table(name)) for name in ALL}
    del trace
    gc.collect()
    assert {name: reader.read_all() for name, reader in readers.items()} == expected


@pytest.mark.parametrize("name", ("events", "flows", "counters", "allocations"))
def test_lent_names_are_those_that_polars_makes(slow, polars, name):
    if not hasattr(polars, "Categories"):
        pytest.skip("this polars has no categories of its own")
    table = slow.table(name)
    made, lent = table.to_polars(), table.to_polars(lend_names=True)
    assert lent.columns == made.columns and lent.height == made.height
    kinds = {column: isinstance(made[column].dtype, polars.Categorical) for column in made.columns}
    assert {column: isinstance(lent[column].dtype, polars.Categorical) for column in kinds} == kinds
    names = [column for column, is_name in kinds.items() if is_name]
    as_texts = [polars.col(column).cast(polars.String) for column in names]
    assert lent.with_columns(as_texts).equals(made.with_columns(as_texts), null_equal=True)


def test_lent_names_are_the_memory_of_the_trace(longer, polars, arrow):
    if not hasattr(polars, "Categories"):
        pytest.skip("this polars has no categories of its own")
    held = longer.events.to_arrow()["name"].chunks
    stored = [chunk.indices.buffers()[1].address for chunk in held]
    lent = longer.events.select("name").to_polars(lend_names=True)["name"].to_physical()
    assert [chunk.to_arrow().buffers()[1].address for chunk in lent.get_chunks()] == stored


def test_lent_names_outlive_their_trace(polars):
    trace = lanescope.open(EXAMPLES / "generated-gpt-fixed.json.gz")
    expected = trace.search("cat:kernel", limit=0).count
    frame = trace.events.to_polars(lend_names=True)
    del trace
    gc.collect()
    kernels = frame.filter(polars.col("cat") == "kernel")
    assert len(kernels) == expected
    assert "ncclDevKernel_AllReduce_Sum_bf16_RING_LL" in "".join(kernels["name"].unique().to_list())


def test_several_threads_read_one_table(longer, arrow):
    expected = longer.events.to_arrow()
    table, read = longer.events, []
    threads = [threading.Thread(target=lambda: read.append(table.to_arrow())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(one == expected for one in read) and len(read) == 4


def test_counters_of_many_samples_keep_their_names(arrow, polars, duckdb, tmp_path):
    samples = [
        {"ph": "C", "name": name, "pid": 1, "ts": i, "args": {"value": i % 5}}
        for name, count in (("memory", 40_000), ("power", 3))
        for i in range(count)
    ]
    path = tmp_path / "counters.json"
    path.write_text(json.dumps({"traceEvents": samples}))
    counters = lanescope.open(path).counters
    table = counters.to_arrow()
    table.validate(full=True)
    assert [len(batch) for batch in table.to_batches()] == [32_768, 7_232, 3]
    names = table["name"].to_pylist()
    assert names == ["memory"] * 40_000 + ["power"] * 3
    assert counters.to_polars()["name"].cast(polars.String).to_list() == names
    by_name = duckdb.sql("select name, count(*), max(value) from counters group by name order by name")
    assert by_name.fetchall() == [("memory", 40_000, 4), ("power", 3, 2)]
