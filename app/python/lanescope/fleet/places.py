"""Where traces lie and summaries go: folders, or whatever fsspec reaches, such as s3:// and gs://."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, Optional, Union

from .._native import Error
from .._table import need

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]
# Of the files in a folder; a pattern may name any.
_ENDINGS = (
    ".json",
    ".gz",
    ".zst",
    ".lanes",
    ".pb",
    ".sqlite",
    ".pftrace",
    ".perfetto-trace",
    ".rpd",
    ".db",
)


@dataclass(frozen=True)
class Source:
    """A trace: its absolute path or URL, and what changes when it is written again."""

    path: str
    bytes: int
    stamp: str


def is_remote(path: str) -> bool:
    """Whether it is a URL, which fsspec reads; ``file://`` too."""
    return "://" in path


def file_system(path: str) -> tuple[Any, str]:
    """The file system of a URL, and the path in it. Raises Error if fsspec is not installed."""
    fsspec = need("fsspec", "fleet")
    try:
        system, inside = fsspec.core.url_to_fs(path)
    except (ImportError, ValueError) as error:  # the package of that protocol
        raise Error(f"{path}: {_line(error)}") from None
    return system, inside


def sources(patterns: Paths) -> list[Source]:
    """The traces that the patterns name: files, folders, and names with ``*``, ``**`` and ``?``.

    In the order of their paths, none twice. Raises Error for a pattern that names none.
    """
    found: dict[str, Source] = {}
    for pattern in [patterns] if isinstance(patterns, (str, os.PathLike)) else patterns:
        path = os.fspath(pattern)
        matches = _remote(path) if is_remote(path) else _local(path)
        if not matches and not is_remote(path) and not _may_match(path):
            raise Error(f"{path}: no such file or folder")
        if not matches:
            raise Error(f"{path}: there is no trace")
        found.update((match.path, match) for match in matches)
    return [found[path] for path in sorted(found)]


def _may_match(path: str) -> bool:
    """Whether it is there, or is the pattern of names."""
    return os.path.exists(path) or any(letter in path for letter in "*?[")


def _local(pattern: str) -> list[Source]:
    if os.path.isdir(pattern):
        entries = (entry.path for entry in os.scandir(pattern) if os.path.isfile(entry.path))
        names = [entry for entry in entries if _is_named_like_a_trace(entry)]
    elif os.path.isfile(pattern):
        names = [pattern]
    else:
        names = [name for name in glob.glob(pattern, recursive=True) if os.path.isfile(name)]
    return [_local_source(os.path.abspath(name)) for name in names]


def _local_source(path: str) -> Source:
    status = os.stat(path)
    return Source(path, status.st_size, str(status.st_mtime_ns))


def _remote(pattern: str) -> list[Source]:
    system, inside = file_system(pattern)
    try:
        if any(letter in inside for letter in "*?["):
            listed = system.glob(inside, detail=True).values()
        elif system.isdir(inside):
            listed = [
                one for one in system.ls(inside, detail=True) if _is_named_like_a_trace(one["name"])
            ]
        else:
            listed = [system.info(inside)]
    except FileNotFoundError:
        return []
    except Exception as error:  # every protocol has its own
        raise Error(f"{pattern}: cannot be read: {_line(error)}") from None
    return [
        Source(system.unstrip_protocol(one["name"]), int(one["size"] or 0), _stamp(one))
        for one in listed
        if one["type"] == "file"
    ]


def _stamp(listed: dict[str, Any]) -> str:
    """Of object stores the hash, else the time of writing."""
    for key in ("ETag", "etag", "md5Hash", "mtime", "LastModified", "updated", "created"):
        if listed.get(key) is not None:
            return str(listed[key])
    return ""


def _is_named_like_a_trace(path: str) -> bool:
    return path.endswith(_ENDINGS)


def _line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def told(path: str, error: BaseException) -> str:
    """The line about what went wrong with a file of whatever file system."""
    return f"{path}: {type(error).__name__}: {_line(error)}"


