#include "capture/python_layout/layout.h"

#include <cstring>
#include <string>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

/// The debug offsets of 3.13.0 or 3.14.0, as far as the walk uses them.
template <typename Offsets>
Offsets offsets_of(std::uint64_t version) {
  const bool is_3_14 = version >> 16 == 0x030E;
  Offsets offsets{};
  std::memcpy(offsets.head.cookie, "xdebugpy", 8);
  offsets.head.version = version;
  offsets.thread.size = 312;
  offsets.thread.current_frame = 72;
  offsets.frame = {.size = 88,
                   .previous = 8,
                   .executable = 0,
                   .instruction = 56,
                   .locals = is_3_14 ? 80U : 72U,
                   .owner = is_3_14 ? 74U : 70U};
  offsets.code = {.size = 216,
                  .filename = 112,
                  .name = 120,
                  .qualname = 128,
                  .line_table = 136,
                  .first_line = 68,
                  .argument_count = 52,
                  .locals_names = 96,
                  .locals_kinds = 104,
                  .bytecode = is_3_14 ? 208U : 200U};
  offsets.object = {.size = 16, .type = 8};
  offsets.bytes = {.size = 40, .length = 16, .data = 32};
  offsets.str = {.size = 64, .state = 32, .length = 16, .ascii_size = 40};
  return offsets;
}

PythonDebugOffsets_3_13 offsets_of_3_13() {
  return offsets_of<PythonDebugOffsets_3_13>(0x030D00F0);
}

std::string refusal(const char* version, const void* offsets = nullptr) {
  const char* const why = choose_python_layout(version, offsets).refused;
  return why == nullptr ? "" : why;
}

}  // namespace

TEST_CASE("a version that is known has its layout, any other is refused") {
  CHECK(refusal("3.10.13 (main, Oct  4 2023) [GCC 12.2.0]").empty());
  CHECK(choose_python_layout("3.11.2 (main)", nullptr).layout.frame_instruction == 56);
  CHECK(choose_python_layout("3.12.1+ (heads/3.12)", nullptr).layout.version == 0x030C);
  for (const char* version : {"3.9.18 (main)", "3.15.0 (main)", "2.7.18 (default)", "", "3", "x",
                              "3.1", "31.1", "99999999999.10"}) {
    CHECK(refusal(version) == "only Python 3.10 to 3.14 is supported");
  }
  CHECK(refusal("3.13.0 experimental free-threading build (main)") ==
        "Python without the GIL is not supported");
}

TEST_CASE("from 3.13 on the layout is what the interpreter tells of itself") {
  PythonDebugOffsets_3_13 offsets = offsets_of_3_13();
  CHECK(refusal("3.13.0 (main)", &offsets).empty());
  // The same as in the table.
  const PythonLayout reported = choose_python_layout("3.13.0 (main)", &offsets).layout;
  for (const PythonLayout& known : kPythonLayouts) {
    if (known.version == 0x030D) CHECK(std::memcmp(&known, &reported, sizeof reported) == 0);
  }
  offsets.frame.instruction = 64;  // a modified build
  offsets.frame.owner = 80;
  const PythonLayout changed = choose_python_layout("3.13.7 (vendor)", &offsets).layout;
  CHECK(changed.frame_instruction == 64);
  CHECK(changed.frame_owner == 80);
}

TEST_CASE("of a build that was changed every offset is the one that it tells") {
  PythonDebugOffsets_3_13 offsets = offsets_of_3_13();
  offsets.thread.current_frame = 80;
  offsets.frame.executable = 16;
  offsets.frame.previous = 24;
  offsets.code.bytecode = 208;
  offsets.code.name = 128;
  offsets.code.qualname = 136;
  offsets.code.filename = 120;
  offsets.code.first_line = 72;
  offsets.code.line_table = 144;
  offsets.object.type = 12;
  offsets.str.state = 36;
  offsets.str.length = 20;
  offsets.str.ascii_size = 48;
  offsets.bytes.length = 24;
  offsets.bytes.data = 39;
  const PythonLayoutChoice choice = choose_python_layout("3.13.0 (main)", &offsets);
  REQUIRE(choice.refused == nullptr);
  const PythonLayout& reported = choice.layout;
  CHECK(reported.thread_frame == 80);
  CHECK(reported.frame_code == 16);
  CHECK(reported.frame_previous == 24);
  CHECK(reported.code_bytecode == 208);
  CHECK(reported.code_name == 128);
  CHECK(reported.code_qualname == 136);
  CHECK(reported.code_filename == 120);
  CHECK(reported.code_first_line == 72);
  CHECK(reported.code_line_table == 144);
  CHECK(reported.object_type == 12);
  CHECK(reported.str_state == 36);
  CHECK(reported.str_length == 20);
  CHECK(reported.str_ascii == 48);
  CHECK(reported.str_wide == 64);
  CHECK(reported.bytes_length == 24);
  CHECK(reported.bytes_data == 39);
}

