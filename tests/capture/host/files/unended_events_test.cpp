#include "capture/host/files/unended_events.h"

#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/fixtures/capture_bytes.h"

using namespace lanescope;
using wire::RecordType;

namespace {

/// One record and the time at which the thing really began.
struct CutEvent {
  RecordType type{};
  std::int64_t began_ns = 0, time_ns = 0;
  friend bool operator==(const CutEvent&, const CutEvent&) = default;
};

std::vector<CutEvent> events_in(const CutEvents& cut) {
  std::vector<CutEvent> events;
  for (std::size_t at = 0; at < cut.records.size();) {
    wire::BegunEarlierRecord earlier{};
    std::memcpy(&earlier, cut.records.data() + at, sizeof earlier);
    REQUIRE(RecordType{earlier.header.type} == RecordType::BegunEarlier);
    at += sizeof earlier;
    wire::RangePopRecord event{};
    std::memcpy(&event, cut.records.data() + at, sizeof event);
    events.push_back({RecordType{event.header.type}, earlier.time_ns, event.time_ns});
    at += event.header.words * wire::kWord;
  }
  return events;
}

class Threads {
 public:
  Threads& take(ChannelBytes& channel, std::uint32_t number = 1, std::uint32_t process = 0) {
    const std::string bytes = channel.take();
    unended.take(process, number, std::as_bytes(std::span(bytes)));
    return *this;
  }
  /// Of the only channel; none: there is nothing.
  [[nodiscard]] std::vector<CutEvent> events(std::int64_t edge_ns = 1000) const {
    const std::vector<CutEvents> cut = unended.cut_at(edge_ns);
    if (cut.empty()) return {};
    REQUIRE(cut.size() == 1);
    return events_in(cut.front());
  }

  UnendedEvents unended;
};

}  // namespace

TEST_CASE("ranges and calls that have not ended are cut at the edge, outermost first") {
  Threads threads;
  ChannelBytes lane;
  lane.thread(5).push(10, "step", 1).push(20, "load", 2).pop(30);
  lane.begin(40, {.api = "cudaStreamSynchronize", .correlation = 7});
  threads.take(lane);
  CHECK(threads.events() ==
        std::vector<CutEvent>{{RecordType::RangePush, 10, 1000}, {RecordType::ApiBegin, 40, 1000}});
  // It knows which thread they are of, and the file is told of the edge.
  CHECK(threads.unended.cut_at(1000).front().channel == 1);
  CHECK(threads.unended.cut_at(1000).front().time_ns == 1000);
  // What began behind the edge has its own time.
  CHECK(threads.events(25).at(1) == CutEvent{RecordType::ApiBegin, 40, 40});
  threads.take(lane.end(50, 7).pop(60));
  CHECK(threads.events().empty());
}

TEST_CASE("a range that one thread starts is ended by another") {
  Threads threads;
  ChannelBytes lane, other;
  lane.thread(5);
  threads.take(lane.start_range(10, "span", 1).start_range(20, "span", 2));
  threads.take(other.thread(6).end_range(30, 1), 2);
  CHECK(threads.events() == std::vector<CutEvent>{{RecordType::RangeStart, 20, 1000}});
  // Of another process, the same number means something else.
  ChannelBytes apart;
  threads.take(apart.thread(7).end_range(40, 2), 1, 3);
  CHECK(threads.events().size() == 1);
}

TEST_CASE("what is inside a call ends with it, but not a range that any thread may end") {
  Threads threads;
  ChannelBytes lane;
  lane.thread(5).begin(10, {.correlation = 7}).push(20, "inside");
  threads.take(lane.start_range(25, "span", 3).end(30, 7));
  CHECK(threads.events() == std::vector<CutEvent>{{RecordType::RangeStart, 25, 1000}});
}

TEST_CASE("nothing is left of a thread or process that has ended, or of what may have been lost") {
  Threads threads;
  ChannelBytes lane;
  threads.take(lane.thread(5).push(10, "a"));
  threads.take(lane.thread(6));
  CHECK(threads.events().empty());
  threads.take(lane.push(20, "b"));
  threads.unended.leave(0);
  CHECK(threads.events().empty());
  threads.take(lane.push(30, "c"));
  lane.add(RecordType::Gap, static_cast<std::uint32_t>(wire::GapReason::Paused), wire::GapRecord{});
  threads.take(lane);
  CHECK(threads.events().size() == 1);
  lane.add(RecordType::Gap, static_cast<std::uint32_t>(wire::GapReason::ChannelFull),
           wire::GapRecord{});
  threads.take(lane);
  CHECK(threads.events().empty());
}

TEST_CASE("a program that ends none of its ranges takes no more memory than is allowed") {
  Threads threads;
  ChannelBytes lane;
  lane.thread(5);
  for (std::size_t i = 0; i < UnendedEvents::kMost + 10; ++i)
    lane.start_range(static_cast<std::int64_t>(i), "span", i + 1);
  threads.take(lane);
  CHECK(threads.events().size() == UnendedEvents::kMost);
}

TEST_CASE("damaged records end what is read of them, and harm nothing else") {
  Threads threads;
  ChannelBytes lane;
  std::string bytes = lane.thread(5).push(10, "step").take();
  const wire::RecordHeader endless{static_cast<std::uint16_t>(RecordType::RangePush), 0xFFFF, 1};
  bytes.append(reinterpret_cast<const char*>(&endless), sizeof endless);
  threads.unended.take(0, 1, std::as_bytes(std::span(bytes)));
  CHECK(threads.events() == std::vector<CutEvent>{{RecordType::RangePush, 10, 1000}});
}

TEST_CASE("the time of the first event of a thread is found behind its definitions") {
  ChannelBytes lane, gpu;
  const auto first = [](ChannelBytes& channel) {
    const std::string bytes = channel.take();
    return first_event_ns(std::as_bytes(std::span(bytes)));
  };
  CHECK(first(lane.thread(5)) == std::nullopt);
  CHECK(first(lane.push(30, "step").pop(40)) == 30);
  CHECK(first(lane.pop(50)) == 50);
  CHECK(first(lane.add(RecordType::ApiAlias, 0, wire::ApiAliasRecord{}).pop(60)) == 60);
  CHECK(first(gpu.gpu().kernel(10, 20, {})) == std::nullopt);
}
