"""capture(): a block of this process is recorded from outside, by the program."""

import os
import signal
import subprocess
import sys
import threading
import time
import types

import pytest

import lanescope

PROGRAM = os.environ.get("LANESCOPE_PROGRAM", "")
if not os.path.exists(PROGRAM):
    pytest.skip("LANESCOPE_PROGRAM does not name the program", allow_module_level=True)
if not sys.platform.startswith("linux"):
    pytest.skip("capture() needs Linux", allow_module_level=True)


def spin(seconds=1.0):
    """Long enough to be sampled on a busy machine, too."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sum(range(100))


def record(path, **options):
    return lanescope.capture(path, **{"program": PROGRAM, **options})


def test_a_block_is_recorded_from_its_begin_to_its_end(tmp_path):
    path = tmp_path / "run.lanes"
    begin_ns = time.time_ns()
    with record(path):
        worker = threading.Thread(target=spin)
        worker.start()
        spin()
        worker.join()
    spent_ns = time.time_ns() - begin_ns
    trace = lanescope.open(path)
    assert 700_000_000 <= trace.info.time.span_ns <= spent_ns
    spun = trace.search("spin").events
    assert len({event.lane for event in spun}) == 2
    assert trace.findings() is not None


def test_the_program_is_found_without_its_folder_on_path(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with lanescope.capture(tmp_path / "run.lanes"):
        spin()
    assert lanescope.open(tmp_path / "run.lanes").search("spin").count > 0


def test_a_block_that_raises_keeps_its_recording(tmp_path):
    path = tmp_path / "run.lanes"
    with pytest.raises(ZeroDivisionError):
        with record(path):
            spin()
            1 / 0
    assert lanescope.open(path).search("spin").count > 0


def test_what_cannot_be_recorded_is_told_before_the_block(tmp_path):
    (tmp_path / "there.lanes").touch()
    wrong = {
        f"{tmp_path}/there.lanes: already exists": {"path": tmp_path / "there.lanes"},
        "output: samples are a recording, not JSON": {"path": tmp_path / "run.JSON.zst"},
        "sample: '9kHz' is not a sampling rate": {"sample": "9kHz"},
        "sample: a block is recorded by its samples alone": {"sample": "off"},
        "native: 'maybe' is not": {"native": "maybe"},
        "nowhere/lanescope: program not found; ": {"program": "nowhere/lanescope"},
    }
    for message, options in wrong.items():
        with pytest.raises(lanescope.Error) as error:
            with record(**{"path": tmp_path / "run.lanes", **options}):
                pytest.fail("the block ran")
        assert str(error.value).startswith(message)
        assert "\n" not in str(error.value)
    assert [file.name for file in tmp_path.iterdir()] == ["there.lanes"]


SCRIPT = f"""
import lanescope, sys, time, types
if sys.argv[2] == "torch":
    sys.modules["torch"] = types.ModuleType("torch")
try:
    with lanescope.capture(sys.argv[1], program={PROGRAM!r}):
        print("in the block", flush=True)
        try:
            time.sleep(60 if sys.argv[2] in ("wait", "go on") else 0.2)
        except KeyboardInterrupt:
            if sys.argv[2] == "wait":
                raise
        time.sleep(1)
        print("end of the block")
except lanescope.Error as error:
    print(error)
except KeyboardInterrupt:
    print("interrupted")
"""


def start(path, word, **environment):
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(path), word],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_ctrl_c_in_the_block_keeps_the_recording(tmp_path):
    path = tmp_path / "run.lanes"
    child = start(path, "wait")
    press_ctrl_c(child)
    assert child.communicate(timeout=60)[0] == "interrupted\n"
    assert lanescope.open(path).search("cat:python_sample").count > 0


def test_a_block_that_goes_on_after_ctrl_c_is_recorded_to_its_end(tmp_path):
    path = tmp_path / "run.lanes"
    child = start(path, "go on")
    press_ctrl_c(child)
    assert child.communicate(timeout=60)[0] == "end of the block\n"
    assert lanescope.open(path).info.time.span_ns > 1_000_000_000


def press_ctrl_c(child):
    """As a terminal does: for the process and all that it has started."""
    assert child.stdout.readline() == "in the block\n"
    time.sleep(0.3)
    os.killpg(child.pid, signal.SIGINT)


def test_a_killed_program_leaves_its_recording_and_no_recorder(tmp_path):
    path = tmp_path / "run.lanes"
    child = start(path, "wait")
    child.stdout.readline()
    time.sleep(0.3)
    child.kill()
    child.wait()
    deadline = time.monotonic() + 30
    while recorders_of(child.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not recorders_of(child.pid)
    assert lanescope.open(path).search("cat:python_sample").count > 0


def recorders_of(pid):
    """The processes that record this one."""
    found = []
    for entry in filter(str.isdecimal, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                command = file.read()
        except OSError:  # it has ended
            continue
        if b"attach\0%d\0" % pid in command:
            found.append(int(entry))
    return found


def test_a_killed_recorder_is_told(tmp_path):
    path = tmp_path / "run.lanes"
    with pytest.raises(lanescope.Error, match="run.lanes: the recorder was killed; the file ends there"):
        with record(path):
            spin()
            (recorder,) = recorders_of(os.getpid())
            os.kill(recorder, signal.SIGKILL)
    assert lanescope.open(path).search("spin").count > 0


def test_what_samples_cannot_have_is_told_where_pytorch_is_used(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", types.ModuleType("torch"))
    with pytest.warns(UserWarning, match="run.lanes: no operators, input shapes or memory") as told:
        with record(tmp_path / "run.lanes"):
            spin(0.1)
    assert [warning.filename for warning in told] == [__file__]


def test_a_process_that_kineto_would_record_is_told(tmp_path):
    output = start(tmp_path / "run.lanes", "torch", KINETO_USE_DAEMON="1").communicate(timeout=60)[0]
    assert output.startswith("KINETO_USE_DAEMON is set, ") and output.count("\n") == 1


def test_a_name_that_looks_like_an_option_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with record("--help.lanes"):
        spin(0.3)
    assert lanescope.open("./--help.lanes").info.complete


def test_a_full_disk_is_told(tmp_path, monkeypatch):
    said = tmp_path / "program"
    said.write_text(
        "#!/bin/sh\ntouch run.lanes\necho 'process 1: the recording can no longer be written: No space left on"
        " device; free up disk space and start again' >&2\ntrap 'echo \"lanescope: nothing was recorded\" >&2; exit 3' INT"
        "\nwhile :; do sleep 0.05; done\n"
    )
    said.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(lanescope.Error) as error:
        with lanescope.capture("run.lanes", program=said):
            time.sleep(0.2)
    assert str(error.value).startswith("run.lanes: the recording can no longer be written: No space left")
