"""An assistant: the SDK's own client, which starts the server and speaks to it over stdin and stdout."""

import base64
import json
import os
import sys
import tempfile

import pytest

mcp = pytest.importorskip("mcp", reason="mcp is not installed")
if not hasattr(mcp, "Client"):
    pytest.skip("mcp is older than 2", allow_module_level=True)

from anyio.from_thread import start_blocking_portal

MOST_BYTES = 4000


class Refused(Exception):
    """The tool's error."""


class Assistant:
    """Asks a server that may read these folders. `asked` has the bytes of each answer."""

    ARGUMENTS = ["-m", "lanescope.mcp"]

    def __init__(self, *folders, **environment):
        self.asked = []
        self._errors = tempfile.TemporaryFile("w+")
        parameters = mcp.StdioServerParameters(
            command=sys.executable,
            args=[*self.ARGUMENTS, *map(str, folders)],
            env={"PYTHONPATH": os.pathsep.join(sys.path), **environment},
        )
        self._client = mcp.Client(mcp.stdio_client(parameters, errlog=self._errors))

    def __enter__(self):
        self._portal_scope = start_blocking_portal()
        self._portal = self._portal_scope.__enter__()
        self._client_scope = self._portal.wrap_async_context_manager(self._client)
        self._client_scope.__enter__()
        return self

    def __exit__(self, *problem):  # which would be wrapped into groups of exceptions
        self._client_scope.__exit__(None, None, None)
        self._portal_scope.__exit__(None, None, None)

    @property
    def errors(self):
        """What the server wrote to stderr."""
        self._errors.seek(0)
        return self._errors.read()

    @property
    def instructions(self):
        return self._client.instructions

    def tools(self):
        return self._portal.call(self._client.list_tools).tools

    def text(self, tool, progress=None, timeout=300, **arguments):
        """The answer as it is sent."""
        done = self._portal.call(self._client.call_tool, tool, arguments, timeout, progress)
        assert [part.type for part in done.content] == ["text"] and done.structured_content is None
        text = done.content[0].text
        assert "\n" not in text and len(text.encode()) <= MOST_BYTES
        self.asked.append(len(text.encode()))
        if done.is_error:
            raise Refused(text)
        return text

    def picture(self, **arguments):
        """The bytes of a PNG."""
        done = self._portal.call(self._client.call_tool, "picture", arguments, 300, None)
        if done.is_error:
            raise Refused(done.content[0].text)
        (image,) = done.content
        assert (image.type, image.mime_type) == ("image", "image/png")
        return base64.b64decode(image.data)

    def ask(self, tool, **arguments):
        """The answer, with the objects of tables as such."""
        return unpacked(json.loads(self.text(tool, **arguments)))

    def start(self, tool, progress=None, timeout=300, **arguments):
        """A call that others overtake: its future."""
        return self._portal.start_task_soon(
            self._client.call_tool, tool, arguments, timeout, progress
        )


def unpacked(value):
    """Tables as lists of dicts, with what follows them left out."""
    if isinstance(value, list):
        return [unpacked(item) for item in value]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("columns"), list) and "rows" in value:
        rows = [dict(zip(value["columns"], map(unpacked, row))) for row in value["rows"]]
        others = {key: item for key, item in value.items() if key not in ("columns", "rows")}
        return Rows(rows, others)
    return {key: unpacked(item) for key, item in value.items()}


class Rows(list):
    """The rows of a table; `others` is what stands beside them, such as "of" and "more"."""

    def __init__(self, rows, others):
        super().__init__(rows)
        self.others = others

    def __getattr__(self, name):
        return self.others[name]


def refusal(assistant, tool="open", **arguments):
    with pytest.raises(Refused) as refused:
        assistant.text(tool, **arguments)
    return str(refused.value)
