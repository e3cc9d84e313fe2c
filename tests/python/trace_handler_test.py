"""trace_handler(): what torch.profiler hands over is written, and the first findings are told."""

import gzip
import inspect
import os
import re
import socket
import subprocess
import sys

import pytest

import lanescope
from conftest import EXAMPLES

SLOW = EXAMPLES / "generated-gpt-slow.json.gz"


class Profile:
    """A profile of torch.profiler that exports this file."""

    def __init__(self, source):
        self.trace = gzip.open(source).read() if source.suffix == ".gz" else source.read_bytes()

    def export_chrome_trace(self, path):
        with open(path, "wb") as file:
            file.write(self.trace)


@pytest.fixture(autouse=True)
def not_distributed(monkeypatch):
    monkeypatch.delenv("RANK", raising=False)


def hand_over(source, folder, *arguments, **options):
    """Hands a trace over, and returns the file that is written."""
    lanescope.trace_handler(folder, *arguments, **options)(Profile(source))
    files = list(folder.iterdir())
    assert len(files) == 1
    return files[0]


def test_a_trace_is_written_as_by_the_handler_of_tensorboard(tmp_path):
    file = hand_over(SLOW, tmp_path / "traces")
    name = rf"{re.escape(socket.gethostname())}_{os.getpid()}\.\d{{19}}\.pt\.trace\.json\.gz"
    assert re.fullmatch(name, file.name)
    assert gzip.open(file).read() == gzip.open(SLOW).read()
    named = hand_over(SLOW, tmp_path / "named", "worker0", False)
    assert re.fullmatch(r"worker0\.\d{19}\.pt\.trace\.json", named.name)
    assert named.read_bytes() == gzip.open(SLOW).read()


def test_three_lines_tell_the_first_findings_and_the_file(tmp_path, capsys, slow):
    file = hand_over(SLOW, tmp_path)
    output = capsys.readouterr()
    first, second, last = output.err.splitlines()
    findings = slow.findings()
    assert first.startswith(f"lanescope: {findings[0].title}: up to 25 % of step time (high confidence)")
    assert first.endswith(", called from tokenize (data.py:27)")
    assert second.startswith(f"lanescope: {findings[1].title}: 4.3")
    assert last == f"lanescope: {len(findings) - 2} more findings; trace: {file}"
    assert output.out == ""


def test_without_findings_two_lines_say_so(tmp_path, capsys):
    file = hand_over(EXAMPLES / "transformer-cpu.json.gz", tmp_path)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("lanescope: No issues found (")
    assert lines[1:] == [f"lanescope: trace: {file}"]


def test_one_finding_has_no_line_about_more(tmp_path, capsys):
    file = hand_over(EXAMPLES / "training-step-h200.json.gz", tmp_path)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2 and lines[1] == f"lanescope: trace: {file}"


def test_the_report_can_be_left_out(tmp_path, capsys):
    hand_over(SLOW, tmp_path, report=False)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("rank", ("0", "3"))
def test_ranks_name_their_files_and_only_the_first_reports(tmp_path, capsys, monkeypatch, rank):
    monkeypatch.setenv("RANK", rank)
    file = hand_over(SLOW, tmp_path)
    assert re.search(rf"_{os.getpid()}_rank{rank}\.\d+\.pt\.trace\.json\.gz$", file.name)
    assert (capsys.readouterr().err == "") == (rank != "0")


def test_a_trace_that_cannot_be_analyzed_is_kept_and_told(tmp_path, capsys):
    broken = tmp_path / "broken.json"
    broken.write_text("[[")
    with pytest.raises(lanescope.Error) as error:
        lanescope.open(broken)
    file = hand_over(broken, tmp_path / "traces")
    assert gzip.open(file).read() == b"[["
    why = str(error.value).partition(": ")[2]
    assert capsys.readouterr().err == f"lanescope: {file}: trace not analyzed: {why}\n"


def test_a_trace_that_cannot_be_written_is_told_and_nothing_is_left(tmp_path, capsys):
    (tmp_path / "file").touch()
    lanescope.trace_handler(tmp_path / "file" / "traces")(Profile(SLOW))
    line = capsys.readouterr().err
    assert line.startswith(f"lanescope: {tmp_path / 'file' / 'traces'}")
    assert line.endswith(".pt.trace.json.gz: trace not written: Not a directory\n")


