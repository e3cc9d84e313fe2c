"""What Python does to its process: it ends while daemon threads work, and it forks."""

import subprocess
import sys

import pytest

from conftest import EXAMPLES, other_python

SLOW = EXAMPLES / "generated-gpt-slow.json.gz"

ENDS = """
import atexit, lanescope, sys, threading, time

path, again = sys.argv[1], int(sys.argv[3])
trace = lanescope.open(path, progress=False)
# Python itself does not always close what its threads could still use.
atexit.register(lambda: print("end", file=log, flush=True))
log = open(sys.argv[4], "w")

def work():
    while True:
        eval(sys.argv[2])

for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.05 * again)
log.write("important\\n")
sys.stdout.write("done\\n")
"""

CALLS = {
    "open": "lanescope.open(path, progress=False)",
    "report": "trace.report(window=f'0ms:{time.monotonic_ns() % 40 + 1}ms')",
    "search": "trace.search('dur>1us', limit=None)",
    "table": "trace.table('ops', window=f'0ms:{time.monotonic_ns() % 40 + 1}ms')",
    "compare": "lanescope.compare(trace, trace)",
    "event": "trace.event(3)",
}


def other(script, *arguments):
    return subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        env=other_python(),
    )


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_python_ends_while_daemon_threads_work(tmp_path, call):
    for again in range(1, 3):
        done = other(ENDS, SLOW, call, again, tmp_path / "log.txt")
        assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")
        assert (tmp_path / "log.txt").read_text() == "important\nend\n"


def test_what_runs_at_the_end_of_python_may_use_a_trace():
    script = """
import atexit, sys
atexit.register(lambda: print(len(trace.report("kernels").kernels.rows) > 0))  # runs after those of lanescope
import lanescope
trace = lanescope.open(sys.argv[1], progress=False)
"""
    done = other(script, SLOW)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


FORKS = """
import concurrent.futures, gc, lanescope, multiprocessing, sys

traces = {"a": lanescope.open(sys.argv[1], progress=False)}

def work(number):
    kernels = len(traces["a"].report("kernels").kernels.rows)
    found = traces["a"].search("cat:kernel", limit=0).count
    events = len(traces["a"].events)
    traces.clear()
    gc.collect()
    traces["a"] = lanescope.open(sys.argv[1], progress=False)
    return kernels, found, events

def main():
    fork = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=fork) as workers:
        answers = list(workers.map(work, range(6)))
    with fork.Pool(2) as pool:
        answers += pool.map_async(work, range(6)).get(60)
    answers.append(work(0))
    print(len(answers), len(set(answers)))

main()
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks")
def test_a_trace_can_be_used_and_freed_in_forked_processes():
    done = other(FORKS, SLOW)
    assert (done.returncode, done.stdout, done.stderr) == (0, "13 1\n", "")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks")
def test_a_forked_process_drops_what_other_threads_held():
    script = """
import lanescope, os, sys, threading, warnings

warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.12, about such forks
def hold():
    trace = lanescope.open(sys.argv[1], progress=False)
    held.set()
    ended.wait()

held, ended = threading.Event(), threading.Event()
threading.Thread(target=hold).start()
held.wait()
child = os.fork()
if child == 0:
    lanescope.open(sys.argv[1], progress=False).report("kernels")
    sys.exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
ended.set()
"""
    done = other(script, SLOW)
    assert (done.stdout, done.stderr) == ("7\n", "")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks")
def test_a_forked_process_does_not_wait_for_what_another_thread_was_asking():
    script = """
import lanescope, os, sys, threading, warnings

warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.12, about such forks
trace = lanescope.open(sys.argv[1], progress=False)
ended = threading.Event()

def ask():
    while not ended.is_set():
        trace.report(window="whole", thresholds={"tiny_kernel": next(changed)})

changed = iter(range(1000, 1_000_000))
threading.Thread(target=ask).start()
seen = set()
for _ in range(30):
    child = os.fork()
    if child == 0:
        try:
            trace.report("gpu_time", window="whole")
        except lanescope.Error as error:
            os._exit(7 if "another thread" in str(error) else 8)
        os._exit(0)
    seen.add(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
ended.set()
print(sorted(seen))
"""
    done = other(script, SLOW)
    assert (done.stdout, done.stderr) in (("[0, 7]\n", ""), ("[7]\n", ""))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of Linux")
def test_without_threads_one_line_says_so():
    script = """
import os, lanescope, resource, sys

trace = lanescope.open(sys.argv[1], progress=False)
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
if os.getuid() == 0:  # whom the limit does not hold for
    os.setgid(65534)
    os.setuid(65534)
for call in (trace.report, lambda: trace.search(""), lambda: trace.events, lambda: lanescope.compare(trace, trace)):
    try:
        call()
        print("answered")
    except lanescope.Error as error:
        print(error)
"""
    done = other(script, SLOW)
    assert done.returncode == 0, done.stderr
    line = f"{SLOW}: cannot create more threads; close other programs or raise the limits (`ulimit -a`)"
    assert done.stdout.splitlines() == [line] * 4
