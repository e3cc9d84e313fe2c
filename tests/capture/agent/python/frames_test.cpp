// Walks over hand-made frames of several Python versions.
#include <cstdint>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "tests/capture/agent/python/hand_made_frames.h"

using namespace lanescope;
using namespace lanescope::agent;

namespace {

constexpr std::uint16_t kVersions[] = {0x030A, 0x030B, 0x030C, 0x030D, 0x030E};

std::string qualified(const HandMade& python, const std::string& name) {
  return (python.layout.code_qualname == PythonLayout::kNone ? "" : "T.") + name;
}

}  // namespace

TEST_CASE("a walk finds every frame, innermost first, straight and by copies") {
  for (const std::uint16_t version : kVersions) {
    for (const bool copied : {false, true}) {
      CAPTURE(version);
      CAPTURE(copied);
      HandMade python(version);
      Walker walker(python);
      CHECK(walker.walk(copied) == 0);  // no frame
      CHECK_FALSE(walker.mismatched);
      python.push(python.code("main", 3), 8);
      python.push(python.code("step", 20), 0);
      python.push(python.code("layer"), 40);
      const std::uint32_t stack = walker.walk(copied);
      CHECK(stack == 1);
      CHECK_FALSE(walker.mismatched);
      CHECK(walker.frames_of(stack) == qualified(python, "layer") + "@40 " +
                                           qualified(python, "step") + "@0 " +
                                           qualified(python, "main") + "@8 ");
      CHECK(walker.reported_stacks[stack].as<wire::StackRecord>().flags == 0);
      // The same stack gets the same number, and nothing is written.
      CHECK(walker.walk(copied) == stack);
      CHECK(walker.read().empty());
    }
  }
}

TEST_CASE("frames of the interpreter itself are passed over, of others it is surprised") {
  for (const auto& [version, entries] :
       {std::pair<std::uint16_t, int>{0x030C, 1}, {0x030D, 1}, {0x030E, 2}}) {
    CAPTURE(version);
    HandMade python(version);
    Walker walker(python);
    python.push(python.code("main"), 8, 2);
    char* const code = python.code("work");
    for (int owner = 3; owner < 3 + entries; ++owner)
      python.push(code, 2, static_cast<std::uint8_t>(owner));
    python.push(code, 4, 1);
    CHECK(walker.frames_of(walker.walk(false)) == "T.work@4 T.main@8 ");
    CHECK_FALSE(walker.mismatched);
    python.push(code, 4, static_cast<std::uint8_t>(3 + entries));
    CHECK(walker.walk(false) == 0);
    CHECK(walker.mismatched);
  }
}

TEST_CASE("before its first instruction a frame is at none, and so it is far beyond its code") {
  HandMade python(0x030D);
  Walker walker(python);
  char* const code = python.code("work");
  python.push(code, std::int64_t{INT32_MAX} + 1);
  python.push(code, INT32_MAX);
  python.push(code, 0);
  python.push(code, -2);
  CHECK(walker.frames_of(walker.walk(false)) == "T.work@-1 T.work@0 T.work@2147483647 T.work@-1 ");
}

TEST_CASE("3.10 counts its instructions in units of two bytes, from -1 on") {
  HandMade python(0x030A);
  Walker walker(python);
  char* const code = python.code("work");
  python.push(code, std::int64_t{2} * INT32_MAX);
  python.push(code, 0);
  python.push(code, -2);
  CHECK(walker.frames_of(walker.walk(false)) == "work@-1 work@0 work@-1 ");
}

TEST_CASE("of a deep stack the innermost 512 frames are told, and that others are missing") {
  for (const bool copied : {false, true}) {
    HandMade python(0x030D);
    Walker walker(python);
    char* const code = python.code("work");
    for (int depth = 0; depth < 512; ++depth) python.push(code, 2 * depth);
    const std::uint32_t whole = walker.walk(copied);
    python.push(code, 2000);
    const std::uint32_t cut = walker.walk(copied);
    CHECK_FALSE(walker.mismatched);
    walker.read();
    const auto of_whole = walker.reported_stacks[whole].as<wire::StackRecord>();
    CHECK(of_whole.depth == 512);
    CHECK(of_whole.flags == 0);
    const auto of_cut = walker.reported_stacks[cut].as<wire::StackRecord>();
    CHECK(of_cut.depth == 512);
    CHECK(of_cut.flags == wire::kStackCut);
    CHECK(walker.frames_of(cut).starts_with("T.work@2000 T.work@1022 "));
    CHECK(walker.frames_of(cut).ends_with("T.work@4 T.work@2 "));
  }
}

