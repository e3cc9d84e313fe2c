"""%%lanescope in a real shell of IPython, and in a notebook."""

import os
import re
import sys

import pytest

pytest.importorskip("torch", reason="torch is not installed")
pytest.importorskip("IPython", reason="ipython is not installed")


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell(ipython_dir=str(tmp_path_factory.mktemp("ipython")))
    shell.run_cell("%load_ext lanescope\nimport torch\na = torch.ones(50, 50)").raise_error()
    return shell


@pytest.fixture
def run(shell, capsys):
    """Runs a cell: its result, and what it prints."""

    def run(cell):
        capsys.readouterr()
        result = shell.run_cell(cell, store_history=True)
        return result, re.sub(r"\x1b\[[\d;]*m", "", "".join(capsys.readouterr()))

    return run


def test_a_cell_is_recorded_and_its_trace_kept(shell, run):
    result, printed = run("%%lanescope\nfor _ in range(3):\n    b = a @ a\nb.sum().item()")
    assert result.result == 125_000.0
    trace = shell.user_ns["_trace"]
    assert trace.search("aten::mm").count == 3
    assert shell.user_ns["b"].shape == (50, 50)
    assert f"_trace = {trace}\n" in printed
    assert trace.findings()[:1] == [] and "No issues found (" in printed
    assert "Not applicable" not in printed and "Not checked" not in printed


def test_options_name_the_variable_and_the_file_and_choose_what_is_recorded(shell, run, tmp_path):
    file = tmp_path / "cell.json.gz"
    options = f"--var cell -o {file} --with-stack --record-shapes --profile-memory"
    run(f"%%lanescope {options}\ndef product():\n    return a @ a\n_ = product()")
    trace = shell.user_ns["cell"]
    assert trace.path == str(file) and file.exists()
    event = trace.event(trace.search("aten::mm").events[0].id)
    assert event.ops and event.args["Input Dims"] == [[50, 50], [50, 50]]
    assert trace.info.memory[0].events > 0
    frame = event.python[0]
    assert (frame.function, frame.line) == ("product", 2)  # of the cell, whose first line is the magic


def test_a_cell_that_raises_keeps_the_trace_until_then(shell, run):
    result, printed = run("%%lanescope --var failed\na @ a\nraise ValueError('boom')\na @ a")
    assert isinstance(result.error_in_exec, ValueError)
    assert shell.user_ns["failed"].search("aten::mm").count == 1
    assert "----> 3 raise ValueError('boom')" in printed
    result, _ = run("%%lanescope --var stopped\na @ a\nraise KeyboardInterrupt")
    assert isinstance(result.error_in_exec, KeyboardInterrupt)
    assert shell.user_ns["stopped"].search("aten::mm").count == 1


def test_magics_run_in_the_cell_and_a_semicolon_hides_its_value(run):
    result, printed = run("%%lanescope\n%time b = a @ a\n(a @ a).sum();")
    assert "Wall time" in printed and "Out[" not in printed
    assert result.success


def test_a_cell_may_await(shell, run):
    cell = "import asyncio\nawait asyncio.sleep(0)\nb = a @ a\nasync def sums():\n    return (a @ a).sum().item()\n"
    result, printed = run(f"%%lanescope --var awaited\n{cell}await sums()")
    assert result.result == 125_000.0
    assert shell.user_ns["awaited"].search("aten::mm").count == 2
    assert "awaited = <lanescope.Trace " in printed
    result, printed = run(f"%%lanescope --var awaited\n{cell}await sums();")
    assert result.success and "Out[" not in printed
    result, printed = run("%%lanescope --var stopped\na @ a\nawait sums()\nraise ValueError('boom')")
    assert isinstance(result.error_in_exec, ValueError)
    assert shell.user_ns["stopped"].search("aten::mm").count == 2
    result, _ = run("get_ipython().run_cell_magic('lanescope', '', 'await sums()')")
    assert str(result.error_in_exec) == "a cell with 'await' needs %%lanescope as its first line"


def test_a_cell_that_defines_what_awaits_is_not_awaited(run):
    result, _ = run("%%lanescope\nasync def later():\n    await nothing\n'await'")
    assert result.result == "await"


def test_help_is_printed_instead_of_running_the_cell(shell, run):
    for option in ("--help", "-h"):
        result, printed = run(f"%%lanescope {option}\nran = True")
        assert result.success and "ran" not in shell.user_ns
        assert "--with-stack" in printed and "Record Python stacks" in printed


def test_a_file_is_not_overwritten(shell, run, tmp_path):
    (tmp_path / "cell.json").write_text("mine")
    result, _ = run(f"%%lanescope -o {tmp_path / 'cell.json'}\nran = True")
    assert str(result.error_in_exec) == f"{tmp_path / 'cell.json'}: already exists; choose another name"
    assert (tmp_path / "cell.json").read_text() == "mine" and "ran" not in shell.user_ns


@pytest.mark.parametrize(
    "options, message",
    [
        ("--var 1x", "--var: '1x' is not a variable name"),
        ("--var class", "--var: 'class' is not a variable name"),
        ("--stacks", "unrecognized arguments: --stacks"),
        ("-o /nowhere/run.json", "/nowhere/run.json: the folder does not exist or is not writable"),
    ],
)
def test_wrong_options_are_told_before_the_cell_runs(shell, run, options, message):
    result, printed = run(f"%%lanescope {options}\nran = True")
    assert str(result.error_in_exec) == message
    assert printed == f"UsageError: {message}\n"
    assert "ran" not in shell.user_ns


def test_other_profiles_are_told_and_do_not_crash(shell, run):
    result, _ = run("%%lanescope --var inner\nwith torch.profiler.profile():\n    a @ a")
    assert "the cell runs torch.profiler itself" in str(result.error_in_exec)
    assert "inner" not in shell.user_ns
    result, _ = run(
        "with torch.profiler.profile() as outer:\n    get_ipython().run_cell_magic('lanescope', '', 'ran = 1')"
    )
    assert str(result.error_in_exec) == "torch.profiler is already running; stop it first"
    assert "ran" not in shell.user_ns
    result, _ = run("%%lanescope\na @ a")
    assert result.success


def test_missing_pytorch_is_told_with_its_extra(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    result, _ = run("%%lanescope\n1")
    assert str(result.error_in_exec) == "torch is not installed; pip install 'lanescope[torch]'"


def test_a_notebook_shows_findings_and_goes_on_with_the_trace(monkeypatch, tmp_path):
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    import nbformat

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    cells = (
        "%load_ext lanescope",
        "%%lanescope --var cell\nimport torch\ntorch.ones(9, 9) @ torch.ones(9, 9)\n'value'",
        "cell.search('aten::mm').count",
        "%%lanescope --var other\nimport asyncio\nawait asyncio.sleep(0)\ntorch.ones(9, 9) @ torch.ones(9, 9)",
        "other.search('aten::mm').count",
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3")
    client.execute()
    stream, findings, value = notebook.cells[1].outputs
    assert "cell = <lanescope.Trace " in stream.text
    assert "No issues found (" in findings.data["text/html"] and "No issues found (" in findings.data["text/plain"]
    assert value.data["text/plain"] == "'value'"
    assert notebook.cells[2].outputs[0].data["text/plain"] == "1"
    assert notebook.cells[4].outputs[0].data["text/plain"] == "1"
    notebook.cells.append(nbformat.v4.new_code_cell("%%lanescope --var 1\n2"))
    with pytest.raises(nbclient.exceptions.CellExecutionError, match="is not a variable name"):
        client.execute()
