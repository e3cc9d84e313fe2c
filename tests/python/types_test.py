"""What type checkers make of the package: the README passes, and slips do not."""

import os
import re
import subprocess
import sys

import pytest

from conftest import ROOT

pytest.importorskip("mypy", reason="mypy is not installed")

README = (ROOT / "app" / "python" / "README.md").read_text()
PREAMBLE = """\
from typing import Any, Callable
import lanescope
batches: list[int] = []
def train(batch: Any) -> None: ...
"""
SLIPS = {
    "trace.info.nosuch": "attr-defined",
    "trace.report().idle.devices[0].nosuch": "attr-defined",
    "lanescope.open_ranks('runs').nosuch": "attr-defined",
    "lanescope.open_trace('runs').compare()": "attr-defined",
    "lanescope.compare(trace, trace, by='layer')": "arg-type",
    "trace.report('ops', group_by='size')": "arg-type",
    "trace.search('a', order='size')": "arg-type",
    "trace.picture(theme='blue')": "arg-type",
    "trace.picture(tab='Nothing')": "arg-type",
    "assert lanescope.compare(trace, trace).gate('a').state == 'fine'": "comparison-overlap",
}


@pytest.fixture
def check(tmp_path):
    """The complaints of mypy, strict, about a program: the number of the line and of what kind."""

    def check(program):
        (tmp_path / "program.py").write_text(program)
        # Packages whose types are not installed, such as torch, are nothing that matters here.
        options = [
            "--strict",
            "--ignore-missing-imports",
            "--follow-imports=silent",
            "--no-error-summary",
        ]
        folders = [path for path in sys.path if os.path.isdir(os.path.join(path, "lanescope"))]
        environment = {**os.environ, "MYPYPATH": os.pathsep.join(folders[:1])}
        done = subprocess.run(
            [sys.executable, "-m", "mypy", *options, "program.py"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.stderr == ""
        return re.findall(r"^program\.py:(\d+): error: (.*)\[([\w-]+)\]$", done.stdout, re.MULTILINE)

    return check


def test_the_examples_of_the_readme_have_their_types(check):
    blocks = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    typed = [block for block in blocks if "def test_" not in block]
    assert check(PREAMBLE + "\n".join(typed)) == []


def test_slips_are_found(check):
    lines = [*PREAMBLE.splitlines(), "trace = lanescope.open_trace('run.json')", *SLIPS]
    found = {int(number): kind for number, _, kind in check("\n".join(lines))}
    first = len(lines) - len(SLIPS) + 1
    assert found == {first + at: kind for at, kind in enumerate(SLIPS.values())}


def test_what_is_known_is_no_slip(check):
    uses = [
        "trace.info.devices[0].name.upper()",
        "trace.report('idle', window=trace.info.steps[0]).window.kind == 'steps'",
        "trace.event(trace.search('a', order='duration').events[0]).launch",
        "lanescope.open_ranks('runs')[0:2][0].findings()[0].title.upper()",
        "lanescope.open('runs').info.file.upper()",
        "with lanescope.open_trace('a') as other: other.close()",
        "lanescope.compare('a', ['b', 'c']).gate('step_time=3%').passed",
        "trace.kernels.select(['name', 'count']).to_pandas()",
    ]
    assert check("\n".join([PREAMBLE, "trace = lanescope.open_trace('run.json')", *uses])) == []
