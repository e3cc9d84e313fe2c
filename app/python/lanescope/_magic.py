"""The cell magic ``%%lanescope`` of IPython and Jupyter."""

from __future__ import annotations

import argparse
import ast
import contextlib
import inspect
import keyword
import os
import re
import tempfile
from types import CodeType
from typing import TYPE_CHECKING, Any, Iterator, Optional

from IPython.core.error import UsageError
from IPython.core.inputtransformer2 import TransformerManager
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, cell_magic, magics_class, output_can_be_silenced
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring

from . import _notebook, _open
from ._records import Findings
from ._table import MissingPackage, need
from ._trace import Trace
from ._trace_handler import reason, write_trace

if TYPE_CHECKING:
    from torch.profiler import profile


@magics_class
class LanescopeMagics(Magics):
    """Records a cell and says what to change."""

    def __init__(self, shell: InteractiveShell) -> None:
        super().__init__(shell)
        self._session: Any = shell  # IPython types little
        self._folder: Optional[tempfile.TemporaryDirectory[str]] = None
        self._recorded = 0

    @magic_arguments()
    @argument(
        "--var",
        default="_trace",
        metavar="NAME",
        help="Keep the trace in this variable (default: _trace)",
    )
    @argument("-o", "--output", metavar="FILE", help="Keep the trace in this file, such as run.json.gz")
    @argument(
        "--with-stack", action="store_true", help="Record Python stacks: findings name lines of code"
    )
    @argument("--record-shapes", action="store_true", help="Record the input shapes of operators")
    @argument("--profile-memory", action="store_true", help="Record every allocation and free")
    @argument("-h", "--help", action="store_true", help="Print this, and do not run the cell")
    @output_can_be_silenced
    @cell_magic
    def lanescope(self, line: str, cell: str) -> Any:
        """Run the cell under torch.profiler, show the findings and keep the trace in a variable.

        CPU and GPU are recorded. If the cell raises or is interrupted, the trace until then is kept.
        """
        options = parse_argstring(self.lanescope, line)
        if options.help:
            print(self.lanescope.parser.format_help().replace("::\n\n", "", 1).strip())
            return None
        codes = _compile(self._session, cell)
        if any(map(_is_awaited, codes)):
            raise UsageError("a cell with 'await' needs %%lanescope as its first line")
        with self._recording(options):
            value = None
            for code in codes:
                value = eval(code, self._session.user_ns)
        return value

    async def awaited(self, line: str, cell: str) -> Any:
        """The same for a cell that awaits something."""
        options = parse_argstring(self.lanescope, line)
        if options.help:
            return self.lanescope(line, cell)
        codes = _compile(self._session, cell)
        with self._recording(options):
            value = None
            for code in codes:
                value = eval(code, self._session.user_ns)
                if _is_awaited(code):
                    value = await value
        return value

    @contextlib.contextmanager
    def _recording(self, options: argparse.Namespace) -> Iterator[None]:
        """Records what runs meanwhile."""
        path = self._file(options)
        prof = _start(options)
        try:
            yield
        except BaseException:
            with contextlib.suppress(UsageError):  # what the cell raises is more important
                self._keep(prof, path, options.var)
            raise
        findings = self._keep(prof, path, options.var).findings()
        if _notebook.is_here():
            _notebook.display(findings)
        else:
            print(_findings_text(findings))

    def _keep(self, prof: profile, path: str, name: str) -> Trace:
        """Ends the recording and puts its trace into the file and the variable."""
        recorded = _is_profiling()
        prof.stop()
        if not recorded:  # PyTorch would crash if asked for the trace
            raise UsageError("no trace: the cell runs torch.profiler itself, which ended this recording")
        try:
            write_trace(prof, path)
            trace = _open.open_trace(path, progress=False)
        except Exception as error:
            raise UsageError(f"{path}: no trace: {reason(error, path)}") from error
        self._session.user_ns[name] = trace
        print(f"{name} = {trace}")
        return trace

    def _file(self, options: argparse.Namespace) -> str:
        """Where the trace is written. Raises UsageError if options cannot be used, before the cell runs."""
        if not options.var.isidentifier() or keyword.iskeyword(options.var):
            raise UsageError(f"--var: '{options.var}' is not a variable name")
        if not options.output:
            return self._next_file()
        path: str = os.path.abspath(os.path.expanduser(options.output))  # the cell may change the folder
        if not os.access(os.path.dirname(path), os.W_OK):
            raise UsageError(f"{path}: the folder does not exist or is not writable")
        if os.path.exists(path):
            raise UsageError(f"{path}: already exists; choose another name")
        return path

    def _next_file(self) -> str:
        """A file that lasts as long as the session, as a trace reads arguments of events from it."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="lanescope-")
        self._recorded += 1
        return os.path.join(self._folder.name, f"cell-{self._recorded}.json.gz")


def _start(options: argparse.Namespace) -> profile:
    """A profile that runs."""
    try:
        torch = need("torch", "torch")
    except MissingPackage as error:
        raise UsageError(str(error)) from None
    if _is_profiling():
        raise UsageError("torch.profiler is already running; stop it first")
    prof: profile = torch.profiler.profile(
        with_stack=options.with_stack,
        record_shapes=options.record_shapes,
        profile_memory=options.profile_memory,
    )
    prof.start()
    return prof


def _is_profiling() -> bool:
    return bool(need("torch", "torch").autograd._profiler_enabled())


def _compile(shell: Any, cell: str) -> list[CodeType]:
    """The code of a cell: its statements, and if the last one is an expression, that.

    Lines count as in the notebook, where the magic is the first.
    """
    source = "\n" + shell.transform_cell(cell)
    tree = shell.transform_ast(shell.compile.ast_parse(source))
    name = shell.compile.cache(source, shell.displayhook.prompt_count, raw_code=cell)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with shell.compile.extra_flags(ast.PyCF_ALLOW_TOP_LEVEL_AWAIT):
        codes = [shell.compile(tree, name, "exec")]
        if last is not None:
            codes.append(shell.compile(ast.Expression(last.value), name, "eval"))
    return codes


def _is_awaited(code: CodeType) -> bool:
    return bool(code.co_flags & inspect.CO_COROUTINE)


def await_cells(lines: list[str]) -> list[str]:
    """Has IPython await a cell that begins with %%lanescope and awaits something; others stay as they are.

    A magic is called, not awaited, so such a cell becomes the call that can be.
    """
    if not lines or not re.match(r"%%lanescope(\s|$)", lines[0]):
        return lines
    line, cell = lines[0].removeprefix("%%lanescope").strip(), "".join(lines[1:])
    if not re.search(r"\b(await|async)\b", cell) or not _awaits(cell):
        return lines
    quiet = ";" if cell.rstrip().endswith(";") else ""
    magics = "get_ipython().magics_manager.registry['LanescopeMagics']"
    return [f"await {magics}.awaited({line!r}, {cell!r}){quiet}\n"]


def _awaits(cell: str) -> bool:
    """Whether a statement of the cell itself awaits something; a cell that cannot be read does not."""
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    source = TransformerManager().transform_cell(cell)
    try:
        return _is_awaited(compile(source, "<cell>", "exec", flags=flags, dont_inherit=True))
    except (SyntaxError, ValueError):
        return False


def _findings_text(findings: Findings) -> str:
    """The findings as on a terminal, without the rules that were not checked."""
    return re.split(r"^Not (?:checked|applicable):$", repr(findings), maxsplit=1, flags=re.MULTILINE)[
        0
    ].rstrip()
