"""Ctrl+C ends what takes long, and all stays usable."""

import json
import subprocess
import sys

import pytest

import lanescope
from conftest import other_python

# The first handler does not end the call: only a call that looks for signals while it works can run it
# twice. One that is done within 0.2 s needs no Ctrl+C.
SCRIPT = """
import lanescope, os, signal, sys, threading, time

trace = lanescope.open(sys.argv[1], progress=False)
call = eval("lambda: " + sys.argv[2])
handled, ended = [], threading.Event()

def handle(number, frame):
    handled.append(number)
    if len(handled) == 2:
        ended.set()
        raise KeyboardInterrupt

def press():
    while not ended.wait(0.01):
        os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, handle)
pressing = threading.Thread(target=press)
pressing.start()
begun = time.monotonic()
try:
    call()
    ended.set()
    said = "interrupted" if time.monotonic() - begun < 0.2 else "not interrupted"
except KeyboardInterrupt:
    said = "interrupted"
pressing.join()
signal.signal(signal.SIGINT, signal.SIG_IGN)
print(said)
print(trace.search("arg.correlation:7", limit=0).count, len(trace.report("kernels").kernels.rows))
"""


@pytest.fixture(scope="module")
def busy(tmp_path_factory):
    """A trace whose analyses take a while."""
    events = []
    for i in range(50_000):
        events += [
            {"ph": "X", "cat": "cpu_op", "name": f"op{i % 50}", "pid": 1, "tid": 1, "ts": 20 * i, "dur": 9},
            {
                "ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1,
                "ts": 20 * i + 1, "dur": 3, "args": {"correlation": i + 1},
            },
            {
                "ph": "X", "cat": "kernel", "name": f"kernel{i % 20}", "pid": 0, "tid": 7,
                "ts": 20 * i + 6, "dur": 8, "args": {"correlation": i + 1, "device": 0, "stream": 7},
            },
        ]  # fmt: skip
    path = tmp_path_factory.mktemp("busy") / "busy.json"
    path.write_text(json.dumps({"traceEvents": events}))
    return path


ANOTHER_THREAD = """
def ask():
    answers.append(trace.report(window="whole"))

answers = []
asking = threading.Thread(target=ask)
asking.start()
"""


@pytest.mark.parametrize(
    "call",
    (
        "trace.report()",
        "trace.report(window='whole').kernels",
        "trace.findings()",
        "trace.search('arg.correlation:7', limit=0)",
        "trace.idle",
        "lanescope.compare(trace, trace)",
        "lanescope.open([sys.argv[1]] * 2, progress=False).report()",
    ),
)
def test_ctrl_c_ends_what_takes_long(busy, call):
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(busy), call],
        capture_output=True, text=True, timeout=300, env=other_python(),
    )  # fmt: skip
    assert (ran.stderr, ran.returncode) == ("", 0)
    assert ran.stdout == "interrupted\n2 20\n"


def test_a_process_that_is_forked_after_ctrl_c_ends(busy):
    fork = "\nchild = os.fork()\nif child == 0: sys.exit(3)\nprint(os.waitpid(child, 0)[1] >> 8)"
    script = SCRIPT[: SCRIPT.index("print(trace.search")] + fork
    ran = subprocess.run(
        [sys.executable, "-c", script, str(busy), "lanescope.compare(trace, trace)"],
        capture_output=True, text=True, timeout=60, env=other_python(),
    )  # fmt: skip
    assert ran.stdout.splitlines()[-1] == "3", ran.stderr


def interrupted_and_asked(busy, ask):
    """What Python says when its report was interrupted: the lines, of which the last one is JSON."""
    before, after = SCRIPT.split("signal.signal(signal.SIGINT, handle)")
    script = f"import json\n{before}{ask}signal.signal(signal.SIGINT, handle){after}"
    if ask:
        script += "asking.join()\nprint(json.dumps(answers[0]))"
    else:
        script += "print(json.dumps(trace.report(window='whole')))"
    ran = subprocess.run(
        [sys.executable, "-c", script, str(busy), "trace.report(window='whole')"],
        capture_output=True, text=True, timeout=300, env=other_python(),
    )  # fmt: skip
    assert (ran.stderr, ran.returncode) == ("", 0)
    return ran.stdout.splitlines()


@pytest.mark.parametrize("ask", ("", ANOTHER_THREAD), ids=("afterwards", "by another thread"))
def test_a_report_is_complete_although_one_was_interrupted(busy, ask):
    said = interrupted_and_asked(busy, ask)
    assert said[0] == "interrupted"
    assert json.loads(said[-1]) == lanescope.open(busy, progress=False).report(window="whole")
