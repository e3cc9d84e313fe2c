"""The description of the documents that the program prints: JSON Schema, with few of its words.

`properties` has the documents by their names, `$defs` their objects by the names of their Python classes.
"additionalProperties" with a schema is an object whose keys are data, such as the names of categories;
`true` is a value of which nothing is said, such as an argument of an event. "enum" beside "type" are the
texts that a value may be, where there will be no others.
"""

import json
import pathlib

PATH = pathlib.Path(__file__).with_name("schema.json")
KINDS = {type(None): "null", bool: "boolean", int: "integer", float: "number", str: "string"}


def read():
    """The committed description."""
    return json.loads(PATH.read_text())


def text(known):
    """As it is committed: a line for each property."""
    lines = ["{", f' "$schema": {_json(known["$schema"])},', ' "properties": {']
    lines += [*_lines(known["properties"], 2), " },", ' "$defs": {']
    for at, (name, definition) in enumerate(known["$defs"].items()):
        lines += [f'  "{name}": {{', f'   "description": {_json(definition["description"])},']
        lines += [f'   "required": {_json(definition["required"])},', '   "properties": {']
        lines += [*_lines(definition["properties"], 4), "   }"]
        lines += ["  }" + ("," if at + 1 < len(known["$defs"]) else "")]
    return "\n".join([*lines, " }", "}", ""])


def _lines(members, indent):
    lines = [f'{" " * indent}"{key}": {_json(node)}' for key, node in members.items()]
    return [line + "," for line in lines[:-1]] + lines[-1:]


def _json(value):
    return json.dumps(value, ensure_ascii=False)


def alternatives(node):
    """The schemas of which one has to fit."""
    return [node] if node is True else node.get("anyOf", [node])


def reference(node):
    """The object that a value may be; None if it is none with a name."""
    references = [one["$ref"] for one in alternatives(node) if one is not True and "$ref" in one]
    return references[0].rsplit("/", 1)[1] if references else None


def plain(node):
    """The alternative that is no such object: "type", "items", "additionalProperties"."""
    others = [one for one in alternatives(node) if one is not True and "$ref" not in one]
    return {key: word for key, word in others[0].items() if key != "description"} if others else {}


def kinds_of(node):
    """The names of the plain types that a value may have."""
    kinds = plain(node).get("type", [])
    return {kinds} if isinstance(kinds, str) else set(kinds)


def kind_of(value):
    """What JSON Schema calls the type of a value."""
    if isinstance(value, list):
        return "array"
    return "object" if isinstance(value, dict) else KINDS[type(value)]


def problems(value, node, known, where="$"):
    """What of the value is not as described: a line for each, with its place."""
    if node is True:
        return []
    kind, name, kinds = kind_of(value), reference(node), kinds_of(node)
    if kind == "object" and name:
        return _object_problems(value, name, known, where)
    if kind not in kinds and not (kind == "integer" and "number" in kinds):
        return [f"{where}: is {kind}, not {' or '.join(sorted(kinds | ({name} if name else set())))}"]
    found = []
    if kind == "string" and value not in plain(node).get("enum", [value]):
        found.append(f"{where}: is '{value}', which is not described")
    if kind == "array":
        for one in value:
            found += problems(one, plain(node).get("items", True), known, f"{where}[]")
    if kind == "object":
        for key, one in value.items():
            found += problems(one, plain(node)["additionalProperties"], known, f"{where}.{key}")
    return found


def _object_problems(value, name, known, where):
    definition = known["$defs"][name]
    found = [f"{where}: has no '{key}' ({name})" for key in definition["required"] if key not in value]
    for key, one in value.items():
        if _counts_rest(key, value):
            continue
        if key not in definition["properties"]:
            found.append(f"{where}: has '{key}', of which {name} says nothing")
        else:
            found += problems(one, definition["properties"][key], known, f"{where}.{key}")
    return found


def _counts_rest(key, value):
    """Whether it says how much of a list was left out, which is possible beside each list."""
    return key.endswith("_left_out") and isinstance(value.get(key.removesuffix("_left_out")), list)
