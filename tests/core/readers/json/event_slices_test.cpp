#include "core/readers/json/event_slices.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/readers/json/top_level.h"

using namespace lanescope;

namespace {

struct Cutting {
  std::size_t slice_bytes = 1;
  bool exact = false;
  std::size_t slow_reads = 0;
  std::uint64_t text_end = UINT64_MAX;
  std::size_t largest_event = 1U << 20;
};

struct Piece {
  std::uint64_t offset = 0;
  std::string text;
  bool is_last = false;
};

std::vector<Piece> pieces(const std::string& text, const Cutting& cutting) {
  const auto source = memory_byte_source(text, cutting.slow_reads);
  auto found = find_event_list(*source);
  REQUIRE(found.ok());
  const EventList list = std::move(found).value();
  EventSlices slices(*source, list.head, list.layout,
                     {cutting.slice_bytes, cutting.exact, cutting.text_end, cutting.largest_event});
  std::map<std::uint64_t, Piece> by_number;
  SliceBuffer buffer;
  while (slices.next(buffer)) {
    if (buffer.text().empty()) continue;
    CHECK(by_number.count(buffer.number()) == 0);
    by_number[buffer.number()] = {buffer.offset(), std::string(buffer.text()), buffer.is_last()};
  }
  std::vector<Piece> all;
  for (auto& [number, piece] : by_number) all.push_back(piece);
  return all;
}

std::string joined(const std::vector<Piece>& all) {
  std::string text;
  for (const Piece& piece : all) text += (text.empty() ? "" : "|") + piece.text;
  return text;
}

std::string events(int count, const std::string& separator) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += (i == 0 ? "" : separator) + fmt::format("{{\"ph\":\"X\",\"ts\":{}}}", i);
  }
  return text;
}

}  // namespace

TEST_CASE("slices hold whole events and stand where they say, however they are read") {
  const std::string text = "[" + events(50, ",\n") + "]";
  for (const std::size_t slice_bytes : {1U, 5U, 30U, 100U, 100'000U}) {
    for (const bool exact : {false, true}) {
      for (const std::size_t slow_reads : {0U, 1U, 7U}) {
        std::string rebuilt;
        std::uint64_t end = 1;
        const auto all = pieces(text, {slice_bytes, exact, slow_reads});
        for (const Piece& piece : all) {
          CHECK(text.compare(piece.offset, piece.text.size(), piece.text) == 0);
          CHECK(piece.offset >= end);
          CHECK(text.substr(end, piece.offset - end).find_first_not_of(",\n") == std::string::npos);
          CHECK(piece.text.front() == '{');
          end = piece.offset + piece.text.size();
        }
        CHECK(end == text.size());
        CHECK(all.back().is_last);
        CHECK(std::count_if(all.begin(), all.end(), [](const Piece& p) { return p.is_last; }) == 1);
      }
    }
  }
}

TEST_CASE("the smallest slices hold one event each") {
  for (const bool exact : {false, true}) {
    for (const std::size_t slow_reads : {0U, 1U}) {
      CHECK(joined(pieces("[ {\"a\":1},\n{\"a\":2},\n{\"a\":3} ]", {1, exact, slow_reads}))
                .find("{\"a\":1}|{\"a\":2}|{\"a\":3}") != std::string::npos);
    }
  }
}

TEST_CASE("exact cuts are never inside an event, where quick ones may be") {
  const std::string text = R"([{"x":1},{"l":[{"b":2},{"b":3}]},{"x":4}])";
  CHECK(joined(pieces(text, {1, true, 0})) == R"({"x":1}|{"l":[{"b":2},{"b":3}]}|{"x":4}])");
  CHECK(joined(pieces(text, {1, false, 0})) == R"({"x":1}|{"l":[{"b":2}|{"b":3}]}|{"x":4}])");
}

TEST_CASE("exact cuts leave garbage with the events around it") {
  const std::string text = R"([{"x":1}, junk, {"x":2},{"x":3}]], {"x":4},)" + events(40, ",") + "]";
  for (const std::size_t slow_reads : {0U, 1U, 5U}) {
    const auto all = pieces(text, {1, true, slow_reads});
    CHECK(all.size() > 10);
    for (const Piece& piece : all) {
      CHECK(piece.text.front() == '{');
      CHECK((piece.is_last || piece.text.back() == '}'));
    }
    CHECK(joined(all).starts_with(R"({"x":1}, junk, {"x":2}|{"x":3}]], {"x":4})"));
  }
}

TEST_CASE("text that never holds the separator again is one slice") {
  const std::string text = "[{\"a\":1},\n{\"a\":2}" + events(30, " , ").insert(0, " , ") + "]";
  CHECK(pieces(text, {1, false, 0}).size() == 2);
  CHECK(pieces(text, {1, true, 0}).size() == 32);
}

TEST_CASE("no slice reaches behind the known end of the list") {
  const std::string list = "[" + events(9, ",") + "]";
  const std::string text = list + ",\"other\":[" + events(9, ",") + "]}";
  for (const bool exact : {false, true}) {
    for (const std::size_t slow_reads : {0U, 3U}) {
      const auto all = pieces(text, {20, exact, slow_reads, list.size()});
      CHECK(all.back().is_last);
      CHECK(all.back().offset + all.back().text.size() == list.size());
    }
  }
}

TEST_CASE("behind an end that was found no slice begins") {
  const std::string text = "[" + events(1000, ",") + "]";
  const auto source = memory_byte_source(text);
  auto list = find_event_list(*source);
  REQUIRE(list.ok());
  EventSlices slices(*source, list.value().head, list.value().layout, {50, false, UINT64_MAX});
  SliceBuffer buffer;
  REQUIRE(slices.next(buffer));
  slices.stop_after(200);
  std::uint64_t last = 0;
  while (slices.next(buffer)) last = std::max(last, buffer.offset());
  CHECK(last < 300);
}

TEST_CASE("text without any cut comes in pieces, so that no more than a piece is in memory") {
  const std::string name(10'000, 'a'), blanks(10'000, ' ');
  const std::string text = "[" + events(3, ",\n") + ",\n{\"ph\":\"X\",\"name\":\"" + name + "\"}," +
                           blanks + events(3, ",\n") + "]";
  Cutting cutting{10, true, 7};
  cutting.largest_event = 1000;
  const auto all = pieces(text, cutting);
  std::string last;
  for (const Piece& piece : all) {
    CHECK(piece.text.size() < 3000);
    CHECK(text.compare(piece.offset, piece.text.size(), piece.text) == 0);
    last = piece.text;
  }
  CHECK(last.find("\"ts\":2}]") != std::string::npos);
}
