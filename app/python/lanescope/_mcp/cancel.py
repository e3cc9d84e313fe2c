"""Calls that a client cancels: what they run is interrupted, and who still runs is known."""

from __future__ import annotations

import contextlib
import contextvars
import threading
from typing import Callable, Iterator, Optional

from .._native import Error


class Call:
    """A call of a tool, which is answered by a thread and cancelled by the one that waits for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._begun = False
        self._cancelled = False
        self._interrupt: Optional[Callable[[], None]] = None

    def begin(self) -> bool:
        """On the thread that answers: false if it is cancelled already."""
        with self._lock:
            self._begun = not self._cancelled
            if self._begun:
                _current.set(self)
            return self._begun

    def cancel(self) -> bool:
        """Interrupts what the call runs. False if it had not begun, and then it never does."""
        with self._lock:
            self._cancelled = True
            if self._interrupt is not None:
                self._interrupt()
            return self._begun

    def _on_cancel(self, interrupt: Optional[Callable[[], None]]) -> None:
        with self._lock:
            if interrupt is not None and self._cancelled:
                raise Error("cancelled")
            self._interrupt = interrupt


_current: contextvars.ContextVar[Optional[Call]] = contextvars.ContextVar("call", default=None)


@contextlib.contextmanager
def interrupted_by(interrupt: Callable[[], None]) -> Iterator[None]:
    """While the block runs, the current call's cancellation does this. Raises Error if it came before."""
    call = _current.get()
    if call is None:
        yield
        return
    call._on_cancel(interrupt)
    try:
        yield
    finally:
        call._on_cancel(None)
