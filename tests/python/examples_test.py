"""The examples of the README run as they stand there."""

import os
import re
import shutil
import subprocess
import sys
import time

import pytest

import lanescope
from conftest import EXAMPLES, ROOT

README = (ROOT / "app" / "python" / "README.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_examples_of_the_readme_run(tmp_path, monkeypatch, capsys, drawing):
    for package in ("pandas", "polars", "pyarrow", "duckdb"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    for name, example in (("run", "slow"), ("before", "slow"), ("after", "fixed")):
        shutil.copy(EXAMPLES / f"generated-gpt-{example}.json.gz", tmp_path / f"{name}.json.gz")
    monkeypatch.chdir(tmp_path)
    shutil.copytree(EXAMPLES / "generated-ranks", tmp_path / "runs")
    (tmp_path / "run7").mkdir()
    shutil.copy(tmp_path / "run.json.gz", tmp_path / "run7" / "rank0.json.gz")
    assert len(BLOCKS) == 14
    names = {}
    for block in BLOCKS:
        if "train(" in block:
            continue
        here = block.replace("s3://traces/", "").replace(', engine="ray"', "")
        exec(compile(here, "README.md", "exec"), names)
    printed = capsys.readouterr().out
    assert "cudaLaunchKernel" in printed
    assert "LAUNCHED BY" in printed
    durations = [event.dur_ns for event in names["trace"].search("cat:kernel", limit=None).events]
    assert names["longest"].dur_ns == max(durations) and len(durations) > 1000
    assert "rank 2 arrived last" in printed
    assert names["comparison"].sentence in printed
    assert names["picture"].data == (tmp_path / "longest.png").read_bytes()


def test_the_example_of_a_training_runs(tmp_path, monkeypatch, capsys):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    monkeypatch.delenv("RANK", raising=False)
    monkeypatch.chdir(tmp_path)
    (block,) = (block for block in BLOCKS if "trace_handler" in block)
    names = {"lanescope": lanescope, "batches": range(5), "train": torch.zeros}
    exec(compile(block, "README.md", "exec"), names)
    (file,) = (tmp_path / "traces").iterdir()
    assert capsys.readouterr().err.endswith(f"trace: {file.relative_to(tmp_path)}\n")
    trace = lanescope.open(file)
    assert [step.name for step in trace.info.steps] == [f"ProfilerStep#{step}" for step in (2, 3, 4)]
    assert trace.search("cat:python_function").count  # what names lines of code


def test_the_readme_stands_on_its_own():
    assert not re.findall(r"\]\((?!https?://)[^)]*\)", README)  # dead where only this page is shown


def test_the_example_of_a_sampled_block_runs(tmp_path, monkeypatch):
    program = os.environ.get("LANESCOPE_PROGRAM", "")
    if not os.path.exists(program):
        pytest.skip("LANESCOPE_PROGRAM does not name the program")
    (tmp_path / "lanescope").symlink_to(program)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (block,) = (block for block in BLOCKS if "capture" in block)
    names = {"lanescope": lanescope, "batches": range(4), "train": lambda batch: time.sleep(0.3)}
    exec(compile(block, "README.md", "exec"), names)
    assert lanescope.open("loading.lanes").info.time.span_ns > 300_000_000


def test_the_example_of_a_notebook_runs(tmp_path):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    pytest.importorskip("IPython", reason="ipython is not installed")
    from IPython.core.interactiveshell import InteractiveShell

    names = {"batches": range(4), "train": torch.zeros}
    shell = InteractiveShell(ipython_dir=str(tmp_path), user_ns=names)
    load, cell = re.findall(r"^```ipython\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    shell.run_cell(load).raise_error()
    shell.run_cell(cell).raise_error()
    assert shell.user_ns["cell"].search("aten::zeros").count == 4


def test_the_example_of_a_test_runs(tmp_path):
    (block,) = (block for block in BLOCKS if "lanescope_gates" in block)
    recording = EXAMPLES / "generated-gpt-fixed.json.gz"
    train = f"import shutil\n\ndef train(file):\n    shutil.copy({str(recording)!r}, file)\n\n"
    (tmp_path / "test_example.py").write_text(train + block)
    plugin = [sys.executable, "-m", "pytest", "-q", "-p", "lanescope.pytest_plugin"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for update in (["--lanescope-update"], []):
        done = subprocess.run(plugin + update, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout
