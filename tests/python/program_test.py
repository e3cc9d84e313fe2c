"""The program, started by way of the package."""

import os
import subprocess
import sys

import pytest

PROGRAM = os.environ.get("LANESCOPE_PROGRAM")
needs_program = pytest.mark.skipif(PROGRAM is None, reason="LANESCOPE_PROGRAM is not set")


def started(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "lanescope", *arguments],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )


@needs_program
def test_the_module_is_the_program():
    by_module = started("--version")
    itself = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True)
    assert by_module.stdout == itself.stdout
    assert by_module.returncode == 0


@needs_program
def test_the_exit_code_is_the_programs():
    done = started("info", "no-such-trace.json")
    assert done.returncode == 3
    assert "no-such-trace.json" in done.stderr


def test_a_program_that_is_missing_is_one_line():
    done = started("--version", LANESCOPE_PROGRAM="/no/such/lanescope")
    assert done.returncode == 3
    assert done.stderr == (
        "lanescope: LANESCOPE_PROGRAM: '/no/such/lanescope' is not a program; "
        "set it to the file 'lanescope'\n"
    )


def test_the_server_for_assistants_is_a_command():
    done = started("mcp", "--help")
    assert done.returncode == 0
    assert done.stdout.startswith("usage: lanescope mcp ")
