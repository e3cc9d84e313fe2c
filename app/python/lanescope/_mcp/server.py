"""The server: the tools by the Model Context Protocol, on stdin and stdout."""

from __future__ import annotations

import base64
import contextlib
import logging
import math
import time
from typing import Any, Optional

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from .. import _native
from .asks import Answer, Asks
from .cancel import Call
from .folders import Folders
from .text import shorten
from .tools import INSTRUCTIONS, Tool, tools
from .._picture import Picture
from .._table import need

_AT_ONCE = 4
_PROGRESS_EVERY_S = 1.0
_LONGEST_ERROR = 1000
_MOST_DIGITS = 30  # of a number; the core takes 19, and says so
_READ_ONLY = types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_log = logging.getLogger("lanescope.mcp")


class _Calls:
    """Answers calls in threads, so that others, and pings, are answered meanwhile."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._tools = {tool.name: tool for tool in tools(Asks(folders))}
        self._limiter = anyio.CapacityLimiter(_AT_ONCE)
        self._threads = anyio.CapacityLimiter(math.inf)  # what limits them is the other one

    async def list_tools(
        self,
        _context: ServerRequestContext[Any],
        _parameters: Optional[types.PaginatedRequestParams],
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in self._tools.values()])

    async def call(
        self, context: ServerRequestContext[Any], parameters: types.CallToolRequestParams
    ) -> types.CallToolResult:
        # Tells every second that work goes on.
        async with anyio.create_task_group() as group:
            group.start_soon(_tell_progress, context)
            told = await self._in_thread(parameters.name, parameters.arguments or {})
            group.cancel_scope.cancel()
        return told

    async def _in_thread(self, name: str, arguments: dict[str, Any]) -> types.CallToolResult:
        """The answer. If nobody waits for it any more, it goes on alone, and is one of those at once until its end."""
        call = Call()

        def ask() -> Any:
            if not call.begin():
                return None
            try:
                return self._ask(name, arguments)
            finally:
                with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
                    anyio.from_thread.run_sync(self._limiter.release_on_behalf_of, call)

        await self._limiter.acquire_on_behalf_of(call)
        try:
            told: types.CallToolResult = await anyio.to_thread.run_sync(
                ask, abandon_on_cancel=True, limiter=self._threads
            )
        except BaseException:
            if not call.cancel():
                self._limiter.release_on_behalf_of(call)
            raise
        return told

    def _ask(self, name: str, arguments: dict[str, Any]) -> types.CallToolResult:
        try:
            tool = self._tools.get(name)
            if tool is None:
                known = ", ".join(self._tools)
                raise _native.Error(f"there is no tool '{shorten(name)}'; there are {known}")
            return _told(tool.ask(**_checked(tool, arguments)))
        except _native.Error as error:
            return _told(shorten(self._folders.in_names(str(error)), _LONGEST_ERROR), wrong=True)
        except Exception:  # what a user can do nothing about
            _log.exception("%s", name)
            return _told(
                f"{shorten(name)}: internal error; the server's stderr has details", wrong=True
            )


async def _tell_progress(context: ServerRequestContext[Any]) -> None:
    start = time.monotonic()
    while True:
        await anyio.sleep(_PROGRESS_EVERY_S)
        seconds = math.floor(time.monotonic() - start)
        await context.session.report_progress(seconds, None, f"working for {seconds} s")


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.schema,
        annotations=_READ_ONLY,
    )


def _told(answer: Answer, wrong: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=[_content(answer)], is_error=wrong)


def _content(answer: Answer) -> types.ContentBlock:
    if isinstance(answer, Picture):
        data = base64.b64encode(answer.data).decode()
        return types.ImageContent(type="image", data=data, mime_type="image/png")
    return types.TextContent(type="text", text=answer)


def _checked(tool: Tool, arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments, with numbers that were written as texts. Raises Error if they are not of the schema."""
    given = {
        name: _number(tool, name, value)
        for name, value in arguments.items()
        if value is not None and (value != "" or name in tool.required)  # so some leave things out
    }
    validator = need("jsonschema", "mcp").Draft202012Validator(tool.schema)
    for problem in validator.iter_errors(given):
        raise _native.Error(_problem(tool, problem))
    return given


def _number(tool: Tool, name: str, value: Any) -> Any:
    if tool.parameters.get(name, {}).get("type") != "integer":
        return value
    if isinstance(value, str) and value.isdecimal() and len(value) <= _MOST_DIGITS:
        return int(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _problem(tool: Tool, problem: Any) -> str:
    name = ".".join(str(part) for part in problem.path)
    if problem.validator == "enum":
        known = ", ".join(problem.validator_value)
        return f"{name}: '{shorten(str(problem.instance))}' is not known; there are {known}"
    if problem.validator == "required":
        missing = ", ".join(key for key in tool.required if key not in problem.instance)
        return f"{tool.name}: {missing} is missing"
    if problem.validator == "additionalProperties":
        unknown = ", ".join(
            shorten(key, 40) for key in problem.instance if key not in tool.parameters
        )
        return f"{tool.name}: unknown parameter {unknown}; there are {', '.join(tool.parameters)}"
    if problem.validator == "minItems":
        return f"{name}: at least {problem.validator_value} are needed"
    return f"{name}: {shorten(problem.message)}"


def server(folders: Folders) -> Server[Any]:
    """The server for the traces in the folders."""
    calls = _Calls(folders)
    return Server(
        "lanescope",
        version=_native.version,
        title="Lanescope",
        instructions=INSTRUCTIONS,
        on_list_tools=calls.list_tools,
        on_call_tool=calls.call,
    )


async def serve(folders: Folders) -> None:
    """Answers on stdin and stdout until stdin is closed."""
    serving = server(folders)
    async with stdio_server() as (incoming, outgoing):
        await serving.run(incoming, outgoing, serving.create_initialization_options())
