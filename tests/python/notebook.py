"""Runs the cells of a notebook as Jupyter does."""

import json
import os
import sys

import pytest


def run_cells(cells, folder, messages=None):
    """The outputs of each cell; `messages` gets all that the kernel sends meanwhile."""
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")

    class Client(nbclient.NotebookClient):
        def process_message(self, message, *place):
            if messages is not None:
                messages.append(message)
            return super().process_message(message, *place)

    kernels = folder / "kernels" / "here"
    kernels.mkdir(parents=True)
    spec = {
        "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "here",
        "language": "python",
        "env": {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    }
    (kernels / "kernel.json").write_text(json.dumps(spec))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_PATH", os.fspath(folder))
        patch.setenv("IPYTHONDIR", os.fspath(folder / "ipython"))
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        Client(notebook, kernel_name="here", timeout=120, allow_errors=True).execute()
    return [cell.outputs for cell in notebook.cells]
