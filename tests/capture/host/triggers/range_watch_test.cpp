#include "capture/host/triggers/range_watch.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "capture/host/triggers/trigger_mark.h"
#include "tests/capture/host/triggers/made_ranges.h"

using namespace lanescope;

namespace {

constexpr std::int64_t kMs = 1'000'000;

RangeWatch watch_for(const char* text) {
  return RangeWatch(parse_trigger_condition(text).value());
}

/// Steps of 100 ms each, "step 1" and so on, one after another.
MadeRanges even_steps(std::uint32_t count) {
  MadeRanges made;
  made.open(7);
  for (std::uint32_t i = 1; i <= count; ++i) {
    const std::int64_t begin_ns = i * 100 * kMs;
    made.text(i, "step " + std::to_string(i)).push(begin_ns, i, i).pop(begin_ns + 100 * kMs, i);
  }
  return made;
}

}  // namespace

TEST_CASE("a range that takes longer than its limit is found, with its thread") {
  RangeWatch watch = watch_for("range:load>200ms");
  MadeRanges made;
  made.open(42).text(1, "load").text(2, "other");
  made.push(0, 1, 1).push(kMs, 2, 2).pop(900 * kMs, 2).pop(950 * kMs, 1);
  watch.take(3, 5, made.bytes());
  const auto found = watch.take_found();
  REQUIRE(found.has_value());
  CHECK(found->what == "load took 950.0 ms (more than 200.0 ms)");
  CHECK(found->process == 3);
  CHECK(found->tid == 42);
  CHECK_FALSE(watch.take_found().has_value());
  CHECK(watch.ended() == 1);
  CHECK(watch.longest_ns() == 950 * kMs);
}

TEST_CASE("ranges within the limit, and those of other names, are not found") {
  RangeWatch watch = watch_for("range:load>200ms");
  MadeRanges made;
  made.open(42).text(1, "load").text(2, "loader");
  made.push(0, 1, 1).pop(200 * kMs, 1).push(0, 2, 2).pop(900 * kMs, 2);
  watch.take(0, 0, made.bytes());
  CHECK_FALSE(watch.take_found().has_value());
  CHECK(watch.ended() == 1);
}

TEST_CASE("a name may be that of an operator with its numbers, or the beginning of several") {
  RangeWatch op = watch_for("range:aten::mm>1ms");
  MadeRanges made;
  made.open(1).text(1, "aten::mm, seq = 3, op_id = 7, sizes = [[2, 3], [3, 4]]");
  made.push(0, 1, 1).pop(2 * kMs, 1);
  op.take(0, 0, made.bytes());
  REQUIRE(op.take_found().has_value());

  RangeWatch several = watch_for("range:epoch*>1ms");
  MadeRanges epochs;
  epochs.open(1).text(1, "epoch 4").push(0, 1, 1).pop(2 * kMs, 1);
  several.take(0, 0, epochs.bytes());
  const auto found = several.take_found();
  REQUIRE(found.has_value());
  CHECK(found->what == "epoch 4 took 2.000 ms (more than 1.000 ms)");
}

TEST_CASE("a step is compared with the median of those before") {
  RangeWatch watch = watch_for("step>1.5*median");
  watch.take(0, 0, even_steps(20).bytes());
  CHECK_FALSE(watch.take_found().has_value());
  MadeRanges slow;
  slow.text(90, "step 90").push(0, 90, 90).pop(151 * kMs, 90);
  watch.take(0, 0, slow.bytes());
  const auto found = watch.take_found();
  REQUIRE(found.has_value());
  CHECK(found->what == "step 90 took 151.0 ms (more than 1.5 × the median of 100.0 ms)");
}

TEST_CASE("before there are enough steps for a median, none is too slow") {
  RangeWatch watch = watch_for("step>1.5*median");
  MadeRanges made = even_steps(RangeWatch::kLeastForMedian - 1);
  made.text(90, "step 90").push(0, 90, 90).pop(9000 * kMs, 90);
  watch.take(0, 0, made.bytes());
  CHECK_FALSE(watch.take_found().has_value());
}