@pytest.mark.parametrize("compressed", (True, False))
def test_a_failed_export_leaves_no_file(tmp_path, capsys, compressed):
    class Failing(Profile):
        def export_chrome_trace(self, path):
            super().export_chrome_trace(path)
            raise RuntimeError("no result\nand a stack")

    lanescope.trace_handler(tmp_path, use_gzip=compressed)(Failing(SLOW))
    assert list(tmp_path.iterdir()) == []
    assert capsys.readouterr().err.endswith(": trace not written: no result\n")


def test_a_backend_that_writes_later_is_waited_for(tmp_path):
    class Late(Profile):
        def export_chrome_trace(self, path):
            self.path = path

        def wait_for_exports(self):
            super().export_chrome_trace(self.path)

    lanescope.trace_handler(tmp_path)(Late(SLOW))
    (file,) = tmp_path.iterdir()
    assert gzip.open(file).read() == gzip.open(SLOW).read()


def test_a_closed_stderr_does_not_end_the_training(tmp_path, monkeypatch):
    closed = open(os.devnull, "w")
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed)
    hand_over(SLOW, tmp_path)


TRAINING = """
import sys, torch, lanescope
from torch.profiler import profile, schedule
distributed = "distributed" in sys.argv
if distributed:
    torch.distributed.init_process_group("gloo")
model = torch.nn.Linear(8, 8)
handler = lanescope.trace_handler(sys.argv[1])
with profile(schedule=schedule(wait=0, warmup=1, active=4, repeat=2), on_trace_ready=handler) as prof:
    for _ in range(10):
        model(torch.ones(8, 8)).sum().backward()
        prof.step()
if distributed:
    torch.distributed.destroy_process_group()
print("trained")
"""


def train(folder, *arguments, **environment):
    return subprocess.Popen(
        [sys.executable, "-c", TRAINING, str(folder), *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(stderr):
    return [line for line in stderr.splitlines() if line.startswith("lanescope: ")]


def test_pytorch_trains_and_each_cycle_is_a_trace(tmp_path):
    pytest.importorskip("torch", reason="torch is not installed")
    output, errors = (training := train(tmp_path)).communicate(timeout=120)
    assert training.returncode == 0, errors
    assert output == "trained\n"
    files = sorted(tmp_path.iterdir())
    assert [lanescope.open(file).info.steps[0].name for file in files] == [
        "ProfilerStep#1",
        "ProfilerStep#6",
    ]
    assert [line for line in told(errors) if "trace: " in line] == [
        f"lanescope: trace: {file}" for file in files
    ]


def test_two_ranks_write_and_one_reports(tmp_path):
    pytest.importorskip("torch", reason="torch is not installed")
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = str(free.getsockname()[1])
    meeting = {"MASTER_ADDR": "localhost", "MASTER_PORT": port, "WORLD_SIZE": "2"}
    trainings = [train(tmp_path, "distributed", RANK=str(rank), **meeting) for rank in (0, 1)]
    errors = [training.communicate(timeout=120)[1] for training in trainings]
    assert [training.returncode for training in trainings] == [0, 0], errors
    ranks = [lanescope.open(file).info.distributed.rank for file in sorted(tmp_path.iterdir(), key=str)]
    assert sorted(ranks) == [0, 0, 1, 1]
    for file in tmp_path.iterdir():
        assert f"_rank{lanescope.open(file).info.distributed.rank}." in file.name
    assert len(told(errors[0])) == 4 and told(errors[1]) == []


def test_the_arguments_are_those_of_pytorch():
    profiler = pytest.importorskip("torch.profiler", reason="torch is not installed")
    theirs = list(inspect.signature(profiler.tensorboard_trace_handler).parameters)
    ours = inspect.signature(lanescope.trace_handler).parameters
    assert list(ours)[: len(theirs)] == theirs
    assert ours["report"].kind is inspect.Parameter.KEYWORD_ONLY


def test_control_characters_of_names_are_not_printed(tmp_path, capsys):
    handler = lanescope.trace_handler(tmp_path / "a\nb\x1b[31m", "w")
    handler(Profile(SLOW))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3 and "\x1b" not in "".join(lines)
