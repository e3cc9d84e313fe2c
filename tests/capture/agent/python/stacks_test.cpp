// Code objects and stacks: each is written once and has its own number.
#include "capture/agent/python/stacks.h"

#include <cstdint>
#include <memory>

#include <doctest/doctest.h>
#include <sys/mman.h>

#include "tests/capture/agent/python/hand_made_frames.h"

using namespace lanescope;
using namespace lanescope::agent;

TEST_CASE("a code object is told with all that is known of it, once") {
  for (const bool copied : {false, true}) {
    HandMade python(0x030D);
    Walker walker(python);
    char* const code = python.code("work", 123);
    python.push(code, 2);
    python.push(code, 4);
    CHECK(walker.frames_of(walker.walk(copied)) == "T.work@4 T.work@2 ");
    REQUIRE(walker.codes.size() == 1);
    const ReadRecord& record = walker.codes.begin()->second;
    const auto reported = record.as<wire::CodeRecord>();
    CHECK(reported.address == reinterpret_cast<std::uintptr_t>(code));
    CHECK(walker.strings[reported.file] == "work.py");
    CHECK(reported.first_line == 123);
    CHECK(reported.python == 0x030D);
    CHECK(reported.flags == 0);
    CHECK(record.extra<wire::CodeRecord>(reported.table_bytes) == "lines of work");
  }
}

TEST_CASE("another place in a function is another stack, and so is another function, or one less") {
  HandMade python(0x030D);
  Walker walker(python);
  char *const main = python.code("main"), *const work = python.code("work");
  char* const outer = python.push(main, 8);
  python.push(work, 4);
  CHECK(walker.walk(false) == 1);
  python.enter(outer);
  CHECK(walker.walk(false) == 2);
  python.push(work, 6);
  CHECK(walker.walk(false) == 3);
  python.enter(outer);
  python.push(main, 4);
  CHECK(walker.walk(false) == 4);
  CHECK(walker.frames_of(1) == "T.work@4 T.main@8 ");
  CHECK(walker.frames_of(2) == "T.main@8 ");
  CHECK(walker.frames_of(3) == "T.work@6 T.main@8 ");
  CHECK(walker.frames_of(4) == "T.main@4 T.main@8 ");
}

TEST_CASE("a code object that lies where another lay is another one by its names or its line") {
  HandMade python(0x030D);
  Walker walker(python);
  char* const code = python.code("work", 7);
  python.push(code, 4);
  CHECK(walker.walk(false) == 1);
  HandMade::put(code, python.layout.code_first_line, 8);
  CHECK(walker.walk(true) == 2);
  HandMade::put(code, python.layout.code_filename, python.text("other.py"));
  CHECK(walker.walk(false) == 3);
  HandMade::put(code, python.layout.code_name, python.text("other"));
  CHECK(walker.walk(true) == 4);
  walker.read();
  CHECK(walker.codes.size() == 4);
}

TEST_CASE("a channel without room for a code object or a stack is told of it the next time") {
  for (const bool copied : {false, true}) {
    HandMade python(0x030D);
    Walker walker(python, {1 + 2, 1U << 16, 4096});
    python.push(python.code("work"), 4);
    const auto fill = [] {
      const Recording now;
      while (now.channel().write(0, wire::MarkRecord{})) {
      }
    };
    fill();
    CHECK(walker.walk(copied) == 0);
    CHECK_FALSE(walker.mismatched);
    walker.read();
    const std::uint32_t stack = walker.walk(copied);
    CHECK(stack == 1);
    CHECK(walker.frames_of(stack) == "T.work@4 ");
    // A known stack takes no room.
    fill();
    CHECK(walker.walk(copied) == stack);
    walker.read();
    // Nothing is remembered of a new one that did not fit.
    python.push(python.code("work"), 6);
    fill();
    CHECK(walker.walk(copied) == 0);
    walker.read();
    CHECK(walker.frames_of(walker.walk(copied)) == "T.work@6 T.work@4 ");
  }
}

TEST_CASE("tables of code objects and stacks that are full start over, with new numbers") {
  const std::unique_ptr<PythonStacks, void (*)(PythonStacks*)> stacks(
      PythonStacks::make(), [](PythonStacks* made) { ::munmap(made, sizeof *made); });
  stacks->follow(1);
  const auto code = [](std::uintptr_t number) {
    return CodeIdentity{reinterpret_cast<const void*>(number * 16), nullptr, nullptr, 1};
  };
  for (std::uint32_t number = 1; number <= 3072; ++number) {
    CHECK(stacks->find_code(code(number)) == 0);
    CHECK(stacks->next_code() == number);
    stacks->add_code(code(number));
  }
  for (std::uint32_t number = 1; number <= 3072; ++number)
    REQUIRE(stacks->find_code(code(number)) == number);
  stacks->add_code(code(5000));
  CHECK(stacks->find_code(code(5000)) == 3073);
  CHECK(stacks->find_code(code(1)) == 0);
  for (std::uint32_t number = 1; number <= 6144; ++number) {
    CHECK(stacks->next_stack() == number);
    stacks->add_stack(number * 0x9E3779B97F4A7C15ULL);
  }
  for (std::uint32_t number = 1; number <= 6144; ++number)
    REQUIRE(stacks->find_stack(number * 0x9E3779B97F4A7C15ULL) == number);
  stacks->add_stack(7);
  CHECK(stacks->find_stack(7) == 6145);
  CHECK(stacks->find_stack(0x9E3779B97F4A7C15ULL) == 0);
  // In another generation of the channel nothing is known and numbering restarts.
  stacks->follow(1);
  CHECK(stacks->find_stack(7) == 6145);
  stacks->follow(2);
  CHECK(stacks->find_stack(7) == 0);
  CHECK(stacks->find_code(code(5000)) == 0);
  CHECK(stacks->next_code() == 1);
  CHECK(stacks->next_stack() == 1);
  // It is full after the same number as before.
  for (std::uint32_t number = 1; number <= 3072; ++number) stacks->add_code(code(number));
  CHECK(stacks->find_code(code(1)) == 1);
}
