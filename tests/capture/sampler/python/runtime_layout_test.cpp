#include "capture/sampler/python/runtime_layout.h"

#include <cstring>
#include <string>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

/// What 3.13.0 reports of itself, as far as it is used.
PythonDebugOffsets_3_13 offsets_3_13() {
  PythonDebugOffsets_3_13 offsets{};
  std::memcpy(offsets.head.cookie, "xdebugpy", 8);
  offsets.head.version = 0x030D00F0;
  offsets.runtime = {.size = 283320, .finalizing = 600, .first_interpreter = 632};
  offsets.interpreter.size = 194968;
  offsets.interpreter.next = 7264;
  offsets.interpreter.first_thread = 7344;
  offsets.interpreter.gil = {
      .pointer = 16, .own = 7752, .enabled = 0, .locked = 7768, .last_holder = 7760};
  offsets.thread.size = 304;
  offsets.thread.next = 8;
  offsets.thread.interpreter = 16;
  offsets.thread.current_frame = 72;
  offsets.thread.thread_id = 152;
  offsets.thread.native_thread_id = 160;
  offsets.frame = {
      .size = 80, .previous = 8, .executable = 0, .instruction = 56, .locals = 72, .owner = 70};
  offsets.code = {.size = 208,
                  .filename = 112,
                  .name = 120,
                  .qualname = 128,
                  .line_table = 136,
                  .first_line = 68,
                  .argument_count = 52,
                  .locals_names = 96,
                  .locals_kinds = 104,
                  .bytecode = 200};
  offsets.object = {.size = 16, .type = 8};
  offsets.bytes = {.size = 40, .length = 16, .data = 32};
  offsets.str = {.size = 64, .state = 32, .length = 16, .ascii_size = 40};
  return offsets;
}

RemoteLayoutChoice choose(const PythonDebugOffsets_3_13& offsets) {
  // As much as is copied of any Python.
  char bytes[kRuntimeOffsetBytes] = {};
  std::memcpy(bytes, &offsets, sizeof offsets);
  return choose_remote_layout(0x030D, bytes);
}

}  // namespace

TEST_CASE("from 3.13 on the way to the threads is what the interpreter reports") {
  const RemoteLayoutChoice choice = choose(offsets_3_13());
  REQUIRE(choice.refused == nullptr);
  const RuntimeLayout& runtime = choice.layout.runtime;
  CHECK(runtime.first_interpreter == 632);
  CHECK(runtime.interpreter_next == 7264);
  CHECK(runtime.first_thread == 7344);
  CHECK(runtime.gil_pointer == 16);
  CHECK(runtime.gil_locked == 16);
  CHECK(runtime.gil_last_holder == 8);
  CHECK(runtime.thread_native_id == 160);
  CHECK(runtime.thread_bytes == 168);
  CHECK(runtime.frame_bytes == 78);
  CHECK(runtime.frame_depth == 64);
  CHECK_FALSE(runtime.is_without_gil);
}

TEST_CASE(
    "a build without the GIL is read, and its frames are believed by what they report alone") {
  PythonDebugOffsets_3_13 offsets = offsets_3_13();
  offsets.head.free_threaded = 1;
  offsets.interpreter.gil = {
      .pointer = 16, .own = 7768, .enabled = 0, .locked = 7792, .last_holder = 7784};
  offsets.object = {.size = 32, .type = 24};
  const RemoteLayoutChoice choice = choose(offsets);
  REQUIRE(choice.refused == nullptr);
  CHECK(choice.layout.runtime.is_without_gil);
  CHECK(choice.layout.runtime.frame_depth == RuntimeLayout::kNone);
  CHECK(choice.layout.runtime.code_units == 32);
  // Its lock has a switch.
  CHECK(choice.layout.runtime.gil_enabled == 0);
  CHECK(choice.layout.runtime.gil_locked == 24);
  CHECK(choice.layout.runtime.gil_last_holder == 16);
  CHECK(choice.layout.runtime.gil_bytes == 216);
  CHECK(choice.layout.runtime.code_copies == RuntimeLayout::kNone);
  CHECK(choose(offsets_3_13()).layout.runtime.gil_enabled == RuntimeLayout::kNoGil);
}

TEST_CASE("without the GIL, 3.14 tells where the copies of bytecode are that its threads run") {
  // As far as it is used, what 3.14.10 has in a build without the GIL.
  PythonDebugOffsets_3_14 offsets{};
  std::memcpy(offsets.head.cookie, "xdebugpy", 8);
  offsets.head.version = 0x030E0AF0;
  offsets.head.free_threaded = 1;
  offsets.runtime.size = 400'000;
  offsets.interpreter.size = 200'000;
  offsets.interpreter.gil = {
      .pointer = 16, .own = 7808, .enabled = 0, .locked = 7832, .last_holder = 7824};
  offsets.thread.size = 832;
  offsets.thread.current_frame = 72;
  offsets.thread.native_thread_id = 160;
  offsets.frame = {
      .size = 88, .previous = 8, .executable = 0, .instruction = 56, .locals = 80, .owner = 78};
  offsets.code = {.size = 240,
                  .filename = 128,
                  .name = 136,
                  .qualname = 144,
                  .line_table = 152,
                  .first_line = 84,
                  .argument_count = 68,
                  .locals_names = 112,
                  .locals_kinds = 120,
                  .bytecode = 232};
  offsets.code_thread_bytecode = 224;
  offsets.object = {.size = 32, .type = 24};
  offsets.bytes = {.size = 56, .length = 32, .data = 48};
  offsets.str = {.size = 80, .state = 48, .length = 32, .ascii_size = 56};
  const RemoteLayoutChoice choice = choose_remote_layout(0x030E, &offsets);
  REQUIRE(choice.refused == nullptr);
  CHECK(choice.layout.runtime.is_without_gil);
  CHECK(choice.layout.runtime.code_copies == 224);
  CHECK(choice.layout.runtime.code_units == 32);
  CHECK(choice.layout.runtime.gil_locked == 24);
  CHECK(choice.layout.runtime.frame_bytes == 86);
  offsets.code_thread_bytecode = offsets.code.size;
  CHECK(choose_remote_layout(0x030E, &offsets).refused != nullptr);
  // With the GIL there are none.
  offsets.head.free_threaded = 0;
  CHECK(choose_remote_layout(0x030E, &offsets).layout.runtime.code_copies == RuntimeLayout::kNone);
}

TEST_CASE("offsets outside of their structs are refused, and so are unknown versions") {
  const std::string nonsense = "Python's description of its threads is invalid";
  PythonDebugOffsets_3_13 offsets = offsets_3_13();
  offsets.interpreter.next = offsets.interpreter.size;
  CHECK(choose(offsets).refused == nonsense);
  offsets = offsets_3_13();
  offsets.interpreter.gil.locked = offsets.interpreter.gil.own - 8;
  CHECK(choose(offsets).refused == nonsense);
  offsets = offsets_3_13();
  offsets.runtime.first_interpreter = ~std::uint64_t{0};
  CHECK(choose(offsets).refused == nonsense);
  CHECK(std::string(choose_remote_layout(0x0309, nullptr).refused) ==
        "only Python 3.10 to 3.14 is supported");
  CHECK(choose_remote_layout(0, nullptr).refused != nullptr);
  for (std::uint16_t version = 0x030A; version <= 0x030C; ++version)
    CHECK(choose_remote_layout(version, nullptr).refused == nullptr);
}
