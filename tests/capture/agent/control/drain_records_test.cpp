// The drain thread's own records: clocks, statistics, pauses and conflicts.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>
#include <x86intrin.h>

#include <doctest/doctest.h>

#include "capture/agent/agent.h"
#include "capture/agent/control/drain.h"
#include "capture/agent/cupti/gpu.h"
#include "capture/agent/ring/string_ids.h"
#include "tests/capture/agent/control/drain_channel.h"

using namespace lanescope;
using namespace lanescope::agent;
using wire::RecordType;

namespace {

std::vector<ReadRecord> of_type(const std::vector<ReadRecord>& records, RecordType type) {
  std::vector<ReadRecord> some;
  for (const ReadRecord& record : records) {
    if (record.type() == type) some.push_back(record);
  }
  return some;
}

/// All the clocks in a Clock record.
std::vector<std::int64_t> clocks_now() {
  return {now_ns(), clock_ns(CLOCK_MONOTONIC), clock_ns(CLOCK_MONOTONIC_RAW),
          clock_ns(CLOCK_BOOTTIME), static_cast<std::int64_t>(__rdtsc())};
}
std::vector<std::int64_t> clocks_of(const ReadRecord& record) {
  const auto clock = record.as<wire::ClockRecord>();
  return {clock.realtime_ns, clock.monotonic_ns, clock.monotonic_raw_ns, clock.boottime_ns,
          static_cast<std::int64_t>(clock.tsc)};
}

}  // namespace

TEST_CASE("the drain's channel says whose it is, and is closed with a last word") {
  Drain drain;
  drain.settle();
  drain.end();
  const auto records = drain.read();
  REQUIRE(records.size() >= 5);
  CHECK(records[0].type() == RecordType::ChannelOpen);
  CHECK(records[0].header().aux == static_cast<std::uint32_t>(wire::ChannelKind::Gpu));
  const auto open = records[0].as<wire::ChannelOpenRecord>();
  CHECK(open.pid == static_cast<std::uint32_t>(::getpid()));
  CHECK(open.tid != static_cast<std::uint32_t>(::gettid()));
  CHECK(std::string(open.thread_name) == "lanescope-gpu");
  // At the start and at the end.
  CHECK(records[1].type() == RecordType::Clock);
  CHECK(records[records.size() - 2].type() == RecordType::Clock);
  CHECK(records.back().type() == RecordType::Stats);
}

TEST_CASE("all clocks are read at one moment") {
  const auto before = clocks_now();
  std::vector<ReadRecord> clocks;
  {
    Drain drain;
    drain.ask(Request::Flush);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    drain.end();
    clocks = of_type(drain.read(), RecordType::Clock);
  }
  const auto after = clocks_now();
  REQUIRE(clocks.size() >= 2);
  const auto first = clocks_of(clocks.front()), second = clocks_of(clocks.back());
  for (std::size_t clock = 0; clock < before.size(); ++clock) {
    CAPTURE(clock);
    CHECK(before[clock] <= first[clock]);
    CHECK(first[clock] < second[clock]);
    CHECK(second[clock] <= after[clock]);
  }
  // The same time passed on each of them.
  for (std::size_t clock = 0; clock < 4; ++clock)
    CHECK(std::abs((second[clock] - first[clock]) - (second[0] - first[0])) < 5 * kMillisecond);
  CHECK(clocks.front().as<wire::ClockRecord>().cupti_ns == 0);
}

TEST_CASE("a second has its clocks and counts, and some flushes") {
  Drain drain;
  std::vector<ReadRecord> stats;
  for (int tries = 0; tries < 2000 && stats.size() < 2; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    for (ReadRecord& record : of_type(drain.read(), RecordType::Stats)) stats.push_back(record);
  }
  REQUIRE(stats.size() >= 2);
  const auto first = stats[0].as<wire::StatsRecord>(), second = stats[1].as<wire::StatsRecord>();
  CHECK(second.time_ns - first.time_ns >= kSecond - 50 * kMillisecond);
  // One flush per 100 ms, fewer on a busy machine.
  CHECK(first.flushes == 1);
  CHECK(second.flushes >= 4);
  CHECK(second.flushes <= 12);
}

