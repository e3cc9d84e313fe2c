"""The viewer and a trace in the cell of a notebook: what the cell gets, and what if that cannot be."""

import base64
import gzip
import html
import json
import os
import re

import pytest

import lanescope
from conftest import EXAMPLES
from notebook import run_cells

SLOW = EXAMPLES / "generated-gpt-slow.json.gz"
VIEWER = '<!doctype html>\n<p title="a & b">before</p><!--lanescope-data--><p>&amp; after</p>\n'
FRAME = re.compile(r'^<iframe srcdoc="([^"]*)"([^>]*)></iframe>(.*)$', re.DOTALL)


@pytest.fixture
def viewer(command, tmp_path, monkeypatch):
    """A page for the traces that stands for the real one, which takes minutes to build."""
    path = tmp_path / "share.html"
    path.write_text(VIEWER)
    monkeypatch.setenv("LANESCOPE_SHARE_PAGE", os.fspath(path))
    return path


@pytest.fixture
def no_viewer(command, tmp_path, monkeypatch):
    """The program of an installation without a page."""
    program = os.environ["LANESCOPE_PROGRAM"]
    path = tmp_path / "lanescope"
    path.write_text(
        '#!/bin/sh\n[ "$1" = share ] && { echo \'lanescope: share: share.html not found; put it next to '
        f'the program\' >&2; exit 3; }}\nexec {program} "$@"\n'
    )
    path.chmod(0o755)
    monkeypatch.setenv("LANESCOPE_PROGRAM", os.fspath(path))


def shown_in_cell(calls, folder):
    """What each call shows: its printed text, and its other outputs."""
    opened = f"import lanescope; trace = lanescope.open({os.fspath(SLOW)!r}, progress=False)"
    outputs = run_cells([opened, *calls], folder)[1:]
    return [
        (
            "".join(one.text for one in cell if one.output_type == "stream"),
            [one for one in cell if one.output_type != "stream"],
        )
        for cell in outputs
    ]


def parts(document):
    """The view and the trace that a page carries."""
    view = re.search(r'id="lanescope-view">(.*?)</script>', document).group(1)
    trace = re.search(r'id="lanescope-trace-a" data-name="([^"]*)">(.*?)</script>', document)
    return (
        json.loads(view),
        trace.group(1),
        json.loads(gzip.decompress(base64.b64decode(trace.group(2)))),
    )


def kernels_of(events):
    return [event for event in events["traceEvents"] if event.get("cat") == "kernel"]


def test_a_cell_gets_the_viewer_with_the_trace_and_its_view(viewer, slow, tmp_path):
    ((printed, (output,)),) = shown_in_cell(
        ["trace.show(select='gemm', tab='Kernels', height=444)"], tmp_path
    )
    assert printed.endswith("includes its metadata: traceName; redact=True leaves it out\n")
    document, about, note = FRAME.match(output.data["text/html"]).groups()
    document = html.unescape(document)
    before, after = VIEWER.split("<!--lanescope-data-->")
    assert document.startswith(before) and document.endswith(after)
    view, name, events = parts(document)
    assert (view["select"], view["tab"], name) == ("gemm", "Kernels", "generated-gpt-slow.json.gz")
    assert len(kernels_of(events)) == slow.search("cat:kernel", limit=0).count
    assert "height:444px" in about and 'sandbox="allow-scripts' in about
    assert "allow-same-origin" not in about  # it could reach the kernels of the notebook
    assert "trusted" in note
    assert output.data["text/plain"].startswith("<lanescope.Page: generated-gpt-slow.json.gz, ")


def test_a_cut_has_only_the_events_of_its_range(viewer, slow):
    step = slow.info.steps[2]
    view, _, events = parts(slow.page(range=step).html)
    kernels = kernels_of(events)
    begun = slow.search(f"cat:kernel ts>={step.start_ns} ts<{step.start_ns + step.dur_ns}", limit=0)
    assert begun.count <= len(kernels) < begun.count + 10 < len(slow.search("cat:kernel").events)
    assert view["range_ns"][1] - view["range_ns"][0] == step.dur_ns


def test_an_event_is_selected_in_the_page(viewer, slow):
    kernel = slow.search("cat:kernel").events[7]
    view, _, _ = parts(slow.page(select=kernel).html)
    assert slow.search(view["select"]).events[0].id == kernel.id


def test_names_are_replaced_if_wanted(viewer, slow):
    assert "tokenize" in json.dumps(parts(slow.page().html)[2])
    view, name, events = parts(slow.page(redact=True).html)
    assert "tokenize" not in json.dumps(events)
    assert (view["title"], name) == ("trace", "trace.json.gz")
    assert repr(slow.page(redact=True)).startswith("<lanescope.Page: trace, ")


def test_a_page_is_a_file_for_browsers(viewer, slow, tmp_path):
    page = slow.page(range="10ms:30ms")
    page.save(tmp_path / "saved.html")
    assert (tmp_path / "saved.html").read_bytes().decode() == page.html


def test_metadata_that_a_page_would_give_away_is_told(viewer, tmp_path):
    path = tmp_path / "run.json"
    event = {"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2}
    path.write_text(json.dumps({"traceEvents": [event], "HF_TOKEN": "secret"}))
    trace = lanescope.open(path)
    (warning,) = trace.page().warnings
    assert warning.startswith(f"{path}: ") and warning.endswith("HF_TOKEN; redact=True leaves it out")
    assert trace.page(redact=True).warnings == []


def test_a_page_that_is_too_large_is_a_picture_and_a_line(viewer, drawing, tmp_path):
    ((printed, (output,)),) = shown_in_cell(["trace.show(range='10ms:20ms', most_bytes=1000)"], tmp_path)
    assert re.fullmatch(
        r"lanescope: a picture instead of the viewer: the page takes [\d.]+ KiB, a cell at most "
        r"1,000 B: show a part with range, raise most_bytes, or write a file with page\(\)\.save\(\)\n",
        printed,
    ), printed
    assert base64.b64decode(output.data["image/png"]).startswith(b"\x89PNG")
    assert "text/html" not in output.data


def test_without_a_viewer_the_cell_gets_a_picture_and_a_line(no_viewer, drawing, tmp_path):
    ((printed, (output,)),) = shown_in_cell(["trace.show(tab='Kernels')"], tmp_path)
    assert printed == (
        "lanescope: a picture instead of the viewer: this installation has no viewer page (share.html), "
        "which wheels and releases have\n"
    )
    assert base64.b64decode(output.data["image/png"]).startswith(b"\x89PNG")


def test_without_a_viewer_there_is_no_page(no_viewer, slow):
    with pytest.raises(lanescope.Error, match="^share: share.html not found"):
        slow.page()


def test_what_cannot_be_shown_is_an_error_of_the_cell(viewer, tmp_path):
    ((printed, (error,)),) = shown_in_cell(["trace.show(range=(1, 2))"], tmp_path)
    assert (printed, error.ename) == ("", "Error")
    assert "outside the trace" in error.evalue


def test_the_window_can_be_asked_for_in_a_notebook(viewer, tmp_path):
    call = "import os; os.environ.update(DISPLAY=':none'); trace.show(window=True)"
    ((printed, (error,)),) = shown_in_cell([call], tmp_path)
    assert error.evalue == "show: there is no display; picture() draws the window without one"
