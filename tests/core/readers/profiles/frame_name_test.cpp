#include "core/readers/profiles/frame_name.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("frames of Python are named like recorded functions, others by their function") {
  CHECK(frame_name("tokenize", "data.py", 41) == "data.py(41): tokenize");
  CHECK(frame_name("<module>", "<string>", 1) == "<string>(1): <module>");
  CHECK(frame_name("main.run", "/src/main.go", 7) == "main.run");
  CHECK(frame_name("f", "a.py", -1) == "f");
}

TEST_CASE("py-spy's text for a frame is taken apart") {
  CHECK(frame_name("tokenize (my data/data.py:41)") == "my data/data.py(41): tokenize");
  CHECK(frame_name("<listcomp> (a.py:3)") == "a.py(3): <listcomp>");
  for (const char* other : {"malloc", "operator()(int)", "run (main.rs:12)", "f (a.py:)",
                            "f (a.py:1x)", "(a.py:1)", "data.py(41): tokenize", ""}) {
    CAPTURE(other);
    CHECK(frame_name(other) == other);
  }
}