TEST_CASE("how the agent does is the sum over its channels") {
  Drain drain;
  drain.settle();
  std::uint64_t used = 0, flushes = 0;
  {
    const Recording now;
    now.channel().calls = 7;
    now.channel().spent_ns = 9000;
    for (int text = 0; text < 20; ++text) now.channel().string("text " + std::to_string(text));
  }
  std::thread([] {
    const Recording now;
    now.channel().calls = 5;
    now.channel().spent_ns = 100;
  }).join();
  const std::int64_t before_ns = now_ns();
  for (int times = 0; times < 3; ++times) drain.ask(Request::Flush);
  drain.end();
  for (std::uint32_t channel = 0; channel < drain.ring.layout().channels; ++channel)
    used += drain.ring.channel(channel).head.load();
  const auto all = of_type(drain.read(), RecordType::Stats);
  REQUIRE(all.size() >= 2);
  flushes = all.front().as<wire::StatsRecord>().flushes;
  const auto stats = all.back().as<wire::StatsRecord>();
  CHECK(stats.time_ns >= before_ns);
  CHECK(stats.time_ns <= now_ns());
  CHECK(stats.launches == 12);
  CHECK(stats.spent_ns == 9100);
  CHECK(stats.flushes >= flushes + 4);
  CHECK(stats.gpu_records == 0);
  CHECK(stats.cupti_dropped == 0);
  CHECK(stats.trash_buffers == 0);
  // The ring's contents except these counts themselves, plus the channels and their string tables.
  const std::uint64_t others = used - sizeof(wire::StatsRecord) +
                               drain.ring.layout().channels * sizeof(Channel) +
                               string_table_bytes();
  CHECK(string_table_bytes() > 0);
  CHECK(stats.rss_bytes - stats.buffer_bytes == others);
}

TEST_CASE("a pause is told by the drain when it is over") {
  Drain drain;
  drain.settle();
  const std::int64_t before_ns = now_ns();
  want_paused(true);
  const std::int64_t begun_ns = now_ns();
  CHECK_FALSE(recording());
  drain.ask(Request::Flush);
  CHECK(of_type(drain.read(), RecordType::Gap).empty());
  const std::int64_t ending_ns = now_ns();
  want_paused(false);
  drain.ask(Request::Flush);
  const std::int64_t after_ns = now_ns();
  const auto gaps = of_type(drain.read(), RecordType::Gap);
  REQUIRE(gaps.size() == 1);
  CHECK(gaps[0].header().aux == static_cast<std::uint32_t>(wire::GapReason::Paused));
  const auto gap = gaps[0].as<wire::GapRecord>();
  CHECK(gap.first_ns >= before_ns);
  CHECK(gap.first_ns <= begun_ns);
  CHECK(gap.last_ns >= ending_ns);
  CHECK(gap.last_ns <= after_ns);
  CHECK(gap.records == 0);
  CHECK(recording());
  // The flag in the ring counts, too.
  auto& paused = static_cast<wire::RingHeader*>(drain.ring.memory())->paused;
  paused = 1;
  drain.ask(Request::Flush);
  CHECK_FALSE(recording());
  paused = 0;
  drain.ask(Request::Flush);
  CHECK(recording());
  CHECK(of_type(drain.read(), RecordType::Gap).size() == 1);
}

TEST_CASE("a pause that lasts until the recording stops, or the program ends, is told then, once") {
  for (const Request last : {Request::Stop, Request::End}) {
    Drain drain;
    drain.settle();
    want_paused(true);
    const std::int64_t begun_ns = now_ns();
    drain.ask(Request::Flush);
    const std::int64_t ending_ns = now_ns();
    if (last == Request::Stop) drain.ask(last);
    drain.end();
    const auto gaps = of_type(drain.read(), RecordType::Gap);
    REQUIRE(gaps.size() == 1);
    CHECK(gaps[0].header().aux == static_cast<std::uint32_t>(wire::GapReason::Paused));
    const auto gap = gaps[0].as<wire::GapRecord>();
    CHECK(gap.first_ns <= begun_ns);
    CHECK(gap.last_ns >= ending_ns);
  }
}

