"""Texts of traces in answers: of bounded length, on one line, with nothing invisible in them."""

from __future__ import annotations

import re

_MOST = 120
_LONGEST = 10_000  # that is looked at; names of fused kernels have some thousand characters
# What most names of kernels share, in the order in which a long one goes without it.
_SHARED = (r"^void ", r"\bat::native::", r"\(anonymous namespace\)::", r"std::array<char\*, \d+ul>")
_PARAMETERS = re.compile(r"\([^()]*(?:\([^()]*\)[^()]*)*\)$")


def shorten(text: str, most: int = _MOST) -> str:
    """The text in at most so many characters, with "…" where something is left out.

    Of C++ names, parameters and namespaces go first. Characters that are not printed, such as controls
    and marks of writing direction, could hide or forge what a reader sees; a blank stands for those
    that separate words, U+FFFD for others.
    """
    if len(text) > most:
        text = _cut(_without_shared(text[:_LONGEST], most) if "::" in text else text, most)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in text)


def _without_shared(name: str, most: int) -> str:
    name = _PARAMETERS.sub("(…)", name)
    for pattern in _SHARED:
        if len(name) > most:
            name = re.sub(pattern, "…" if "array" in pattern else "", name)
    return name


def _cut(text: str, most: int) -> str:
    """The end tells something too: the last template argument, the name of a file."""
    if len(text) <= most:
        return text
    tail = (most - 1) // 3
    return f"{text[: most - 1 - tail]}…{text[len(text) - tail :]}"
