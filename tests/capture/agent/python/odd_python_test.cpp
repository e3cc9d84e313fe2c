#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include <doctest/doctest.h>

#include "capture/agent/python/walk.h"
#include "tests/capture/pythons.h"
#include "tests/paths.h"

using namespace lanescope;
using namespace lanescope::agent;

namespace {

constexpr Forbidden kStays = Forbidden::ReadStraight;

}  // namespace

TEST_CASE("frames that are not as they should be turn stacks off for good") {
  for (const char* odd : {"type", "owner", "pointer", "frame gone", "code gone", "text gone"}) {
    CAPTURE(odd);
    const CommandResult ran =
        run_command("'" + binary_folder() + "/tests/probes/odd_python' '" + odd + "'");
    CHECK(ran.code == 0);
    CHECK(ran.output ==
          "started: on\nstack 0, version 0\nthen: Python frames do not match this version\n");
  }
}

TEST_CASE("texts of Python become UTF-8 from every width") {
  const PythonLayout layout = choose_python_layout("3.12.1", nullptr).layout;
  char buffer[16], wide[64];
  // A str of 3.12: length at 16, state at 32, wide characters from 56.
  struct {
    std::uint64_t references, type, length, hash;
    std::uint32_t state, padding;
    std::uint64_t utf8_length, utf8;
    std::uint32_t points[8];
  } text{};
  static_assert(offsetof(decltype(text), points) == 56);
  const TextRoom room{buffer, sizeof buffer, wide, sizeof wide};
  const auto read = [&] {
    return std::string(python_text(layout, &text, room, kStays).value_or("gone"));
  };
  text.state = 4U << 2 | 1U << 5;  // compact, four bytes per character
  text.length = 4;
  const char32_t points[] = U"aé名😀";
  for (std::size_t at = 0; at < 4; ++at) text.points[at] = points[at];
  CHECK(read() == "aé名😀");
  // No room for the complete next character: cut before it.
  text.length = 7;
  text.points[4] = text.points[5] = text.points[6] = U'名';
  CHECK(read() == "aé名😀名");
  text.state = 1U << 2 | 1U << 5;  // Latin-1
  text.length = 1;
  text.points[0] = 0xFC;
  CHECK(read() == "ü");
  text.state = 4U << 2;  // not compact
  CHECK(read() == "?");
  CHECK(python_text(layout, nullptr, room, kStays) == "?");
  text.state = 1U << 2 | 1U << 5 | 1U << 6;  // ASCII, from 40
  text.length = 8;
  std::memcpy(&text.utf8_length, "function", 8);
  CHECK(read() == "function");
  const auto nowhere = reinterpret_cast<const void*>(std::uintptr_t{1} << 46);
  CHECK_FALSE(python_text(layout, nowhere, room, kStays));
}