TEST_CASE(
    "after its stop the drain writes nothing, whatever is wished, and ends with the process") {
  Drain drain;
  drain.settle();
  drain.read();
  drain.ask(Request::Stop);
  CHECK_FALSE(recording());
  const auto last = drain.read();
  REQUIRE(last.size() >= 2);
  CHECK(last.back().type() == RecordType::Stats);
  want_paused(true);
  drain.ask(Request::Flush);
  want_paused(false);
  drain.ask(Request::Flush);
  std::this_thread::sleep_for(std::chrono::milliseconds(1050));
  drain.ask(Request::Stop);
  drain.end();
  CHECK(drain.read().empty());
}

TEST_CASE("what is to be called when recording stops is called once, then, and not at the end") {
  static int calls = 0;
  calls = 0;
  {
    Drain drain;
    when_stopped([] { ++calls; });
    drain.ask(Request::Flush);
    CHECK(calls == 0);
    drain.ask(Request::Stop);
    CHECK(calls == 1);
    drain.ask(Request::Stop);
    CHECK(calls == 1);
  }
  {
    Drain drain;
    when_stopped([] { ++calls; });
    drain.end();
    CHECK(calls == 1);
  }
  {
    Drain drain;  // nothing of it was reported by the previous one
    drain.ask(Request::Stop);
    CHECK(calls == 1);
  }
}

TEST_CASE("what somebody knows of another profiler is told at once, and how long that was") {
  Drain drain;
  drain.settle();
  drain.read_news();
  const std::int64_t before_ns = now_ns();
  tell_conflict(wire::ConflictKind::Lost);
  drain.ask(Request::Flush);
  const std::int64_t lost_ns = now_ns();
  CHECK(gpu_is_lost());
  auto records = drain.read_news();
  REQUIRE(records.size() == 1);
  CHECK(records[0].type() == RecordType::Conflict);
  CHECK(records[0].header().aux == static_cast<std::uint32_t>(wire::ConflictKind::Lost));
  CHECK(records[0].as<wire::ConflictRecord>().time_ns >= before_ns);
  CHECK(records[0].as<wire::ConflictRecord>().time_ns <= lost_ns);
  tell_conflict(wire::ConflictKind::Resumed);
  drain.ask(Request::Flush);
  CHECK_FALSE(gpu_is_lost());
  records = drain.read_news();
  REQUIRE(records.size() == 2);
  CHECK(records[0].header().aux == static_cast<std::uint32_t>(wire::ConflictKind::Resumed));
  REQUIRE(records[1].type() == RecordType::Gap);
  CHECK(records[1].header().aux == static_cast<std::uint32_t>(wire::GapReason::Conflict));
  const auto gap = records[1].as<wire::GapRecord>();
  CHECK(gap.first_ns >= before_ns);
  CHECK(gap.first_ns <= lost_ns);
  CHECK(gap.last_ns == records[0].as<wire::ConflictRecord>().time_ns);
  // A second Resumed without a loss before it creates no gap.
  tell_conflict(wire::ConflictKind::Resumed);
  drain.ask(Request::Flush);
  CHECK(drain.read_news().size() == 1);
}

TEST_CASE(
    "who asks where nobody drains is not kept, nor who asks for more than there is time for") {
  const std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
  CHECK_FALSE(wait_done(request(Request::Flush), kPatience));
  CHECK(clock_ns(CLOCK_MONOTONIC) - begin < kSecond);
  forget_drain();
  Drain drain;
  drain.settle();
  when_stopped([] { std::this_thread::sleep_for(std::chrono::milliseconds(700)); });
  const std::uint64_t number = request(Request::Stop);
  const std::int64_t asked = clock_ns(CLOCK_MONOTONIC);
  CHECK_FALSE(wait_done(number, 100 * kMillisecond));
  const std::int64_t waited = clock_ns(CLOCK_MONOTONIC) - asked;
  CHECK(waited >= 100 * kMillisecond);
  CHECK(waited < 600 * kMillisecond);
  CHECK(wait_done(number, kPatience));
  CHECK(wait_done(number, 0));  // an old request stays done
}
