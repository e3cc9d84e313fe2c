// Channels without room wait, lose records and report the loss; threads without a channel share
// one.
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "capture/agent/ring/channels.h"
#include "capture/agent/ring/clock.h"
#include "tests/capture/agent/test_ring.h"

using namespace lanescope;
using namespace lanescope::agent;

TEST_CASE("a full channel counts what it drops and tells it in one gap") {
  // A channel of 4 KiB, ChannelOpen of 40 bytes, marks of 24 bytes: (4096 - 40) / 24 = 169 marks
  // fit; close to the end a record needs twice its size plus a word, so one or two fewer fit.
  TestRing ring({1 + 2, 4096, 4096});
  RecordingTo recording(ring);
  Recording now;
  std::uint64_t written = 0;
  for (int mark = 0; mark < 1000; ++mark)
    written += now.channel().write(0, wire::MarkRecord{}) ? 1 : 0;
  CHECK(written >= 165);
  CHECK(written <= 169);
  const auto before = ring.read(1);
  CHECK(before.size() == written + 1);
  CHECK(now.channel().string("does not exist yet") != 0);
  const auto after = ring.read(1);
  REQUIRE(after.size() == 2);
  REQUIRE(after[0].type() == wire::RecordType::Gap);
  const auto gap = after[0].as<wire::GapRecord>();
  CHECK(after[0].header().aux == static_cast<std::uint32_t>(wire::GapReason::ChannelFull));
  CHECK(gap.records == 1000 - written);
  CHECK(gap.bytes == (1000 - written) * 24);
  CHECK(gap.first_ns <= gap.last_ns);
  CHECK(ring.channel(1).dropped_records.load() == 1000 - written);
}

TEST_CASE("a text whose definition found no room is not remembered") {
  TestRing ring({1 + 2, 4096, 4096});
  RecordingTo recording(ring);
  Recording now;
  while (now.channel().write(0, wire::MarkRecord{})) {
  }
  CHECK(now.channel().string("later") == 0);
  ring.read(1);
  const auto number = now.channel().string("later");
  CHECK(number == 1);
  CHECK(strings_of(ring.read(1)).at(number) == "later");
}

TEST_CASE("a slow reader finds every record or a gap that counts it") {
  TestRing ring({1 + 2, 1U << 16, 4096});
  RecordingTo recording(ring);
  constexpr std::uint64_t kRecords = 400'000;
  std::thread writer([] {
    Recording now;
    wire::RangeEndRecord record{};
    for (record.id = 1; record.id <= kRecords; ++record.id) now.channel().write(0, record);
  });
  std::uint64_t last = 0, seen = 0, missing = 0;
  const auto take = [&] {
    for (const ReadRecord& record : ring.read(1, 1000)) {
      if (record.type() == wire::RecordType::Gap) missing += record.as<wire::GapRecord>().records;
      if (record.type() != wire::RecordType::RangeEnd) continue;
      ++seen;
      // Every number before this one was either read or counted as lost.
      last = record.as<wire::RangeEndRecord>().id;
      REQUIRE(last == seen + missing);
    }
  };
  while (ring.channel(1).state.load() != static_cast<std::uint32_t>(wire::ChannelState::Draining)) {
    take();
    std::this_thread::yield();
  }
  writer.join();
  while (ring.channel(1).tail.load() != ring.channel(1).head.load()) take();
  // Losses at the very end have no record after them: the channel's own counter includes them.
  CHECK(seen + ring.channel(1).dropped_records.load() == kRecords);
}

