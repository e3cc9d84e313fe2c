#!/usr/bin/env python3
"""generate.py [--check]: writes ../lanescope/types from schema.json, a module for each document and each
section of a report. With --check, says which files would change instead, and fails if there are any.
"""

import argparse
import json
import keyword
import pathlib
import re
import sys
import textwrap

import schema

FOLDER = pathlib.Path(__file__).parents[1] / "lanescope" / "types"
NAMES = {"null": "None", "boolean": "bool", "integer": "int", "number": "float", "string": "str"}
# Keys by which everybody reads a dict, which Record hides.
METHODS = frozenset(("get", "items", "keys", "values"))
UNITS = (
    ("ns", lambda key: key.endswith("_ns")),
    ("bytes", lambda key: key.endswith("_bytes") or key == "bytes"),
    ("%", lambda key: key.endswith("_pct")),
    ("GB/s", lambda key: key.endswith("gb_per_s")),
    ("TFLOP/s", lambda key: key.endswith("tflops")),
    ("ms", lambda key: key.endswith("_ms")),
    ("MB/s", lambda key: key.endswith("mb_per_s")),
)
WIDTH = 96
HEAD = "# Made by contract/generate.py from contract/schema.json: change that."


class Modules:
    """Which class is in which module: in the first that uses it. Sections have modules of their own."""

    def __init__(self, known):
        self.known = known
        self.of = {}
        self.classes = {}
        for name, node in known["properties"].items():
            self.place(name, schema.reference(node), name in ("report", "run"))

    def held(self, name):
        """The key and class of each object in an object."""
        properties = self.known["$defs"][name]["properties"]
        return [(key, held) for key, node in properties.items() for held in references(node)]

    def place(self, module, name, has_sections=False):
        """Places the class and those that it holds, which come before it."""
        if name in self.of:
            return
        self.of[name] = module
        for key, held in self.held(name):
            is_section = has_sections and self.held(held)
            self.place(key if is_section else module, held)
        self.classes.setdefault(module, []).append(name)


def references(node):
    """The objects in a value, in lists and maps too."""
    name, plain = schema.reference(node), schema.plain(node)
    found = [name] if name else []
    for word in ("items", "additionalProperties"):
        if word in plain:
            found += references(plain[word])
    return found


def annotation(node):
    """How Python writes the type."""
    name, plain = schema.reference(node), schema.plain(node)
    kinds = schema.kinds_of(node)
    options = [name] if name else []
    if "array" in kinds:
        options.append(f"list[{annotation(plain['items'])}]")
    if plain.get("additionalProperties") is True:
        options.append("Record")
    elif "object" in kinds:
        options.append(f"dict[str, {annotation(plain['additionalProperties'])}]")
    closed = plain.get("enum", [])
    options += [f"Literal[{', '.join(map(json.dumps, closed))}]"] if closed else []
    of_names = kinds - {"null"} - ({"string"} if closed else set())
    options += [NAMES[kind] for kind in sorted(of_names) if kind in NAMES]
    if not options:
        return "Any"
    text = options[0] if len(options) == 1 else f"Union[{', '.join(options)}]"
    return f"Optional[{text}]" if "null" in kinds else text


def attribute(key):
    """How the key is written behind a dot; None if it cannot be."""
    if keyword.iskeyword(key):
        return f"{key}_"
    return key if key.isidentifier() and not key.startswith("_") and key not in METHODS else None


def fields(definition):
    """Those that are always there, or else are asked for, and then the others."""
    always, others = [], []
    for key, node in definition["properties"].items():
        name, kind = attribute(key), annotation(node)
        if name is None:
            continue
        if hasattr(dict, key):  # a method then, if the key is not there
            always.append(f"    {name}: {kind}  # type: ignore[assignment]")
        elif key in definition["required"] or "x-asked" in node:
            always.append(f"    {name}: {kind}")
        else:
            optional = kind if kind.startswith("Optional") or kind == "Any" else f"Optional[{kind}]"
            others.append(f"    {name}: {optional} = None")
    return always + others