class Folder:
    """Where summaries go: a local folder, or one of fsspec."""

    def __init__(self, path: str) -> None:
        if not path:
            raise Error("out: name a folder")
        self.path = path if is_remote(path) else os.path.abspath(path)
        self._system: Any = None
        self._inside = self.path
        if is_remote(path):
            self._system, self._inside = file_system(path)

    def make(self) -> None:
        """Makes it if it is not there. Raises Error if that cannot be."""
        try:
            if self._system is None:
                os.makedirs(self._inside, exist_ok=True)
            else:
                self._system.makedirs(self._inside, exist_ok=True)
        except OSError as error:
            raise Error(f"{self.path}: this folder cannot be made: {_line(error)}") from None

    def place(self, name: str) -> str:
        """The path or URL of a file in it."""
        return f"{self.path.rstrip('/')}/{name}"

    def local(self, name: str) -> Optional[str]:
        """The path of a file in it; None if it is elsewhere."""
        return os.path.join(self._inside, name) if self._system is None else None

    def names(self) -> set[str]:
        """Of the files in it."""
        if self._system is None:
            return {entry.name for entry in os.scandir(self._inside) if os.path.isfile(entry.path)}
        self._system.invalidate_cache()
        try:
            return {os.path.basename(one) for one in self._system.ls(self._inside, detail=False)}
        except FileNotFoundError:  # object stores have no empty folders
            return set()

    def read(self, name: str) -> bytes:
        """What is in a file; nothing if there is none."""
        if self._system is not None:
            inside = f"{self._inside.rstrip('/')}/{name}"
            return bytes(self._system.cat_file(inside)) if self._system.isfile(inside) else b""
        path = os.path.join(self._inside, name)
        if not os.path.isfile(path):
            return b""
        with open(path, "rb") as file:
            return file.read()

    def write(self, name: str, data: bytes) -> None:
        """Replaces a file, at once: who reads it meanwhile gets the old one or the new one."""
        if self._system is not None:
            self._system.pipe_file(f"{self._inside.rstrip('/')}/{name}", data)
            return
        part = os.path.join(self._inside, f".{name}.part")
        try:
            with open(part, "wb") as file:
                file.write(data)
            os.replace(part, os.path.join(self._inside, name))
        except OSError as error:
            with contextlib.suppress(OSError):
                os.remove(part)
            raise Error(f"{self.place(name)}: cannot be written: {error.strerror}") from None

    def exists(self, name: str) -> bool:
        """Whether there is a file or a folder of that name in it."""
        if self._system is None:
            return os.path.exists(os.path.join(self._inside, name))
        return bool(self._system.exists(f"{self._inside.rstrip('/')}/{name}"))

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Against other runs that write into it. Raises Error while there is one; nothing is locked in
        object stores, on Windows, and where the file system has no locks."""
        if self._system is not None or fcntl is None:
            yield
            return
        try:
            opened = open(os.path.join(self._inside, ".fleet.lock"), "ab")
        except OSError as error:
            raise Error(f"{self.path}: cannot be written: {error.strerror}") from None
        with opened as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Error(f"{self.path}: another run is writing its summaries there") from None
            except OSError:
                pass
            yield

    def remove(self, name: str) -> None:
        """A folder in it, with all that is in there."""
        if self._system is None:
            shutil.rmtree(os.path.join(self._inside, name), ignore_errors=True)
        elif self._system.exists(f"{self._inside.rstrip('/')}/{name}"):
            self._system.rm(f"{self._inside.rstrip('/')}/{name}", recursive=True)

    def for_arrow(self, name: str) -> tuple[str, Any]:
        """The path of a file or folder in it and its file system, as pyarrow wants both."""
        if self._system is None:
            return os.path.join(self._inside, name), None
        fs = need("pyarrow.fs", "fleet")
        return f"{self._inside.rstrip('/')}/{name}", fs.PyFileSystem(fs.FSSpecHandler(self._system))

    def put(self, local: str, name: str) -> None:
        """Puts a local file there, if it is elsewhere."""
        if self._system is not None:
            self._system.put_file(local, f"{self._inside.rstrip('/')}/{name}")
