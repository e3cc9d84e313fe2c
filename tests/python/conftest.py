"""What the tests share: traces, and the command line to hold answers against."""

import json
import os
import pathlib
import signal
import subprocess
import sys

import pytest

import lanescope

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = ROOT / "assets" / "examples"
CONTRACT = ROOT / "app" / "python" / "contract"  # the description of the documents
ALL = ("events", "lanes", "flows", "counters", "allocations", "kernels", "ops", "steps", "idle")  # tables
sys.path.insert(0, str(CONTRACT))
import schema  # noqa: E402

KNOWN = schema.read()
CORPUS = pathlib.Path(os.environ.get("LANESCOPE_CORPUS", ROOT.parent / "shared" / "traces"))

# What a shell runs in the background does not hear Ctrl+C, nor would the programs that tests press it for.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def other_python(**more):
    """The environment of another Python that finds what this one finds."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **more}


def undescribed(name, document):
    """What of a document its description does not say: a line for each."""
    return schema.problems(document, KNOWN["properties"][name], KNOWN, name)


def corpus_traces():
    """The traces with numbers from an independent script beside them."""
    return sorted(CORPUS.glob("*.expected.json"))


@pytest.fixture(scope="session")
def slow():
    return lanescope.open(EXAMPLES / "generated-gpt-slow.json.gz")


@pytest.fixture(scope="session")
def fixed():
    return lanescope.open(EXAMPLES / "generated-gpt-fixed.json.gz")


@pytest.fixture(scope="session")
def arrow():
    return pytest.importorskip("pyarrow", reason="pyarrow is not installed")


@pytest.fixture(scope="session")
def pandas(arrow):
    return pytest.importorskip("pandas", reason="pandas is not installed")


@pytest.fixture(scope="session")
def polars():
    return pytest.importorskip("polars", reason="polars is not installed")


@pytest.fixture(scope="session")
def duckdb():
    return pytest.importorskip("duckdb", reason="duckdb is not installed")


@pytest.fixture(scope="session")
def drawing(command, tmp_path_factory):
    """The command line, where it can draw."""
    path = tmp_path_factory.mktemp("drawing") / "probe.png"
    said = command("screenshot", EXAMPLES / "generated-gpt-fixed.json.gz", "-o", path)[1]
    if not path.exists():
        pytest.skip(f"the program cannot draw here: {said.strip()}")
    return command


@pytest.fixture(scope="session")
def command():
    """The command line: its JSON, or without --json its output and what it complains of."""
    program = os.environ.get("LANESCOPE_PROGRAM")
    if not program or not os.path.exists(program):
        pytest.skip("LANESCOPE_PROGRAM does not name the program")

    def run(*arguments):
        done = subprocess.run(
            [program, *map(str, arguments)], capture_output=True, text=True, timeout=300
        )
        return json.loads(done.stdout) if "--json" in arguments else (done.stdout, done.stderr)

    return run