def document(definition):
    """The docstring: what it is, what some keys are, and units."""
    said = definition["description"]
    lines = textwrap.wrap(said, WIDTH - 4, initial_indent='    """', subsequent_indent="    ")
    more = [
        f"{key}: {node['description']}"
        for key, node in definition["properties"].items()
        if node is not True and "description" in node
    ]
    for unit, has in UNITS:
        keys = [key for key in definition["properties"] if has(key)]
        more += [f"In {unit}: {', '.join(keys)}."] if keys else []
    if not more:
        return [lines[0] + '"""'] if len(lines) == 1 else [*lines, '    """']
    for one in more:
        if one is more[0]:
            lines.append("")
        lines += textwrap.wrap(one, WIDTH - 4, initial_indent="    ", subsequent_indent="        ")
    return [*lines, '    """']


def held(definition):
    """Which class the objects under a key are of, for reading them."""
    lines = []
    for key, node in definition["properties"].items():
        plain = schema.plain(node)
        name = schema.reference(node) or schema.reference(plain.get("items", {}))
        if name:
            lines.append(f'        "{key}": {name},')
        elif by_name := schema.reference(plain.get("additionalProperties", {})):
            lines.append(f'        "{key}": Each({by_name}),')
    return ["", "    _held = {", *lines, "    }"] if lines else []


def class_text(name, definition):
    lines = ["", "", "@dataclass(init=False, repr=False, eq=False)", f"class {name}(Record):"]
    return [*lines, *document(definition), "", *fields(definition), *held(definition)]


def module_text(module, modules):
    """A module: what it needs, and its classes."""
    body, others = [], set()
    for name in modules.classes[module]:
        definition = modules.known["$defs"][name]
        body += class_text(name, definition)
        others |= {one for node in definition["properties"].values() for one in references(node)}
    text = "\n".join(body)
    used = [word for word in ("Any", "Literal", "Optional", "Union") if re.search(rf"\b{word}\b[\[\], =\n]", text)]
    lines = [HEAD, "from __future__ import annotations", "", "from dataclasses import dataclass"]
    lines += [f"from typing import {', '.join(used)}"] if used else []
    lines += ["", f"from .._record import {'Each, ' if ' Each(' in text else ''}Record"]
    for other in sorted({modules.of[one] for one in others} - {module}):
        imported = sorted(one for one in others if modules.of[one] == other)
        lines += from_import(other, imported)
    return "\n".join(lines) + "\n" + text + "\n"


def from_import(module, names):
    line = f"from .{module} import {', '.join(names)}"
    return [line] if len(line) <= WIDTH else [f"from .{module} import (", *listed(names), ")"]


def listed(words):
    """In lines of their own."""
    return textwrap.wrap(", ".join(words) + ",", WIDTH, initial_indent="    ", subsequent_indent="    ")


PACKAGE = '''"""The classes of the objects in answers: their keys, units and what they are.

Objects of these classes are dicts, too, and equal to the JSON of the command line. A key that is
not always there is None as an attribute; ``class`` and ``from`` are written ``class_`` and ``from_``.
"""
'''


def package_text(modules):
    """What makes all classes members of the package."""
    lines = [HEAD, PACKAGE]
    for module in sorted(modules.classes):
        lines += from_import(module, sorted(modules.classes[module]))
    names = listed(f'"{name}"' for name in sorted(modules.of))
    return "\n".join([*lines, "", "__all__ = [", *names, "]", ""])


def made():
    """The text of each file."""
    modules = Modules(schema.read())
    files = {f"{module}.py": module_text(module, modules) for module in modules.classes}
    return {"__init__.py": package_text(modules), **files}


def differences(files):
    """The names of files that are not what is made, or are no more."""
    there = {path.name: path.read_text() for path in FOLDER.glob("*.py")}
    return sorted(name for name in {*files, *there} if files.get(name) != there.get(name))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    files = made()
    for name in differences(files):
        print(name)
        if not check and name in files:
            (FOLDER / name).write_text(files[name])
        elif not check:
            (FOLDER / name).unlink()
    sys.exit(1 if check and differences(files) else 0)


if __name__ == "__main__":
    main()