TEST_CASE("threads without a channel share one, and numbers start over with each") {
  TestRing ring;  // three thread channels; the fourth is shared
  RecordingTo recording(ring);
  std::atomic<int> there{0};
  std::atomic<bool> leave{false};
  std::vector<std::thread> holders;
  for (int thread = 0; thread < 3; ++thread) {
    holders.emplace_back([&] {
      { Recording now; }
      ++there;
      while (!leave) std::this_thread::yield();
    });
  }
  while (there != 3) std::this_thread::yield();
  const auto mark = [](const char* text) {
    std::thread([text] {
      set_current_range(5);
      Recording now;
      REQUIRE(now);
      CHECK(now.shared());
      CHECK(current_range(now) == 0);
      CHECK(now.channel().string(text) == 1);
    }).join();
  };
  mark("a");
  mark("b");
  leave = true;
  for (std::thread& holder : holders) holder.join();
  std::string order;
  for (const ReadRecord& record : ring.read(4)) {
    if (record.type() == wire::RecordType::ChannelOpen) order += 'o';
    if (record.type() == wire::RecordType::String) order += 's';
  }
  CHECK(order == "osos");
}

TEST_CASE("threads that find the shared channel taken are counted, and told with when that was") {
  TestRing ring({1 + 2, 1U << 16, 4096});  // one thread channel and the shared one
  RecordingTo recording(ring);
  { Recording own; }
  const std::int64_t before_ns = now_ns();
  std::int64_t between_ns = 0;
  std::thread([&] {
    const Recording shared;
    REQUIRE(shared);
    CHECK(shared.shared());
    for (int times = 0; times < 2; ++times) {
      std::thread([] { CHECK_FALSE(static_cast<bool>(Recording())); }).join();
      if (times == 0) between_ns = now_ns();
    }
  }).join();
  const std::int64_t after_ns = now_ns();
  CHECK(channels().dropped() == 2);
  std::thread([] { CHECK(static_cast<bool>(Recording())); }).join();
  CHECK(channels().dropped() == 0);  // it has been reported
  std::vector<ReadRecord> gaps;
  for (const ReadRecord& record : ring.read(2)) {
    if (record.type() == wire::RecordType::Gap) gaps.push_back(record);
  }
  REQUIRE(gaps.size() == 1);
  CHECK(gaps[0].header().aux == static_cast<std::uint32_t>(wire::GapReason::NoChannel));
  const auto gap = gaps[0].as<wire::GapRecord>();
  CHECK(gap.records == 2);
  CHECK(gap.first_ns >= before_ns);
  CHECK(gap.first_ns <= between_ns);
  CHECK(gap.last_ns >= between_ns);
  CHECK(gap.last_ns <= after_ns);
}

TEST_CASE("who found no channel is told once there is room for it") {
  TestRing ring({1 + 2, 1U << 16, 4096});
  ring.channel(1).state = static_cast<std::uint32_t>(wire::ChannelState::Open);  // another's
  RecordingTo recording(ring);
  std::int64_t first_ns = 0;
  {
    Recording shared;
    REQUIRE(shared.shared());
    std::thread([] { CHECK_FALSE(static_cast<bool>(Recording())); }).join();
    first_ns = now_ns();
    while (shared.channel().write(0, wire::MarkRecord{})) {
    }
  }
  { const Recording full; }
  CHECK(channels().dropped() >= 1);
  ring.read(2);
  { const Recording again; }
  std::uint64_t reported = 0;
  for (const ReadRecord& record : ring.read(2)) {
    if (record.type() != wire::RecordType::Gap ||
        record.header().aux != static_cast<std::uint32_t>(wire::GapReason::NoChannel))
      continue;
    reported += record.as<wire::GapRecord>().records;
    CHECK(record.as<wire::GapRecord>().first_ns <= first_ns);
    CHECK(record.as<wire::GapRecord>().first_ns > 0);
  }
  CHECK(reported == 1);
}

TEST_CASE("a thread without a channel looks for one of its own now and then") {
  TestRing ring({1 + 2, 1U << 16, 1U << 16});
  ring.channel(1).state = static_cast<std::uint32_t>(wire::ChannelState::Open);
  RecordingTo recording(ring);
  CHECK(Recording().shared());
  ring.channel(1).state = static_cast<std::uint32_t>(wire::ChannelState::Free);
  int shared = 1;
  while (shared < 5000 && Recording().shared()) ++shared;
  CHECK(shared == 1024);
  CHECK_FALSE(Recording().shared());
}