TEST_CASE("an offset is believed up to the end of its struct, and a struct up to a page") {
  const auto is_taken = [](auto change) {
    PythonDebugOffsets_3_13 offsets = offsets_of_3_13();
    change(offsets);
    return refusal("3.13.0 (main)", &offsets).empty();
  };
  CHECK(is_taken([](auto& offsets) { offsets.thread.current_frame = offsets.thread.size - 1; }));
  CHECK_FALSE(is_taken([](auto& offsets) { offsets.thread.current_frame = offsets.thread.size; }));
  CHECK(is_taken([](auto& offsets) { offsets.frame.size = 4096; }));
  CHECK_FALSE(is_taken([](auto& offsets) { offsets.frame.size = 4097; }));
  CHECK(is_taken([](auto& offsets) { offsets.bytes.data = 4095; }));
  CHECK_FALSE(is_taken([](auto& offsets) { offsets.bytes.data = 4096; }));
}

TEST_CASE("what an interpreter tells of itself is not believed when it makes no sense") {
  const std::string silent = "Python does not report where it keeps its frames";
  const std::string nonsense = "Python's description of its frames is invalid";
  CHECK(refusal("3.13.0 (main)") == silent);
  PythonDebugOffsets_3_13 offsets = offsets_of_3_13();
  offsets.head.cookie[0] = 'y';
  CHECK(refusal("3.13.0 (main)", &offsets) == silent);
  offsets = offsets_of_3_13();
  offsets.head.cookie[7] = 'x';
  CHECK(refusal("3.13.0 (main)", &offsets) == silent);
  offsets = offsets_of_3_13();
  offsets.head.version = 0x030E00F0;
  CHECK(refusal("3.13.0 (main)", &offsets) == silent);
  offsets = offsets_of_3_13();
  offsets.head.free_threaded = 1;
  CHECK(refusal("3.13.0 (main)", &offsets) == "Python without the GIL is not supported");
  offsets = offsets_of_3_13();
  offsets.frame.owner = 88;  // the first byte after the frame
  CHECK(refusal("3.13.0 (main)", &offsets) == nonsense);
  offsets = offsets_of_3_13();
  offsets.code.name = 1ULL << 40;
  CHECK(refusal("3.13.0 (main)", &offsets) == nonsense);
  offsets = offsets_of_3_13();
  offsets.code.size = offsets.code.name = 5000;
  CHECK(refusal("3.13.0 (main)", &offsets) == nonsense);
  offsets = offsets_of_3_13();
  offsets.code.size = 400;
  offsets.code.name = 300;  // further from the others than in any Python
  CHECK(refusal("3.13.0 (main)", &offsets) == nonsense);
}

TEST_CASE("3.14 tells its offsets in a form of its own") {
  const auto offsets = offsets_of<PythonDebugOffsets_3_14>(0x030E00F0);
  const PythonLayoutChoice choice = choose_python_layout("3.14.0 (main)", &offsets);
  CHECK(choice.refused == nullptr);
  CHECK(choice.layout.frame_owner == 74);
  CHECK(choice.layout.frame_tag == 1);
  for (const PythonLayout& known : kPythonLayouts) {
    if (known.version == 0x030E) CHECK(std::memcmp(&known, &choice.layout, sizeof known) == 0);
  }
  // In the previous version's format these bytes would mean something else.
  CHECK(refusal("3.13.0 (main)", &offsets) == "Python does not report where it keeps its frames");
}
