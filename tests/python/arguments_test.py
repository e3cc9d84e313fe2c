"""What can be passed, and what is said of what cannot: one line without the words of the module in C++."""

import pytest

import lanescope
from lanescope import _native


def test_a_window_is_two_times_or_what_has_them(slow):
    step = slow.info.steps[1]
    end_ns = step.start_ns + step.dur_ns
    expected = slow.report("gpu_time", window=f"{step.start_ns}:{end_ns}")
    for window in (step, (step.start_ns, end_ns), [step.start_ns, end_ns], dict(step)):
        assert slow.report("gpu_time", window=window) == expected
        assert slow.findings(window) == slow.findings(f"{step.start_ns}:{end_ns}")
    assert slow.table("kernels", window=step).columns == slow.kernels.columns
    assert slow.report("gpu_time", window=(0, 10**7)) == slow.report("gpu_time", window="0:10ms")


def test_a_window_from_0_is_absolute_where_times_are(tmp_path):
    path = tmp_path / "run.json"
    event = '{"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": %d, "dur": 2}'
    path.write_text(f'{{"traceEvents": [{event % 1000}, {event % 2000}]}}')
    trace = lanescope.open(path)
    assert trace.base_ns is None
    assert trace.report("kernels", window=(0, 1_500_000)).window.end_ns == 1_500_000


def test_an_event_is_its_id_or_what_was_found(slow, pandas):
    found = slow.search("cat:kernel", limit=1).events[0]
    frame = slow.events.select("id", "name").to_pandas()
    expected = slow.event(found.id)
    assert slow.event(found) == slow.event(expected) == slow.event(float(found.id)) == expected
    assert slow.event(frame["id"][found.id]) == expected
    assert slow.event(slow.report("idle").idle.devices[0].culprits[0])


def test_the_longest_events_come_first_if_asked_so(slow):
    all_of_them = slow.search("cat:kernel", limit=None)
    expected = sorted(all_of_them.events, key=lambda event: -event.dur_ns)
    assert slow.search("cat:kernel", order="duration", limit=10).events == expected[:10]
    assert slow.search("cat:kernel", order="duration", limit=10, offset=5).events == expected[5:15]
    assert slow.search("cat:kernel", order="duration", limit=None).events == expected
    assert slow.search("cat:kernel", order="duration", limit=0).count == len(expected)
    everything = slow.search("", limit=None).events  # more than are listed at once
    longest = sorted(everything, key=lambda event: -event.dur_ns)
    assert slow.search("", order="duration", limit=300, offset=20).events == longest[20:320]


def test_a_search_says_what_it_lists(slow):
    by_time = slow.search("cat:kernel")
    assert len(by_time.events) == 1000 < by_time.count
    for shown in (repr(by_time).splitlines()[0], by_time._repr_html_()):
        assert "summed; events lists 1–1,000, by time" in shown
    longest = slow.search("cat:kernel", order="duration", limit=3, offset=2)
    assert repr(longest).splitlines()[0].endswith("; events lists 3–5, longest first")
    assert repr(slow.search("cat:kernel", 0)).splitlines()[0].endswith("; events lists none, by time")
    assert "lists" not in repr(slow.search("cat:kernel", limit=None))


