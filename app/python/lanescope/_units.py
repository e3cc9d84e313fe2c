"""Numbers with their units, as the program prints them."""

from __future__ import annotations

from typing import Optional

MINUS = "\u2212"
_TIMES = ((1e3, "\u00b5s"), (1e6, "ms"), (1e9, "s"), (60e9, "min"), (3600e9, "h"))
_SIZES = ("KiB", "MiB", "GiB", "TiB", "PiB", "EiB")


def count(number: int) -> str:
    """As in "1,204"."""
    return f"{number:,}".replace("-", MINUS)


def counted(number: int, one: str) -> str:
    """As in "1 event", "1,204 events"."""
    return f"{count(number)} {one}{'' if number == 1 else 's'}"


def ordinal(number: int) -> str:
    """As in "1st", "152nd", "11th"."""
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{count(number)}{ending}"


def duration(ns: float) -> str:
    """Four digits in the unit that suits: "746 ns", "19.21 ms", "2.500 min"."""
    magnitude = abs(ns)
    if magnitude < 1e3:
        return f"{count(round(ns))} ns"
    unit = 0
    while unit + 1 < len(_TIMES):
        enough = 2.0 if unit >= 2 else 0.99995  # minutes and hours only from two of them on
        if magnitude < enough * _TIMES[unit + 1][0]:
            break
        unit += 1
    return _four_digits(ns / _TIMES[unit][0], _TIMES[unit][1])


def signed_duration(ns: float) -> str:
    """The same for a change: "+1.022 ms"."""
    return ("+" if ns > 0 else "" if ns < 0 else "\u00b1") + duration(ns)


def signed_size(number: float) -> str:
    return ("+" if number > 0 else "" if number < 0 else "\u00b1") + size(number)


def size(number: float) -> str:
    """As in "2.766 GiB"."""
    if abs(number) < 1024:
        return f"{count(round(number))} B"
    value, unit = number / 1024, 0
    while unit + 1 < len(_SIZES) and abs(value) >= 1023.95:
        value, unit = value / 1024, unit + 1
    return _four_digits(value, _SIZES[unit])


def percent(value: float) -> str:
    """As in "34.4 %"."""
    return f"{value:.1f} %".replace("-", MINUS)


def gain(severity_pct: list[Optional[float]]) -> str:
    """A range of percent, whose maximum may be unknown: "up to 25 %", "4.3 to 11 %" with a dash."""
    low, high = severity_pct
    if low is None:
        return "n/a"
    if high is None:
        return f"\u2265 {_share(low)} %"
    if low < 0.05:
        return f"up to {_share(high)} %"
    if _share(low) == _share(high):
        return f"{_share(high)} %"
    return f"{_share(low)}\u2013{_share(high)} %"


def _share(value: float) -> str:
    return f"{value:.1f}" if value < 9.95 else f"{value:.0f}"


def _four_digits(value: float, unit: str) -> str:
    magnitude = abs(value)
    decimals = (
        0 if magnitude >= 999.95 else 1 if magnitude >= 99.995 else 2 if magnitude >= 9.9995 else 3
    )
    return f"{MINUS if value < 0 else ''}{magnitude:.{decimals}f} {unit}"


def printable(text: str) -> str:
    """The text on one line, and without what a terminal or a page cannot show, such as bytes of a file's name."""
    return "".join(_printable(letter) for letter in text)


def _printable(letter: str) -> str:
    if letter.isprintable():
        return letter
    return "\ufffd" if "\ud800" <= letter <= "\udfff" else " "
