"""Summaries made by a cluster of Ray: the same as by this machine, also when workers are killed."""

import contextlib
import os
import pathlib
import re
import signal
import threading
import time

import pytest

import lanescope
from fleet_run import interrupted_after, make_run, states, summaries, summarize, two_workers

ray = pytest.importorskip("ray", reason="ray is not installed")


@pytest.fixture(scope="module")
def cluster():
    with two_workers(ray):
        yield


@pytest.fixture
def run(tmp_path):
    return make_run(tmp_path / "run", 6)


def workers_of(folder):
    """The numbers of the workers that have started a process for a trace of the folder."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, LookupError):  # it has ended meanwhile
            words = (entry / "cmdline").read_bytes()
            if b"lanescope.fleet.process" not in words or os.fsencode(folder) not in words:
                continue
            parent = re.findall(r"PPid:\s+(\d+)", (entry / "status").read_text())[0]
            if pathlib.Path(f"/proc/{parent}/cmdline").read_bytes().startswith(b"ray::"):
                found.append(int(parent))
    return found


class Killer(threading.Thread):
    """Kills a worker that is in the middle of a trace, once other traces are done."""

    def __init__(self, run, out, after):
        super().__init__(daemon=True)
        self.run_folder, self.out, self.after = run, out, after
        self.killed = None
        self.start()

    def run(self):
        end_s = time.monotonic() + 120
        while self.killed is None and time.monotonic() < end_s:
            if len(list(self.out.glob("*.rank"))) >= self.after:
                for worker in workers_of(self.run_folder)[:1]:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(worker, signal.SIGKILL)
                        self.killed = worker
            time.sleep(0.002)


def test_a_killed_worker_changes_nothing(cluster, run, tmp_path):
    summarize(run, tmp_path / "expected")
    out = tmp_path / "out"
    killer = Killer(run, out, after=2)
    fleet = summarize(run, out, engine="ray")
    assert killer.killed
    assert states(fleet) == ["new"] * 6
    assert summaries(out) == summaries(tmp_path / "expected") and len(summaries(out)) == 6


def test_a_worker_that_is_not_replaced_is_a_row(cluster, run, tmp_path):
    out = tmp_path / "out"
    killer = Killer(run, out, after=1)
    fleet = summarize(run, out, engine="ray", retries=0, workers=1)
    assert killer.killed
    (row,) = fleet.failed
    assert row.problem == f"{row.trace}: the worker that summarized it was lost (WorkerCrashedError)"
    assert states(fleet).count("new") == 5 and row.summary is None
    again = summarize(run, out, engine="ray")
    assert sorted(states(again)) == ["kept"] * 5 + ["new"]


def test_a_run_that_was_interrupted_goes_on(cluster, run, tmp_path, monkeypatch):
    out = tmp_path / "out"
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(lanescope.fleet, "counting", interrupted_after(2))
        summarize(run, out, engine="ray")
    kept = states(summarize(run, out, engine="ray")).count("kept")
    assert kept in (1, 2)  # what came last was not noted yet
    assert states(summarize(run, out, engine="local")) == ["kept"] * 6


def test_damaged_traces_and_limits_of_memory_are_rows(cluster, run, tmp_path):
    (run / "rank2.json.gz").write_bytes(b"this is no trace")
    fleet = summarize(run, tmp_path / "out", engine="ray")
    assert states(fleet) == ["new", "new", "failed", "new", "new", "new"]
    local = summarize(run, tmp_path / "local")
    assert fleet.failed[0].problem == local.failed[0].problem
    assert summaries(tmp_path / "out") == summaries(tmp_path / "local")
    small = summarize(
        run / "rank0.json.gz", tmp_path / "small", engine="ray", memory_bytes=30_000_000, retries=0
    )
    assert states(small) == ["failed"] and small[0].summary is None


def test_without_a_cluster_one_is_started_and_ended(run, tmp_path):
    if ray.is_initialized():
        ray.shutdown()
    with pytest.raises(lanescope.Error, match="^memory_bytes: .* is more than Ray has for tasks here"):
        summarize(run, tmp_path / "out", engine="ray", memory_bytes=1 << 60)
    assert not ray.is_initialized()
    assert states(summarize(run / "rank0.json.gz", tmp_path / "out", engine="ray")) == ["new"]
    assert not ray.is_initialized()
