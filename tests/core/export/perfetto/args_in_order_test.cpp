#include "core/export/perfetto/args_in_order.h"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("events that are asked for from the end of a file are read from its begin") {
  constexpr std::uint32_t kEvents = 100'000;
  std::vector<perfetto::ArgsInOrder::Placed> events;
  for (std::uint32_t i = kEvents; i-- > 0;) events.push_back({i * std::uint64_t{100}, EventId{i}});
  std::vector<std::uint32_t> reads;
  const ReadEvent read = [&](EventId event) -> std::optional<JsonValue> {
    reads.push_back(index_of(event));
    if (index_of(event) == 7) return std::nullopt;
    return JsonValue{std::int64_t{index_of(event)}};
  };
  perfetto::ArgsInOrder args(read, events);
  bool right = true;
  for (const auto& placed : events) {
    const auto json = args.next(placed.event);
    const std::uint32_t number = index_of(placed.event);
    right &= number == 7 ? !json : json && json->as_int() == number;
  }
  CHECK(right);
  REQUIRE(reads.size() == kEvents);
  int jumps_back = 0;
  for (std::size_t i = 1; i < reads.size(); ++i) jumps_back += reads[i] < reads[i - 1] ? 1 : 0;
  CHECK(jumps_back < 10);
}
