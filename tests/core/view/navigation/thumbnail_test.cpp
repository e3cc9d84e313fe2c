#include "core/view/navigation/thumbnail.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "tests/core/fixtures/load_text.h"

namespace lanescope {
namespace {

/// Two halves: an operator over the first, a kernel over the second.
Thumbnail halves() {
  return make_thumbnail(*load_text(
      R"({"traceEvents":[)"
      R"({"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":2,"ts":0,"dur":500},)"
      R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":500,"dur":500,"args":{"stream":7,"device":0}}]})"));
}

bool row_has(const Thumbnail& picture, std::size_t column, ColorRole role) {
  for (std::size_t row = 0; row < Thumbnail::kRows; ++row) {
    const Thumbnail::Cell& cell = picture.at(column, row);
    if (cell.level == Thumbnail::kLevels && cell.role == role) return true;
  }
  return false;
}

TEST_CASE("a thumbnail shows what runs when, by its role") {
  const Thumbnail picture = halves();
  CHECK(row_has(picture, 20, ColorRole::CpuOp));
  CHECK_FALSE(row_has(picture, 20, ColorRole::Compute));
  CHECK(row_has(picture, 100, ColorRole::Compute));
  CHECK_FALSE(row_has(picture, 100, ColorRole::CpuOp));
}

TEST_CASE("a memory snapshot shows the curve of its memory") {
  const auto event = [](const char* ts, const char* bytes, const char* total) {
    return std::string(
               R"({"ph":"i","s":"t","cat":"cpu_instant_event","name":"[memory]","pid":0,)") +
           R"("tid":"stream 0","ts":)" + ts + R"(,"args":{"Device Type":1,"Device Id":0,"Addr":)" +
           ts + R"(,"Bytes":)" + bytes + R"(,"Total Allocated":)" + total +
           R"(,"Total Reserved":1000}})";
  };
  Snapshot snapshot =
      *load_text(R"({"traceEvents":[)" + event("1", "100", "100") + "," +
                 event("500", "300", "400") + "," + event("999", "1", "401") + "]}");
  snapshot.info.format = "cuda-memory-snapshot";
  const auto covered = [](const Thumbnail& picture, std::size_t column) {
    std::size_t cells = 0;
    for (std::size_t row = 0; row < Thumbnail::kRows; ++row)
      cells += picture.at(column, row).level > 0 ? 1 : 0;
    return cells;
  };
  const Thumbnail picture = make_thumbnail(snapshot);
  CHECK_FALSE(picture.empty());
  CHECK(covered(picture, 20) > 0);
  CHECK(covered(picture, 100) > 2 * covered(picture, 20));
}

TEST_CASE("a trace without events has none") {
  CHECK(make_thumbnail(*load_text(R"({"traceEvents":[]})")).empty());
}

TEST_CASE("a thumbnail comes back from its bytes, of its own trace only") {
  const Thumbnail picture = halves();
  const std::string bytes = thumbnail_bytes(picture, "/a.json 12");
  CHECK(parse_thumbnail(bytes, "/a.json 12") == picture);
  CHECK_FALSE(parse_thumbnail(bytes, "/a.json 13").has_value());
  CHECK_FALSE(parse_thumbnail(bytes, "/a.json 123").has_value());
}

TEST_CASE("broken bytes are no thumbnail") {
  const std::string bytes = thumbnail_bytes(halves(), "x");
  CHECK_FALSE(parse_thumbnail("", "x").has_value());
  CHECK_FALSE(parse_thumbnail(bytes.substr(1), "x").has_value());
  CHECK_FALSE(parse_thumbnail(bytes + "x", "x").has_value());
  std::string odd = bytes;
  odd.back() = '\xFF';
  CHECK_FALSE(parse_thumbnail(odd, "x").has_value());
}

}  // namespace
}  // namespace lanescope
