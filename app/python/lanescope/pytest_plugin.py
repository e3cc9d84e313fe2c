"""Fails tests that got slower: a plugin of pytest, which finds it where lanescope is installed.

Elsewhere, ``pytest -p lanescope.pytest_plugin`` or a conftest.py loads it:

    pytest_plugins = ["lanescope.pytest_plugin"]
"""

from __future__ import annotations

from typing import Any, Callable, Union

import pytest

from . import _arguments
from ._compare import Comparison
from ._gates import assert_gates
from ._arguments import Path
from ._trace import Trace

_UPDATED = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("lanescope").addoption(
        "--lanescope-update",
        action="store_true",
        help="make the recordings that lanescope_gates gets the new baselines",
    )


@pytest.fixture
def lanescope_gates(request: pytest.FixtureRequest) -> Callable[..., Comparison]:
    """Fails the test if a recording exceeds limits against a baseline: lanescope.assert_gates().

    The path of the baseline is relative to the folder of the test. ``pytest --lanescope-update``
    makes the recordings the baselines.

        def test_a_step_is_no_slower(lanescope_gates):
            train("run.json.gz")
            lanescope_gates("run.json.gz", "baselines/run.json.gz", "step_time=3%")
    """

    def check(
        recording: Union[Trace, Path], baseline: Path, *limits: str, **alignment: Any
    ) -> Comparison:
        __tracebackhide__ = True
        path = str(request.path.parent / _arguments.path(baseline, "baseline"))
        update = request.config.getoption("--lanescope-update")
        comparison = assert_gates(recording, path, *limits, **alignment, update=update)
        if update:
            request.config.stash.setdefault(_UPDATED, []).append(path)
        return comparison

    return check


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for path in config.stash.get(_UPDATED, []):
        terminalreporter.write_line(f"lanescope: new baseline {path}")
