"""assert_gates() and the plugin of pytest: tests fail when a recording exceeds a limit."""

import gzip
import os
import shutil
import subprocess
import sys
import warnings

import pytest

import lanescope
from conftest import EXAMPLES

SLOW = EXAMPLES / "generated-gpt-slow.json.gz"
FIXED = EXAMPLES / "generated-gpt-fixed.json.gz"
H200 = EXAMPLES / "training-step-h200.json.gz"  # one step, of another GPU
CPU = EXAMPLES / "transformer-cpu.json.gz"  # three steps: too few for a test


def test_a_recording_within_its_limits_passes(slow, fixed):
    comparison = lanescope.assert_gates(FIXED, SLOW, "step_time=3%", "peak_memory=64MiB")
    assert comparison == lanescope.compare(slow, fixed, gates=["step_time=3%", "peak_memory=64MiB"])
    assert lanescope.assert_gates(fixed, SLOW, "step_time=3%") is not None
    lanescope.assert_gates(SLOW, FIXED, "step_time=200%")


def test_a_slower_recording_fails_in_the_words_of_the_command_line(command):
    with pytest.raises(AssertionError) as error:
        lanescope.assert_gates(SLOW, FIXED, "step_time=3%", "peak_memory=1GiB")
    lines = str(error.value).splitlines()
    printed = command("compare", FIXED, SLOW, "--gate", "step_time=3%")[0].splitlines()
    assert lines[0] == printed[-1] and lines[0].startswith("step_time=3%: failed, ")
    assert lines[1] == printed[0]
    assert lines[2:] == [
        f"A: {FIXED}",
        f"B: {SLOW}",
        "To make B the baseline: pytest --lanescope-update (or update=True)",
    ]


def test_what_else_differs_is_told(slow):
    with pytest.raises(AssertionError, match="! The runs are on different GPUs: 1 × NVIDIA H200 and "):
        lanescope.assert_gates(slow, H200, "peak_memory=1MiB", by_start=True)


def test_too_few_steps_are_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lanescope.assert_gates(CPU, CPU, "step_time=3%")
    with pytest.warns(
        UserWarning, match="(?s)^step_time=3%: not_tested, .*! At least one run has no steps"
    ) as told:
        lanescope.assert_gates(SLOW, H200, "step_time=3%", by_start=True)
    assert told[0].filename == __file__


def test_a_limit_that_cannot_be_evaluated_fails():
    with pytest.raises(AssertionError, match="^idle=3%: missing, "):
        lanescope.assert_gates(CPU, SLOW, "idle=3%")


def test_only_a_passed_gate_is_passed(slow, fixed):
    h200, cpu = lanescope.open(H200), lanescope.open(CPU)
    gates = {
        "passed": lanescope.compare(slow, fixed).gate("step_time=3%"),
        "failed": lanescope.compare(fixed, slow).gate("step_time=3%"),
        "not_tested": lanescope.compare(h200, slow, by_start=True).gate("step_time=3%"),
        "missing": lanescope.compare(cpu, slow).gate("idle=3%"),
    }
    for state, gate in gates.items():
        assert (gate.state, gate.passed) == (state, state == "passed")
        assert state in type(gate).__doc__
    why = lanescope.compare(slow, fixed).gate("kernel:none=3%").why
    assert why == "neither run has this kernel; see rows of compare() for names"


def test_wrong_limits_and_files_are_errors(tmp_path):
    with pytest.raises(lanescope.Error, match="^gate: 'step_time': missing limit"):
        lanescope.assert_gates(SLOW, FIXED, "step_time")
    with pytest.raises(TypeError, match="limit"):
        lanescope.assert_gates(SLOW, FIXED)
    with pytest.raises(lanescope.Error, match="none.json"):
        lanescope.assert_gates(tmp_path / "none.json", FIXED, "step_time=3%")
    with pytest.raises(AssertionError, match="none.json: no baseline found; .*--lanescope-update"):
        lanescope.assert_gates(SLOW, tmp_path / "none.json", "step_time=3%")


def test_an_update_makes_the_recording_the_baseline(tmp_path, slow):
    baseline = tmp_path / "baselines" / "run.json.gz"
    lanescope.assert_gates(FIXED, baseline, "step_time=3%", update=True)
    assert baseline.read_bytes() == FIXED.read_bytes()
    with pytest.raises(AssertionError):
        lanescope.assert_gates(SLOW, baseline, "step_time=3%")
    lanescope.assert_gates(slow, baseline, "step_time=3%", update=True)
    lanescope.assert_gates(SLOW, baseline, "step_time=3%")
    assert [file.name for file in baseline.parent.iterdir()] == ["run.json.gz"]


def test_a_baseline_is_compressed_as_it_is_named(tmp_path):
    plain = tmp_path / "run.json"
    plain.write_bytes(gzip.open(SLOW).read())
    lanescope.assert_gates(plain, tmp_path / "base.json.gz", "step_time=3%", update=True)
    assert gzip.open(tmp_path / "base.json.gz").read() == plain.read_bytes()


def test_what_is_no_baseline_is_not_stored(tmp_path):
    with pytest.raises(AssertionError) as error:
        lanescope.assert_gates(CPU, tmp_path / "base.json.gz", "idle=3%", update=True)
    assert str(error.value) == "idle=3%: missing, neither run has GPU events"
    (tmp_path / "file").touch()
    with pytest.raises(lanescope.Error, match="base.json: cannot be written: File exists"):
        lanescope.assert_gates(SLOW, tmp_path / "file" / "base.json", "step_time=3%", update=True)
    assert not (tmp_path / "base.json.gz").exists()


TESTS = f"""
def test_step(lanescope_gates):
    lanescope_gates({str(SLOW)!r}, "baselines/step.json.gz", "step_time=3%")

def test_few(lanescope_gates):
    lanescope_gates({str(CPU)!r}, "baselines/few.json.gz", "step_time=3%", by_start=True)
"""


@pytest.fixture
def pytest_in(tmp_path):
    """Runs pytest on those tests: its output and exit code."""
    folder = tmp_path / "tests"
    (folder / "baselines").mkdir(parents=True)
    (folder / "test_speed.py").write_text(TESTS)
    shutil.copy(FIXED, folder / "baselines" / "step.json.gz")

    def run(*arguments):
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-p",
                "lanescope.pytest_plugin",
                "-p",
                "no:cacheprovider",
                *arguments,
            ],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
        )
        return done.stdout, done.returncode

    return run


def test_the_plugin_fails_tests_until_baselines_are_updated(pytest_in, tmp_path):
    output, code = pytest_in()
    assert code == 1 and "2 failed" in output
    assert "E       AssertionError: step_time=3%: failed, 7.924 ms → 19.51 ms" in output
    assert ">       lanescope_gates(" in output and "_gates.py" not in output
    assert "few.json.gz: no baseline found; " in output
    output, code = pytest_in("--lanescope-update")
    folder = tmp_path / "tests" / "baselines"
    assert code == 0 and "2 passed" in output
    assert f"lanescope: new baseline {folder / 'step.json.gz'}\n" in output
    assert (folder / "step.json.gz").read_bytes() == SLOW.read_bytes()
    output, code = pytest_in()
    assert code == 0 and "2 passed" in output and "new baseline" not in output