TEST_CASE("a range that does not end is found once it has run for too long") {
  RangeWatch watch = watch_for("range:load>200ms");
  MadeRanges made;
  made.open(1).text(1, "load").push(1000 * kMs, 1, 1);
  watch.take(0, 0, made.bytes());
  watch.look(1100 * kMs);
  CHECK_FALSE(watch.take_found().has_value());
  watch.look(1300 * kMs);
  const auto found = watch.take_found();
  REQUIRE(found.has_value());
  CHECK(found->what == "load has been running for 300.0 ms (more than 200.0 ms)");
  // Once is enough, also when it ends at last.
  watch.look(1400 * kMs);
  watch.take(0, 0, MadeRanges().pop(1500 * kMs, 1).bytes());
  CHECK_FALSE(watch.take_found().has_value());
}

TEST_CASE("a range that one thread starts may be ended by another") {
  RangeWatch watch = watch_for("range:request>10ms");
  MadeRanges first, second;
  first.open(1).text(1, "request").start(0, 1, 77);
  second.open(2).end(30 * kMs, 77);
  watch.take(0, 0, first.bytes());
  watch.take(0, 1, second.bytes());
  const auto found = watch.take_found();
  REQUIRE(found.has_value());
  CHECK(found->tid == 1);
}

TEST_CASE("a range whose end may be missing is forgotten") {
  RangeWatch watch = watch_for("range:load>200ms");
  MadeRanges made;
  made.open(1).text(1, "load").push(0, 1, 1);
  SUBCASE("records were dropped") {
    made.gap();
    watch.take(0, 0, made.bytes());
  }
  SUBCASE("the program does not record for a while") {
    watch.take(0, 0, made.bytes());
    watch.forget_open();
  }
  SUBCASE("the process is gone") {
    watch.take(0, 0, made.bytes());
    watch.leave(0);
  }
  SUBCASE("another thread has the channel") {
    made.open(2);
    watch.take(0, 0, made.bytes());
  }
  watch.look(1000 * kMs);
  CHECK_FALSE(watch.take_found().has_value());
}

TEST_CASE("damaged records are no reason to fail") {
  RangeWatch watch = watch_for("range:load>200ms");
  MadeRanges made;
  made.open(1).text(1, "load").push(0, 1, 1).pop(900 * kMs, 1);
  const std::vector<std::byte> whole(made.bytes().begin(), made.bytes().end());
  for (std::size_t size = 0; size < whole.size(); ++size)
    watch.take(0, 0, std::span(whole).first(size));
  std::vector<std::byte> spoiled = whole;
  spoiled[2] = spoiled[3] = std::byte{0};  // a record without a size
  watch.take(0, 0, spoiled);
  CHECK(watch.ended() == 0);
}

TEST_CASE("the mark of a trigger is a channel, a text and a mark") {
  const TriggerMark mark = trigger_mark("step 9 took 1 s", 42, 123);
  CHECK(mark.count == 3);
  wire::ChannelOpenRecord open{};
  std::memcpy(&open, mark.records.data(), sizeof open);
  CHECK(open.header.aux == static_cast<std::uint32_t>(wire::ChannelKind::Recorder));
  CHECK(open.tid == 42);
  const std::string_view bytes(reinterpret_cast<const char*>(mark.records.data()),
                               mark.records.size());
  CHECK(bytes.find("trigger: step 9 took 1 s") != std::string_view::npos);
  wire::MarkRecord last{};
  std::memcpy(&last, mark.records.data() + mark.records.size() - sizeof last, sizeof last);
  CHECK(last.header.type == static_cast<std::uint16_t>(wire::RecordType::Mark));
  CHECK(last.time_ns == 123);
}
