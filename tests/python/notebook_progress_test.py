"""How far a load is, in a notebook."""

import json
import os
import threading

import pytest

from notebook import run_cells

EVENT = json.dumps({"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2})


@pytest.fixture(scope="module", params=("", "progress=False"), ids=("shown", "not wanted"))
def loaded(request, tmp_path_factory):
    """The outputs of cells that open a pipe called <run>.json, and all that was sent meanwhile."""
    folder = tmp_path_factory.mktemp("progress")
    pipe = folder / "<run>.json"
    os.mkfifo(pipe)
    moved_on = threading.Event()

    def write():
        with open(pipe, "w") as file:
            file.write('{"traceEvents": [')
            file.flush()
            moved_on.wait(2)  # so that there is something to wait for
            file.write(EVENT + "]}")

    writing = threading.Thread(target=write, daemon=True)
    writing.start()
    cells = (
        "import lanescope",
        f"trace = lanescope.open({os.fspath(pipe)!r}, {request.param})",
        "len(trace.events)",
    )
    messages = []
    outputs = run_cells(cells, folder / "jupyter", messages)
    writing.join(60)
    shown = [
        message["content"]["data"]
        for message in messages
        if message["msg_type"] in ("display_data", "update_display_data")
    ]
    return request.param, outputs, shown


def test_a_notebook_shows_a_load_below_the_cell(loaded):
    option, outputs, shown = loaded
    assert outputs[2][0].data["text/plain"] == "1"
    if option:
        assert (outputs[1], shown) == ([], [])
        return
    assert len(shown) > 2
    for data in shown[:-1]:
        assert data["text/plain"].startswith("<run>.json: ")
        assert data["text/plain"].endswith(" read")
        assert "<progress" in data["text/html"] and "&lt;run&gt;.json" in data["text/html"]


def test_nothing_is_left_of_it_when_the_trace_is_there(loaded):
    option, outputs, shown = loaded
    if option:
        return
    (output,) = outputs[1]
    assert output.data == {"text/plain": "", "text/html": ""} == shown[-1]
