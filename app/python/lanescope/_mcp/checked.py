"""Files that were checked to lie in the folders, and stay the same while they are read by their name."""

from __future__ import annotations

import errno
import os
import stat
import sys
import weakref
from typing import Optional

from .text import shorten
from .._native import Error

# Of folders that are open: the path by which files in them are read, and the path it was checked as.
_PLACES: dict[str, str] = {}
_ON_LINUX = sys.platform.startswith("linux")


class Changed(Error):
    """A file was replaced or written to while it was read."""


class Checked:
    """A file by a path that leads into the folder that was checked, whatever its name leads to later.

    Files beside it are found there too, unless they are links to other folders. The last part of the
    path may be replaced meanwhile, also by a link: `confirm` tells, after it was read. On other systems
    than Linux it is the path alone.
    """

    def __init__(self, real: str, name: str) -> None:
        """Raises Error, with that name, if the real path does not lead to a regular file any more."""
        self.path = self._real = real
        self._name = name
        if not _ON_LINUX or not os.path.isdir("/proc/self/fd"):
            return
        folder, self._base = os.path.split(real)
        try:
            self._folder = self._opened(folder, os.O_PATH | os.O_DIRECTORY)
            self._file = self._opened(
                self._base, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, self._folder
            )
            self._facts = _facts(os.fstat(self._file))
            moved = os.readlink(f"/proc/self/fd/{self._folder}") != folder
        except OSError as error:
            if error.errno == errno.ELOOP:  # a link by now
                raise self._changed() from None
            raise Error(f"{shorten(name)}: {(error.strerror or 'cannot be read').lower()}") from None
        if moved or self._facts is None:
            raise self._changed()
        top = f"/proc/{os.getpid()}/fd/{self._folder}/"  # for programs that are started, too
        self.path = top + self._base
        _PLACES[top] = folder.rstrip("/") + "/"
        weakref.finalize(self, _PLACES.pop, top)

    def confirm(self) -> None:
        """Raises Changed if another file had this name since it was checked, or if it was written to."""
        if self.path == self._real:
            return
        try:
            facts = _facts(os.stat(self._base, dir_fd=self._folder, follow_symlinks=False))
        except OSError:
            facts = None
        if facts != self._facts:
            raise self._changed()

    def _opened(self, path: str, flags: int, folder: Optional[int] = None) -> int:
        opened = os.open(path, flags | os.O_CLOEXEC, dir_fd=folder)
        weakref.finalize(self, os.close, opened)
        return opened

    def _changed(self) -> Changed:
        return Changed(f"{shorten(self._name)}: changed while it was read; ask again")


def real_of(text: str) -> str:
    """A path, or a message with some, with real paths in place of those of `Checked`."""
    for top, folder in list(_PLACES.items()) if "/proc/" in text else ():
        text = text.replace(top, folder)
    return text


def _facts(status: os.stat_result) -> Optional[tuple[int, ...]]:
    """What differs if a file was replaced, also by itself, as its name then changed; None if it is none."""
    if not stat.S_ISREG(status.st_mode):
        return None
    return status.st_dev, status.st_ino, status.st_ctime_ns
