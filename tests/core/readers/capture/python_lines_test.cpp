#include "core/readers/capture/python_lines.h"

#include <random>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

struct Table {
  std::uint16_t version;
  std::int32_t first_line;
  std::vector<std::uint8_t> bytes;

  [[nodiscard]] std::optional<std::int32_t> line(std::int32_t instruction) const {
    return python_line({version, first_line, std::as_bytes(std::span(bytes))}, instruction);
  }
};

using Lines = std::vector<std::optional<std::int32_t>>;

/// The lines of the instructions 0, 2, 4 … below `end`.
Lines lines_of(const Table& table, std::int32_t end) {
  Lines lines;
  for (std::int32_t at = 0; at < end; at += 2) lines.push_back(table.line(at));
  return lines;
}

constexpr auto kNone = std::nullopt;

}  // namespace

TEST_CASE("a line table of Python 3.10 moves by pairs of bytes") {
  const Table table{0x030A,
                    2,
                    {
                        4, 2,    // [0, 4): 2 + 2 = 4
                        2, 1,    // [4, 6): 5
                        4, 255,  // [6, 10): 4
                        0, 7,    // nothing lies on 11, but lines go on from it
                        2, 128,  // [10, 12): no line, and 11 stays
                        2, 0,    // [12, 14): 11
                        2, 249,  // [14, 16): 4
                    }};
  CHECK(lines_of(table, 18) == Lines{4, 4, 5, 4, 4, kNone, 11, 4, kNone});
}

TEST_CASE("a line table of Python 3.11 and later moves by entries of several forms") {
  const std::vector<std::uint8_t> bytes{
      0x80, 0x00,                    // kind 0, 1 unit: [0, 2) stays on 2
      0xF0, 0x06, 0x00, 0x13, 0x14,  // kind 14, 1 unit, 6 >> 1 = +3: [2, 4) on 5
      0xF1, 0x03, 0x01, 0x09, 0x15,  // kind 14, 2 units, -(3 >> 1) = -1: [4, 8) on 4
      0xD8, 0x0D, 0x0E,              // kind 11, 1 unit, +1: [8, 10) on 5
      0xE0, 0x0D, 0x0E,              // kind 12, 1 unit, +2: [10, 12) on 7
      0xD0, 0x0D, 0x0E,              // kind 10, 1 unit: [12, 14) on 7
      0xF9,                          // kind 15, 2 units: [14, 18) without a line
      0xE8, 0x48, 0x03,              // kind 13, 1 unit, 8 + (3 << 6) = 200: [18, 20) on 107
      0xC9, 0x7F,                    // kind 9, 2 units: [20, 24) on 107
  };
  for (const int version : {0x030B, 0x030C, 0x030D}) {
    CHECK(lines_of({static_cast<std::uint16_t>(version), 2, bytes}, 26) ==
          Lines{2, 5, 4, 4, 5, 7, 7, kNone, kNone, 107, 107, 107, kNone});
  }
}

TEST_CASE("a function as CPython compiles it has the lines that CPython tells") {
  // def outer(a, b) over 17 lines with a try, loops and a with; from co_linetable and co_lines().
  const Table table{0x030A, 2, {6, 2, 2,   1, 6, 255, 2, 2, 2,   1, 2, 1, 2,
                                1, 4, 254, 2, 4, 2,   1, 8, 255, 2, 1, 6, 255}};
  const std::vector<std::pair<std::int32_t, std::int32_t>> starts{
      {0, 4},  {6, 5},   {8, 4},   {14, 6},  {16, 7},  {18, 8}, {20, 9},
      {22, 7}, {26, 11}, {28, 12}, {30, 11}, {38, 12}, {40, 11}};
  for (const auto& [at, line] : starts) CHECK(table.line(at) == line);
  CHECK(table.line(45) == 11);
  CHECK(table.line(46) == kNone);
}

TEST_CASE("what no line is known of has none") {
  CHECK(Table{0x030B, 7, {0x80, 0x00}}.line(-1) == kNone);
  CHECK(Table{0x030B, 7, {}}.line(0) == kNone);
  CHECK(Table{0x030A, 7, {2}}.line(0) == 7);  // cut after the length: it stays
  // A version before and one after those whose format is known.
  CHECK(Table{0x0309, 7, {2, 0}}.line(0) == kNone);
  CHECK(Table{0x030F, 7, {0x80, 0x00}}.line(0) == kNone);
  // Lines below 1 and beyond 31 bits: -1 << 1 | 1, and twice +0x3FFFFFFF on top of 7.
  CHECK(Table{0x030B, 1, {0xE8, 0x03}}.line(0) == kNone);
  const std::vector<std::uint8_t> far{0xE8, 0x7E, 0x7F, 0x7F, 0x7F, 0x7F, 0x01,
                                      0xE8, 0x7E, 0x7F, 0x7F, 0x7F, 0x7F, 0x01};
  CHECK(Table{0x030B, 7, far}.line(0) == 0x3FFFFFFF + 7);
  CHECK(Table{0x030B, 7, far}.line(2) == kNone);
}

TEST_CASE("any bytes whatever are read to their end and no further") {
  std::mt19937 random(12345);
  for (int round = 0; round < 20000; ++round) {
    Table table{
        static_cast<std::uint16_t>(0x030A + random() % 4), static_cast<std::int32_t>(random()), {}};
    table.bytes.resize(random() % 40);
    for (auto& byte : table.bytes) byte = static_cast<std::uint8_t>(random());
    table.bytes.shrink_to_fit();
    const auto line = table.line(static_cast<std::int32_t>(random() % 300));
    if (line) CHECK(*line > 0);
  }
}