TEST_CASE("a full channel takes records again when an eighth of it is free, and 64 KiB at most") {
  const auto free_again = [](std::uint64_t channel_bytes) {
    TestRing ring({1 + 2, channel_bytes, 4096});
    RecordingTo recording(ring);
    Recording now;
    while (now.channel().write(0, wire::RangeEndRecord{})) {
    }
    const std::uint64_t begin = ring.channel(1).tail.load();
    for (;;) {
      if (now.channel().write(0, wire::RangeEndRecord{})) break;
      ring.read(1, 1);
    }
    return ring.channel(1).tail.load() - begin;
  };
  // Some bytes were free when it filled up.
  CHECK(free_again(8192) > 1024 - 100);
  CHECK(free_again(8192) <= 1024 + 24);
  CHECK(free_again(1U << 20) > (64U << 10) - 100);
  CHECK(free_again(1U << 20) <= (64U << 10) + 24);
}

TEST_CASE("a channel that was full takes records of an eighth of it, and loses longer ones") {
  TestRing ring({1 + 2, 1U << 16, 4096});
  RecordingTo recording(ring);
  Recording now;
  const std::string bytes(1U << 16, 'x');
  const std::size_t fits = (1U << 13) - sizeof(wire::StringRecord);
  for (const std::size_t extra : {fits, fits + 8}) {
    while (now.channel().write(0, wire::RangeEndRecord{})) {
    }
    ring.read(1);
    const std::uint64_t dropped = now.channel().dropped();
    CHECK(now.channel().write(1, wire::StringRecord{}, bytes.data(), extra) == (extra == fits));
    CHECK(now.channel().dropped() == dropped + (extra == fits ? 0 : 1));
  }
}

TEST_CASE("a channel's thread waits for the reader as long as it may, and no longer") {
  TestRing ring({1 + 2, 4096, 4096});
  RecordingTo recording(ring);
  Recording now;
  now.channel().set_patience(30 * kMillisecond);
  while (ring.channel(1).head.load() < 3900) now.channel().write(0, wire::RangeEndRecord{});
  std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
  while (now.channel().write(0, wire::RangeEndRecord{})) {
  }
  std::int64_t waited = clock_ns(CLOCK_MONOTONIC) - begin;
  CHECK(waited >= 30 * kMillisecond);
  CHECK(waited < 2 * kSecond);
  ring.read(1);
  CHECK(now.channel().write(0, wire::RangeEndRecord{}));
  while (ring.channel(1).head.load() - ring.channel(1).tail.load() < 3900)
    now.channel().write(0, wire::RangeEndRecord{});
  const std::uint64_t dropped = now.channel().dropped();
  std::thread reader([&ring] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ring.read(1);
  });
  for (int times = 0; times < 20; ++times) CHECK(now.channel().write(0, wire::RangeEndRecord{}));
  reader.join();
  CHECK(now.channel().dropped() == dropped);
}

TEST_CASE("a channel that is closed while it loses tells the loss where there is room") {
  TestRing ring({1 + 2, 4096, 4096});
  RecordingTo recording(ring);
  std::uint64_t lost = 0;
  std::thread([&] {
    const Recording now;
    while (now.channel().write(0, wire::MarkRecord{})) {
    }
    lost = now.channel().dropped();
    ring.read(1);
  }).join();
  const auto records = ring.read(1);
  REQUIRE(records.size() == 1);
  CHECK(records[0].type() == wire::RecordType::Gap);
  CHECK(records[0].as<wire::GapRecord>().records == lost);
  CHECK(ring.channel(1).dropped_bytes.load() == lost * sizeof(wire::MarkRecord));
  CHECK(ring.channel(1).state.load() == static_cast<std::uint32_t>(wire::ChannelState::Free));
  // The next thread does not report it again, and continues the count.
  std::thread([] {
    const Recording now;
    now.channel().write(0, wire::MarkRecord{});
  }).join();
  std::string order;
  for (const ReadRecord& record : ring.read(1))
    order += record.type() == wire::RecordType::ChannelOpen ? 'o'
             : record.type() == wire::RecordType::Mark      ? 'm'
                                                            : '?';
  CHECK(order == "om");
}
