"""Where files lie: folders, or whatever fsspec reaches, such as s3:// and gs://."""

from __future__ import annotations

import contextlib
import os
import shutil
from typing import Any, Iterator, Optional

from .._native import Error
from .._table import need

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


def is_remote(path: str) -> bool:
    """Whether it is a URL, which fsspec reads; ``file://`` too."""
    return "://" in path


def file_system(path: str) -> tuple[Any, str]:
    """The file system of a URL, and the path in it. Raises Error if fsspec is not installed."""
    fsspec = need("fsspec", "fleet")
    try:
        system, inside = fsspec.core.url_to_fs(path)
    except (ImportError, ValueError) as error:  # the package of that protocol
        raise Error(f"{path}: {line(error)}") from None
    return system, inside


def line(error: BaseException) -> str:
    """The first of what it says."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def told(path: str, error: BaseException) -> str:
    """The line about what went wrong with a file of whatever file system."""
    return f"{path}: {type(error).__name__}: {line(error)}"


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
            raise Error(f"{self.path}: this folder cannot be made: {line(error)}") from None

    def place(self, name: str) -> str:
        """The path or URL of a file in it."""
        return f"{self.path.rstrip('/')}/{name}"

    def local(self, name: str) -> Optional[str]:
        """The path of a file in it; None if it is elsewhere."""
        return os.path.join(self._inside, name) if self._system is None else None

    def names(self) -> set[str]:
        """Of the files in it; none if it is not there."""
        if self._system is None:
            if not os.path.isdir(self._inside):
                return set()
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
