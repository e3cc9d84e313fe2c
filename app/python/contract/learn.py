#!/usr/bin/env python3
"""learn.py FILE…: widens schema.json until it says all of the documents in these files, and prints what
it has added, for a person to look at. A line of a file is a document: [its name, what it is of, itself];
documents.py makes them.

An object that is new gets the name of its keys: give it a better one, and say in its "description" what
it is. If its keys are data, make it "additionalProperties" before, or `true` if nothing can be said.
Keys that the program no longer prints have to be taken out by hand.
"""

import argparse
import json

import schema


class Learner:
    def __init__(self, known):
        self.known = known
        self.added = []

    def document(self, name, value):
        roots = self.known["properties"]
        roots[name] = self.widened(roots.get(name, {}), value, [name], name)

    def widened(self, node, value, keys, where):
        """The schema that says this value too; `keys` lead to it."""
        if node is True:
            return node
        kind, name, plain = schema.kind_of(value), schema.reference(node), schema.plain(node)
        if kind == "object" and "additionalProperties" not in plain:
            name = name or self.named(keys, where)
            self.learn_keys(name, value, keys, where)
        else:
            plain = self.widened_plain(plain, value, kind, keys, where)
        options = [{"$ref": f"#/$defs/{name}"}] if name else []
        options += [plain] if plain else []
        said = {word: node[word] for word in ("description", "x-asked") if word in node}
        return {**(options[0] if len(options) == 1 else {"anyOf": options}), **said}

    def widened_plain(self, plain, value, kind, keys, where):
        before = schema.kinds_of(plain)
        kinds = before | {kind}
        if "number" in kinds:
            kinds.discard("integer")
        if kinds != before and before:
            self.added.append(f"{where}: {kind}")
        plain = {**plain, "type": min(kinds) if len(kinds) == 1 else sorted(kinds)}
        if kind == "string" and value not in plain.get("enum", [value]):
            self.added.append(f"{where}: '{value}'")
            plain["enum"] = [*plain["enum"], value]
        if kind == "array":
            items = plain.get("items", {})
            for one in value:
                items = self.widened(items, one, [*keys[:-1], singular(keys[-1])], f"{where}[]")
            plain["items"] = items or {}
        if kind == "object":
            for one in value.values():
                plain["additionalProperties"] = self.widened(
                    plain["additionalProperties"], one, [*keys[:-1], singular(keys[-1])], f"{where}.*"
                )
        return plain

    def learn_keys(self, name, value, keys, where):
        definition = self.known["$defs"][name]
        properties = definition["properties"]
        first = "required" not in definition
        required = set(value) if first else set(definition["required"])
        self.added += [f"{where}: '{key}' is not always there" for key in required - set(value)]
        for key, one in value.items():
            if key not in properties and not first:
                self.added.append(f"{where}: '{key}'")
            properties[key] = self.widened(properties.get(key, {}), one, [*keys, key], f"{where}.{key}")
        definition["required"] = [key for key in properties if key in required & set(value)]

    def named(self, keys, where):
        """A new object, with a name of as many of the keys as make it its own."""
        for count in range(1, len(keys) + 1):
            name = "".join(part.capitalize() for key in keys[-count:] for part in key.split("_"))
            if name.isidentifier() and name not in self.known["$defs"]:
                break
        else:
            raise SystemExit(f"{where}: all names are taken")
        self.known["$defs"][name] = {"description": "", "properties": {}}
        self.added.append(f"{where}: {name}")
        return name


def singular(name):
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+")
    learner = Learner(schema.read())
    for path in parser.parse_args().files:
        with open(path) as file:
            for line in file:
                name, _, value = json.loads(line)
                learner.document(name, value)
    print("\n".join(dict.fromkeys(learner.added)))
    schema.PATH.write_text(schema.text(learner.known))


if __name__ == "__main__":
    main()