TEST_CASE("frames that lead in a circle end") {
  HandMade python(0x030D);
  Walker walker(python);
  char* const first = python.push(python.code("work"), 4, 3);
  char* const second = python.push(python.code("work"), 4, 3);
  HandMade::put(first, python.layout.frame_previous, second);
  CHECK(walker.walk(false) == 0);
  CHECK_FALSE(walker.mismatched);
}

TEST_CASE("what is no frame, no code or no name is a surprise, and no stack") {
  for (const bool copied : {false, true}) {
    CAPTURE(copied);
    const auto mismatches = [copied](auto spoil) {
      HandMade python(0x030D);
      Walker walker(python);
      char* const outer = python.push(python.code("main"), 8);
      char* const code = python.code("work");
      python.push(code, 4);
      spoil(python, code, outer);
      const std::uint32_t stack = walker.walk(copied);
      return stack == 0 && walker.mismatched;
    };
    const auto odd = reinterpret_cast<const char*>(std::uintptr_t{4097});  // not a multiple of 8
    CHECK_FALSE(mismatches([](HandMade&, char*, char*) {}));
    CHECK(mismatches([&](HandMade& python, char*, char* frame) {
      HandMade::put(frame, python.layout.frame_previous, odd);
    }));
    CHECK(mismatches([&](HandMade& python, char*, char* frame) {
      HandMade::put(frame, python.layout.frame_code, odd);
    }));
    CHECK(mismatches([&](HandMade& python, char* code, char*) {
      HandMade::put(code, python.layout.object_type, python.thread);
    }));
    const char* const gone = reinterpret_cast<const char*>(std::uintptr_t{1} << 46);
    if (copied) {
      CHECK(mismatches([&](HandMade& python, char*, char* frame) {
        HandMade::put(frame, python.layout.frame_code, gone);
      }));
      CHECK(mismatches([&](HandMade& python, char*, char* frame) {
        HandMade::put(frame, python.layout.frame_previous, gone);
      }));
    }
    for (const std::uint16_t field :
         {layout_of(0x030D).code_qualname, layout_of(0x030D).code_filename,
          layout_of(0x030D).code_line_table}) {
      CHECK(mismatches([&](HandMade&, char* code, char*) { HandMade::put(code, field, gone); }));
    }
  }
}

TEST_CASE("a stack that is read while Python ends is none") {
  static int looks = 0;
  for (const int ends_at : {1, 2, 3}) {
    HandMade python(0x030D);
    Walker walker(python);
    python.push(python.code("work"), 4);
    looks = -ends_at;
    const std::uint32_t stack = walker.walk(true, [] { return ++looks >= 0; });
    CHECK((stack == 0) == (ends_at < 3));
    CHECK_FALSE(walker.mismatched);
    if (ends_at < 3) CHECK(walker.frames_of(1) == "(none)");
  }
}

TEST_CASE("frames on more pages than are kept are found all the same, time and again") {
  HandMade python(0x030D);
  Walker walker(python);
  char* const code = python.code("work");
  for (int depth = 0; depth < 30; ++depth) {
    python.push(code, 2 * depth);
    for (int other = 0; other < 8; ++other) python.make();  // each on its own page
  }
  const std::uint32_t stack = walker.walk(true);
  CHECK(stack != 0);
  for (int times = 0; times < 3; ++times) CHECK(walker.walk(true) == stack);
  CHECK(walker.walk(false) == stack);
  // Whatever pages were cached, the result is the current frames.
  python.push(code, 100);
  CHECK(walker.frames_of(walker.walk(true)).starts_with("T.work@100 T.work@58 "));
}
