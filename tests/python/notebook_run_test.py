"""A notebook that runs, as Jupyter runs it."""

import base64
import os

import pytest

from conftest import EXAMPLES
from notebook import run_cells

CELLS = (
    "import lanescope",
    f"trace = lanescope.open({os.fspath(EXAMPLES / 'generated-gpt-slow.json.gz')!r}); trace",
    "trace.findings()",
    "lanescope.compare(trace, trace)",
    "trace.picture(size=(640, 480), scale=0.5)",
    "trace.svg()",
    "trace.picture(theme='blue')",
)


@pytest.fixture(scope="module")
def outputs(drawing, tmp_path_factory):
    """What each cell shows."""
    return dict(zip(CELLS, run_cells(CELLS, tmp_path_factory.mktemp("jupyter"))))


def test_a_notebook_shows_answers_as_html(outputs):
    for cell, words in zip(CELLS[1:4], ("21,715", "The GPU waits for the data loader", "step time")):
        data = outputs[cell][-1].data  # the first may be of a load that took long
        assert words in data["text/html"] and data["text/plain"]


def test_a_notebook_shows_pictures(outputs):
    png, svg = (outputs[cell][0] for cell in CELLS[4:6])
    assert base64.b64decode(png.data["image/png"]).startswith(b"\x89PNG")
    assert png.metadata["image/png"]["width"] == 1280
    assert svg.data["image/svg+xml"].startswith("<svg")


def test_an_error_in_a_notebook_is_one_line(outputs):
    (error,) = outputs[CELLS[6]]
    assert (error.ename, error.evalue) == ("Error", "theme: 'blue' is not a theme; use dark or light")
