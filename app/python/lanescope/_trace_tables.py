"""The tables of a trace by their names."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ._table import Table


class Tables(ABC):
    """What has tables."""

    @abstractmethod
    def table(self, name: str) -> Table:
        """A table by its name."""

    @property
    def events(self) -> Table:
        """A row for each event, in the order of ``id``: lane by lane, not in the order of time.

        ``id`` (what :meth:`event` takes), ``ts_ns`` (start in ns after ``base_ns``), ``dur_ns`` (ns),
        ``name``, ``cat``, ``lane`` (``id`` in ``lanes``), ``lane_name``, ``parent_id``: of GPU work the
        call that launched it, of a launch or another call its operator, of an operator or a Python
        frame the enclosing one.
        """
        return self.table("events")

    @property
    def lanes(self) -> Table:
        """A row for each thread and stream: ``id``, ``process``, ``thread``, ``kind``, ``device``, ``stream`` …"""
        return self.table("lanes")

    @property
    def flows(self) -> Table:
        """A row for each end of an arrow between events; those of one arrow are adjacent.

        ``id`` (of the arrow, among those of its ``cat`` and ``name``), ``ts_ns`` (ns after ``base_ns``),
        ``phase`` ("start", "step" or "end"), ``cat``, ``name``, ``event_id`` (None if no event begins there).
        """
        return self.table("flows")

    @property
    def counters(self) -> Table:
        """A row for each sample: ``ts_ns`` (ns after ``base_ns``), ``value``, ``name``, ``series``, ``process``."""
        return self.table("counters")

    @property
    def allocations(self) -> Table:
        """A row for each allocation and free.

        ``event_id``, ``ts_ns`` (ns after ``base_ns``), ``device``, ``change_bytes`` (negative: freed),
        ``address`` (0: not in the file), ``allocated_bytes`` and ``reserved_bytes`` after it.
        """
        return self.table("allocations")

    @property
    def kernels(self) -> Table:
        """A row for each kernel by name, as in the report: ``count``, ``total_ns``, ``mean_ns`` …

        Of the steady-state steps alone, if there are any, as in the report; ``count`` is then less than
        that of ``events``. ``trace.table("kernels", window="whole")`` has those of the whole trace.
        """
        return self.table("kernels")

    @property
    def ops(self) -> Table:
        """A row for each operator by name, as in the report: ``self_cpu_ns``, ``self_device_ns`` …

        Of the steady-state steps alone, if there are any, as in the report;
        ``trace.table("ops", window="whole")`` has those of the whole trace.
        """
        return self.table("ops")

    @property
    def steps(self) -> Table:
        """A row for each step: ``start_ns`` (ns, absolute if ``base_ns`` is known), ``dur_ns``, ``kernel_ns`` …"""
        return self.table("steps")

    @property
    def idle(self) -> Table:
        """A row for each period in which a GPU had no work.

        ``device``, ``start_ns`` (ns, absolute if ``base_ns`` is known), ``dur_ns``, ``culprit`` and its
        ``event_id``, ``source``, and the ns of each cause: ``python_ns``, ``data_loading_ns`` … A period
        often has several causes, and ``class`` is only the largest of them: sum the columns of the
        causes, as ``report("idle")`` does, instead of ``dur_ns`` by ``class``.

        Of the steady-state steps alone, if there are any; ``trace.table("idle", window="whole")`` has
        those of the whole trace.

            >>> trace.sql("select sum(python_ns), sum(data_loading_ns), sum(dur_ns) from idle")
        """
        return self.table("idle")
