"""Opening: errors, damaged traces, threads, Ctrl+C, files that are gone."""

import fcntl
import gzip
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import termios
import threading

import pytest

import lanescope
from conftest import EXAMPLES, ROOT, other_python

TRACES = ROOT / "tests" / "traces"


def test_a_trace_says_what_it_is(slow):
    assert repr(slow).startswith("<lanescope.Trace ")
    assert "generated-gpt-slow.json.gz: " in repr(slow)
    assert " events, " in repr(slow)


def test_errors_are_the_lines_of_the_command_line(command, tmp_path):
    for path in (tmp_path / "missing.json", TRACES / "not_a_trace.json", tmp_path):
        with pytest.raises(lanescope.Error) as error:
            lanescope.open(path)
        assert f"lanescope: {error.value}\n" == command("info", path)[1]
        assert "\n" not in str(error.value)


def test_wrong_arguments_say_what_is_accepted(slow):
    wrong = {
        "names: unknown analysis 'opps'": lambda: slow.report("opps"),
        "window: 'all' is not a window": lambda: slow.report("ops", window="all"),
        "group_by: 'size' is not a grouping": lambda: slow.report("ops", group_by="size"),
        "there is no GPU 7": lambda: slow.report("ops", device=7),
        "no event has the id 4000000000": lambda: slow.event(4_000_000_000),
        "no event has the id -1": lambda: slow.event(-1),
        "table: there is no table 'flaws'": lambda: slow.table("flaws"),
        "colour: is not a column": lambda: slow.events.select("colour"),
        "expression: ": lambda: slow.search("/(/"),
        "by: 'layer' is not a level": lambda: lanescope.compare(slow, slow, by="layer"),
    }
    for message, call in wrong.items():
        with pytest.raises(lanescope.Error) as error:
            call()
        assert message in str(error.value)


def test_a_damaged_trace_opens_and_tells_what_is_lost():
    trace = lanescope.open(TRACES / "cut_off.json")
    assert trace.load_report.kept > 0
    assert trace.load_report.issues
    assert not trace.info.complete
    assert trace.load_report.issues[0].what in repr(trace.load_report)


def test_a_trace_outlives_its_file(slow, tmp_path):
    path = tmp_path / "run.json.gz"
    shutil.copy(EXAMPLES / "generated-gpt-slow.json.gz", path)
    trace = lanescope.open(path)
    path.unlink()
    kernels = trace.search("cat:kernel")
    assert kernels == slow.search("cat:kernel")
    assert len(trace.events) == len(slow.events) > kernels.count
    assert trace.report("idle").idle == slow.report("idle").idle
    assert trace.findings() == slow.findings()
    assert trace.event(kernels.events[0].id) == slow.event(kernels.events[0].id)
    assert lanescope.compare(slow, trace).headline.delta_ns == 0


def test_a_changed_file_is_told(tmp_path):
    path = tmp_path / "run.json"
    path.write_bytes(gzip.open(EXAMPLES / "generated-gpt-slow.json.gz").read())
    trace = lanescope.open(path)
    kernel = trace.search("cat:kernel").events[0].id
    path.write_text("{}")
    with pytest.raises(lanescope.Error, match="changed .*; open it again$"):
        trace.event(kernel)
    with pytest.raises(lanescope.Error, match="changed .*; open it again$"):
        trace.report("idle")


def test_a_closed_trace_says_so_and_its_tables_stay(slow, arrow):
    with lanescope.open_trace(slow.path) as trace:
        events, kernels, findings = trace.events, trace.kernels, trace.findings()
    assert repr(trace) == f"<lanescope.Trace {slow.path}: closed>"
    assert "closed" in trace._repr_html_()
    for ask in (lambda: trace.info, lambda: trace.report("idle"), lambda: lanescope.compare(trace, slow)):
        with pytest.raises(lanescope.Error, match=": the trace is closed; open it again$"):
            ask()
    trace.close()
    assert events.to_arrow().num_rows == len(slow.events)
    assert repr(kernels) and kernels._repr_html_() and repr(findings)


