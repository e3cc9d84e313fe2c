#!/usr/bin/env python3
"""Sources that the build compiles together do not have names of their own in common."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).parents[2] / ".ci" / "unity_groups.py"


def groups_of(texts, size=12):
    """For each source of these texts its group; None if it is compiled alone."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
        sources = [f"{folder}/{name}" for name in texts if name.endswith(".cpp")]
        made = subprocess.run(
            [sys.executable, SCRIPT, folder, "core", str(size)],
            input="\n".join(sources),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    groups = {}
    for line in made.splitlines():
        name = line.split('"')[1].rsplit("/", 1)[1]
        groups[name] = line.split()[-1].rstrip(")") if "UNITY_GROUP" in line else None
    return groups


def own(declaration, rest=""):
    """A source with this in an unnamed namespace."""
    return f"namespace lanescope {{ namespace {{ {declaration} }} {rest} }}\n"


class UnityGroups(unittest.TestCase):
    def apart(self, first, second, **headers):
        texts = {"a.cpp": first, "b.cpp": second}
        texts.update({f"{name}.h": text for name, text in headers.items()})
        groups = groups_of(texts)
        return groups["a.cpp"] != groups["b.cpp"]

    def test_sources_without_common_names_are_together(self):
        self.assertFalse(self.apart(own("int first() { return 1; }"), own("int second() { return 2; }")))

    def test_helpers_of_one_name_are_apart(self):
        self.assertTrue(self.apart(own("int width() { return 1; }"), own("int width() { return 2; }")))
        self.assertTrue(self.apart(own("struct Row { int a; };"), own("struct Row { int b; };")))
        self.assertTrue(self.apart(own("constexpr int kA = 1, kB = f(1, 2);"), own("int kB;")))

    def test_what_one_declares_and_the_other_uses_is_apart(self):
        self.assertTrue(self.apart(own("int width() { return 1; }"), own("", "int f() { return width(2); }")))

    def test_names_of_headers_count(self):
        user = '#include "rows.h"\n' + own("", "int g();")
        self.assertTrue(self.apart(own("int Rows;"), user, rows="namespace lanescope { struct Rows; }"))
        self.assertTrue(self.apart(own("int Wide;"), user, rows="enum class Form { Wide, Narrow };"))

    def test_names_in_comments_and_texts_do_not_count(self):
        other = own("", 'const char* text() { return "width"; }  // width')
        self.assertFalse(self.apart(own("int width() { return 1; }"), other))

    def test_what_defines_macros_is_alone(self):
        self.assertIsNone(groups_of({"a.cpp": "#define A 1\n"})["a.cpp"])

    def test_what_takes_and_frees_memory_for_all_is_alone(self):
        self.assertIsNone(groups_of({"a.cpp": "void operator delete(void*) noexcept {}\n"})["a.cpp"])

    def test_namespaces_opened_by_one_are_not_open_to_others(self):
        self.assertTrue(self.apart("using namespace lanescope;\n", own("int a;")))

    def test_groups_are_no_larger_than_asked(self):
        texts = {f"{i}.cpp": own(f"int a{i};") for i in range(5)}
        self.assertEqual(len(set(groups_of(texts, size=2).values())), 3)


if __name__ == "__main__":
    unittest.main()