def test_wrong_arguments_are_told_in_one_plain_line(slow, fixed):
    class Lines:
        def __repr__(self):
            return "several\nlines"

    wrong = {
        "path: 3 is not a path; use a file, a folder or a list of files": lambda: lanescope.open(3),
        "path: 3 is not a path; use a str": lambda: lanescope.open(["a", 3]),
        "path: None is not a path": lambda: lanescope.open_trace(None),
        "steps: 3 is not a text": lambda: lanescope.open(slow.path, steps=3),
        "a: 3 is not a path": lambda: lanescope.compare(3, slow),
        "by: 3 is not a text": lambda: lanescope.compare(slow, fixed, by=3),
        "step: 'a' is not the number of a step": lambda: lanescope.compare(slow, fixed, step="a"),
        "gates: 3 is not a name": lambda: lanescope.compare(slow, fixed, gates=3),
        "names: 5 is not a name": lambda: slow.report([5]),
        "window: 5 cannot be used; use ": lambda: slow.report("idle", window=5),
        "window: several lines cannot be used": lambda: slow.report("idle", window=Lines()),
        "window: {'start_ns': 3} cannot be used": lambda: slow.findings({"start_ns": 3}),
        "window: '\\ud800' cannot be used": lambda: slow.report("idle", window="\ud800"),
        "device: '0' is not the number of a GPU; use ": lambda: slow.report("idle", device="0"),
        "group_by: ['shape'] is not a text": lambda: slow.report("ops", group_by=["shape"]),
        "thresholds: 5 cannot be used; use names with values": lambda: slow.report(thresholds=5),
        "thresholds: unknown threshold 'tiny_kernels'; did you mean tiny_kernel?": lambda: slow.findings(
            thresholds={"tiny_kernels": 1}
        ),
        "thresholds: 'a' is not a valid tiny_kernel; use a time": lambda: slow.findings(
            thresholds={"tiny_kernel": "a"}
        ),
        "gpu_peaks: 5 cannot be used; use a file, or entries": lambda: slow.report(gpu_peaks=5),
        "gpu_peaks: [{1}] cannot be used": lambda: slow.report(gpu_peaks=[{1}]),
        "gpu_peaks: missing.json: ": lambda: slow.report(gpu_peaks="missing.json"),
        "gpu_peaks: ": lambda: slow.report(gpu_peaks=[{"gpu": 5}]),
        "table: 3 is not a text": lambda: slow.table(3),
        "columns: 3 is not a name": lambda: slow.events.select(3),
        "id: no event has the id 1000": lambda: slow.event(10**30),
        "id: '5' is not the id of an event": lambda: slow.event("5"),
        "id: None is not the id": lambda: slow.event(None),
        "id: 0.5 is not the id": lambda: slow.event(0.5),
        "no event has the id -1; search() finds events": lambda: slow.event(-1),
        "limit: -1 is not a count; use 0 or": lambda: slow.search("a", limit=-1),
        "offset: -1 is not a count": lambda: slow.search("a", offset=-1),
        "limit: 'a' is not a count": lambda: slow.search("a", limit="a"),
        "order: 'size' is unknown; use time or duration": lambda: slow.search("a", order="size"),
        "expression: 3 is not a text": lambda: slow.search(3),
        "query: 3 is not a text": lambda: slow.sql(3),
        "range: 5 cannot be used": lambda: slow.picture(range=5),
        "path: 5 is not a path": lambda: slow.picture(5),
        "path: 'a\\x00b' is not a path": lambda: slow.svg("a\0b"),
        "select: '\\ud800' is not a text": lambda: slow.picture(select="\ud800"),
        "tab: 5 is not a text": lambda: slow.show(tab=5, window=True),
        "path: None is not a path": lambda: slow.events.to_parquet(None),
        "path: 5 is not a path; use a str": lambda: lanescope.capture(5).__enter__(),
        "sample: 5 is not a text": lambda: lanescope.capture("a.lanes", sample=5).__enter__(),
        "nowhere: no such file; check the path": lambda: lanescope.open_ranks("nowhere"),
        "names: 'idle\\ud800' is not a name": lambda: slow.report("idle\ud800"),
        "thresholds: '\\ud800=1' is not a text": lambda: slow.report(thresholds={"\ud800": 1}),
        "gpu_peaks: '' cannot be used": lambda: slow.report(gpu_peaks=""),
    }
    for message, call in wrong.items():
        with pytest.raises(lanescope.Error) as error:
            call()
        assert message in str(error.value) and "\n" not in str(error.value)
        assert "`lanescope" not in str(error.value) and "--" not in str(error.value)


def test_a_missing_value_of_pandas_is_no_event(slow, pandas):
    with pytest.raises(lanescope.Error, match="^id: <NA> is not the id of an event; use an integer"):
        slow.event(pandas.NA)


def test_texts_name_functions_instead_of_options(slow, tmp_path):
    path = tmp_path / "run.json"
    path.write_text('{"traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2}]}')
    with pytest.raises(lanescope.Error, match='has no ProfilerStep ranges; use window="whole"$'):
        lanescope.open(path).report("ops", window="steps")
    report = slow.report()
    assert "; see --json" in slow._native.report([], _native.Query(), json=False)  # what is replaced
    texts = (
        repr(report),
        report._repr_html_(),
        repr(slow.findings()),
        repr(lanescope.compare(slow, slow)),
    )
    for text in texts:
        assert "--json" not in text and "--window" not in text


def test_a_handler_is_refused_a_file_before_anything_is_recorded(tmp_path):
    (tmp_path / "afile").touch()
    with pytest.raises(lanescope.Error, match="afile: is not a folder; traces are written into one$"):
        lanescope.trace_handler(tmp_path / "afile")


def test_summaries_of_nothing_say_what_is_not_there(tmp_path):
    with pytest.raises(lanescope.Error, match="nodir: no such file or folder$"):
        lanescope.fleet.summarize(tmp_path / "nodir", tmp_path / "out")
    with pytest.raises(lanescope.Error, match="there is no trace$"):
        lanescope.fleet.summarize(tmp_path / "*.json", tmp_path / "out")


def test_sql_lists_the_tables(slow, duckdb):
    assert [name for (name,) in slow.sql("show tables").fetchall()] == sorted(
        lanescope._native.table_names().split(", ")
    )
    listed = "select table_name from information_schema.tables"
    assert {"events", "idle"} <= {name for (name,) in slow.sql(listed).fetchall()}