def test_two_threads_open_and_ask_at_once(slow, fixed):
    answers = {}

    def ask(name):
        trace = lanescope.open(EXAMPLES / f"generated-gpt-{name}.json.gz")
        answers[name] = trace.report(["ops", "idle", "kernels"])

    threads = [threading.Thread(target=ask, args=(name,)) for name in ("slow", "fixed")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers["slow"].idle == slow.report("idle").idle
    assert answers["fixed"].idle == fixed.report("idle").idle


def test_several_threads_ask_one_trace(slow):
    expected = slow.report(["ops", "kernels"])
    reports = []
    threads = [
        threading.Thread(target=lambda: reports.append(slow.report(["ops", "kernels"])))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert reports == [expected] * 4


def test_other_threads_run_while_a_trace_loads(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    opened = []
    loading = threading.Thread(target=lambda: opened.append(lanescope.open(pipe)))
    loading.start()
    event = {"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2}
    pipe.write_text(json.dumps({"traceEvents": [event]}))  # which needs this thread
    loading.join(60)
    assert opened[0].search("a").count == 1


SCRIPT = """
import lanescope, sys
try:
    print("opening", flush=True)
    lanescope.open(sys.argv[1], progress=sys.argv[2] == "progress")
    print("opened")
except KeyboardInterrupt:
    print("interrupted")
"""


def start(path, word, **streams):
    """Another Python that opens the file."""
    child = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(path), word],
        stdout=subprocess.PIPE,
        text=True,
        env=other_python(TERM="xterm"),
        **streams,
    )
    assert child.stdout.readline() == "opening\n"
    return child


def test_ctrl_c_ends_a_load(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    child = start(pipe, "silent")
    writer = os.open(pipe, os.O_WRONLY)  # waits until the load reads
    child.send_signal(signal.SIGINT)
    output = child.communicate(timeout=60)[0]
    os.close(writer)
    assert output == "interrupted\n"
    assert child.returncode == 0


@pytest.mark.parametrize("word", ("progress", "silent"))
def test_progress_is_shown_on_a_terminal_if_wanted(tmp_path, word):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    terminal, program_side = os.openpty()
    fcntl.ioctl(program_side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 120, 0, 0))
    child = start(pipe, word, stderr=program_side)
    os.close(program_side)
    shown = b""
    if word == "progress":
        while b"waiting for data" not in shown:
            shown += os.read(terminal, 4096)
    pipe.write_text(json.dumps({"traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2}]}))
    assert child.communicate(timeout=60)[0] == "opened\n"
    try:
        shown += os.read(terminal, 4096)
    except OSError:  # the other side is closed and has written nothing
        pass
    os.close(terminal)
    assert (shown != b"") == (word == "progress")


def test_the_steps_are_the_ranges_that_are_named(command, tmp_path):
    ranges = [
        {"ph": "X", "cat": "user_annotation", "name": f"batch {i}", "pid": 1, "tid": 1, "ts": 10 * i, "dur": 9}
        for i in range(3)
    ]
    path = tmp_path / "batches.json"
    path.write_text(json.dumps({"traceEvents": ranges}))
    assert not lanescope.open(path).info.steps
    named = lanescope.open(path, steps="batch *")
    assert [step.name for step in named.info.steps] == ["batch 0", "batch 1", "batch 2"]
    assert named.info.steps_named == "batch *" and named.info.steps_chosen
    with pytest.raises(lanescope.Error) as error:
        lanescope.open(path, steps="step *")
    assert str(error.value).endswith("has no range named 'step *'; these repeat: 'batch *' (3 times)")
    assert f"lanescope: {error.value}\n" == command("info", path, "--steps", "step *")[1]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names of files are bytes")
def test_names_that_are_no_text_are_those_of_os_fsdecode(tmp_path):
    packed = (EXAMPLES / "generated-gpt-slow.json.gz").read_bytes()
    paths = [os.fsencode(tmp_path) + name for name in (b"/a\xff.json.gz", b"/b.json.gz")]
    for path in paths:
        with open(path, "wb") as file:
            file.write(packed)
    for path in (paths[0], os.fsdecode(paths[0])):
        trace = lanescope.open(path)
        assert os.fsencode(trace.path) == paths[0]
        assert repr(trace).encode().startswith(b"<lanescope.Trace ")
        assert trace.report("kernels").kernels.rows and trace.event(1).id == 1
    ranks = lanescope.open(os.fsencode(tmp_path))
    assert [*map(os.fsencode, ranks.paths)] == paths
    assert len(ranks.report("gpu_time").traces) == 2 and ranks[0].path == ranks.paths[0]
    with pytest.raises(lanescope.Error, match="no such file"):
        lanescope.open(tmp_path / "\udcfe.json")


def test_numbers_that_are_none_of_64_bits_are_told_in_one_line(slow):
    large = 1 << 63
    calls = [
        lambda: slow.event(large),
        lambda: slow.event(3.7),
        lambda: slow.event(float("inf")),
        lambda: slow.search("", limit=large),
        lambda: slow.search("", offset=-large - 1),
        lambda: slow.report("kernels", device=large),
        lambda: slow.findings(device=large),
        lambda: slow.table("kernels", device=large),
        lambda: lanescope.compare(slow, slow, step=10**5000),
        lambda: slow.svg(range=(0, float("inf"))),
    ]
    for call in calls:
        with pytest.raises(lanescope.Error) as error:
            call()
        assert "\n" not in str(error.value)
    assert slow.event(3.0) == slow.event(3)


def test_a_subinterpreter_is_refused_and_breaks_nothing():
    script = """
import lanescope, sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
for legacy in (True, False):
    new = sys.version_info >= (3, 13)
    other = interpreters.create("legacy" if legacy else "isolated") if new else interpreters.create(isolated=not legacy)
    try:
        failed = interpreters.run_string(other, "import lanescope")
    except interpreters.RunFailedError as error:
        failed = error
    assert "subinterpreter" in str(failed), failed
print(lanescope.open(sys.argv[1], progress=False).info.events.total > 0)
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(EXAMPLES / "generated-gpt-slow.json.gz")],
        capture_output=True,
        text=True,
        env=other_python(),
    )
    assert done.stdout == "True\n", done.stderr
