#include "capture/host/control/ring_reader.h"

#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "tests/capture/capture_chunks.h"
#include "tests/capture/fake/fake_channel.h"
#include "tests/capture/fake/fake_peer.h"

using namespace lanescope;
using fake::FakeChannel;

namespace {

constexpr wire::RingLayout kSmall{3, 4096, 8192};

std::string text_of(std::span<const std::byte> records) {
  return {reinterpret_cast<const char*>(records.data()), records.size()};
}

/// A ring seen from both sides.
struct BothSides {
  explicit BothSides(wire::RingLayout layout = kSmall)
      : memory(std::move(RingMemory::make(layout)).value()),
        reader(memory),
        target(fake::map_ring(memory.descriptor())) {}
  ~BothSides() { ::munmap(target.memory, target.layout.total_bytes()); }
  FakeChannel channel(std::uint32_t number) { return {target.memory, target.layout, number}; }

  RingMemory memory;
  RingReader reader;
  fake::MappedRing target;
};

}  // namespace

TEST_CASE("a ring has the sizes it was asked for and keeps them") {
  BothSides ring;
  REQUIRE(ring.target.memory != nullptr);
  CHECK(ring.target.layout.channels == 3);
  CHECK(ring.target.layout.channel_bytes == 4096);
  CHECK(ring.target.layout.gpu_channel_bytes == 8192);
  CHECK(::ftruncate(ring.memory.descriptor(), 0) != 0);
  CHECK(::ftruncate(ring.memory.descriptor(), 1 << 20) != 0);
}

TEST_CASE("no ring is made of sizes that fit no pages") {
  CHECK_FALSE(RingMemory::make({3, 4095, 8192}).ok());
  CHECK_FALSE(RingMemory::make({3, 0, 8192}).ok());
  CHECK_FALSE(RingMemory::make({0, 4096, 8192}).ok());
  CHECK_FALSE(RingMemory::make({3, 4096, std::uint64_t{1} << 40}).ok());
}

TEST_CASE("records come out in order, channel by channel, over many laps") {
  BothSides ring;
  FakeChannel one = ring.channel(1), gpu = ring.channel(0);
  std::string from_one, from_gpu;
  for (int i = 0; i < 5000; ++i) {
    REQUIRE(one.mark(i));
    if (i % 2 == 0) REQUIRE(gpu.mark(i / 2));
    if (i % 100 != 99) continue;
    from_one += text_of(ring.reader.read(1).records);
    from_gpu += text_of(ring.reader.read(0).records);
  }
  CHECK(counts_up_to(mark_times(from_one), 5000));
  CHECK(counts_up_to(mark_times(from_gpu), 2500));
  // A Mark has 24 bytes, and 4096 is not a multiple of that: laps ended with Pads, and none got
  // through.
  CHECK(from_one.size() == 5000 * sizeof(wire::MarkRecord));
  CHECK(ring.reader.read(1).records.empty());
}

TEST_CASE("a reader that is slow loses nothing that found room") {
  BothSides ring;
  FakeChannel channel = ring.channel(1);
  constexpr std::int64_t kCount = 200'000;
  std::jthread writer([&channel] {
    for (std::int64_t i = 0; i < kCount; ++i) {
      while (!channel.mark(i)) std::this_thread::yield();
    }
  });
  std::string records;
  while (records.size() < kCount * sizeof(wire::MarkRecord)) {
    records += text_of(ring.reader.read(1).records);
    std::this_thread::yield();
  }
  CHECK(counts_up_to(mark_times(records), kCount));
}

TEST_CASE("a reading takes a mebibyte at most and says that there is more") {
  BothSides ring({2, 4096, 4U << 20});
  FakeChannel channel = ring.channel(0);
  const std::string text(4000, 'x');
  while (channel.write(wire::RecordType::String, 1, wire::StringRecord{}, text)) {
  }
  std::uint64_t bytes = 0;
  int readings = 0;
  for (bool more = true; more; ++readings) {
    const ChannelReading reading = ring.reader.read(0);
    CHECK(reading.records.size() <= RingReader::kMostAtOnce);
    CHECK(reading.records.size() % (4000 + sizeof(wire::StringRecord)) == 0);
    bytes += reading.records.size();
    more = reading.more;
  }
  // 4 MiB hold 1044 strings of 4016 bytes, 1 MiB holds 261.
  CHECK(readings == 4);
  CHECK(bytes == 1044 * 4016);
}

TEST_CASE("a channel is freed once all of a thread that has ended is read") {
  BothSides ring;
  FakeChannel channel = ring.channel(2);
  channel.set_state(wire::ChannelState::Open);
  channel.mark(1);
  CHECK(ring.reader.channels_in_use() == 1);
  ring.reader.read(2);
  CHECK(channel.header().state == static_cast<std::uint32_t>(wire::ChannelState::Open));
  channel.mark(2);
  channel.set_state(wire::ChannelState::Draining);
  CHECK_FALSE(ring.reader.read(2).records.empty());
  CHECK(channel.header().state == static_cast<std::uint32_t>(wire::ChannelState::Free));
  // The next thread continues where the last one stopped.
  channel.mark(3);
  CHECK(mark_times(text_of(ring.reader.read(2).records)) == std::vector<std::int64_t>{3});
}

TEST_CASE("drops of all channels are added up, though a channel's next thread counts from 0") {
  BothSides ring;
  ring.channel(1).header().dropped_records = 5;
  ring.channel(1).header().dropped_bytes = 120;
  ring.channel(0).header().dropped_records = 2;
  CHECK(ring.reader.dropped().records == 7);
  ring.channel(1).header().dropped_records = 1;
  ring.channel(1).header().dropped_bytes = 24;
  CHECK(ring.reader.dropped().records == 8);
  CHECK(ring.reader.dropped().bytes == 144);
}

TEST_CASE("the agent's last report is found among the records") {
  BothSides ring;
  wire::StatsRecord stats{};
  for (std::uint64_t i = 1; i <= 2; ++i) {
    stats.launches = i;
    ring.channel(0).mark(0);
    ring.channel(0).write(wire::RecordType::Stats, 0, stats);
  }
  const ChannelReading reading = ring.reader.read(0);
  REQUIRE(reading.stats.has_value());
  CHECK(reading.stats->launches == 2);
  ring.channel(0).mark(0);
  CHECK_FALSE(ring.reader.read(0).stats.has_value());
}

TEST_CASE("the last word on another profiler is found among the records") {
  BothSides ring;
  for (const auto kind : {wire::ConflictKind::Suspected, wire::ConflictKind::Lost})
    ring.channel(0).write(wire::RecordType::Conflict, static_cast<std::uint32_t>(kind),
                          wire::ConflictRecord{});
  CHECK(ring.reader.read(0).conflict == wire::ConflictKind::Lost);
  ring.channel(0).mark(0);
  CHECK_FALSE(ring.reader.read(0).conflict.has_value());
}

TEST_CASE("a channel that breaks the rules is given up, once, and the others go on") {
  BothSides ring;
  FakeChannel bad = ring.channel(1), good = ring.channel(2);
  SUBCASE("more written than there is room") {
    bad.header().head = 4096 + 8;
    CHECK_FALSE(ring.reader.read(1).fault.empty());
  }
  SUBCASE("a head that goes back") {
    bad.mark(1);
    ring.reader.read(1);
    bad.header().head = 0;
    CHECK_FALSE(ring.reader.read(1).fault.empty());
  }
  SUBCASE("half a word") {
    bad.header().head = 12;
    CHECK_FALSE(ring.reader.read(1).fault.empty());
  }
  SUBCASE("a record without a size, and what is before it counts") {
    bad.mark(7);
    bad.header().head += 8;
    const ChannelReading reading = ring.reader.read(1);
    CHECK_FALSE(reading.fault.empty());
    CHECK(mark_times(text_of(reading.records)) == std::vector<std::int64_t>{7});
  }
  SUBCASE("a record that goes beyond what is written") {
    const wire::RecordHeader long_one{17, 0xFFFF, 0};
    std::memcpy(static_cast<char*>(ring.target.memory) + kSmall.offset_of(1), &long_one, 8);
    bad.header().head = 8;
    CHECK_FALSE(ring.reader.read(1).fault.empty());
  }
  CHECK(ring.reader.broken(1));
  CHECK(ring.reader.read(1).fault.empty());
  CHECK(ring.reader.read(1).records.empty());
  good.mark(3);
  CHECK(mark_times(text_of(ring.reader.read(2).records)) == std::vector<std::int64_t>{3});
}

TEST_CASE("nothing that a target writes into headers moves the reader") {
  BothSides ring;
  FakeChannel channel = ring.channel(1);
  for (int i = 0; i < 10; ++i) channel.mark(i);
  channel.header().tail = 4000;  // the reader's, but the target can write it
  auto* header = static_cast<wire::RingHeader*>(ring.target.memory);
  header->channels = 1'000'000;
  header->channel_bytes = std::uint64_t{1} << 60;
  CHECK(counts_up_to(mark_times(text_of(ring.reader.read(1).records)), 10));
  CHECK(channel.header().tail == 10 * sizeof(wire::MarkRecord));
}

TEST_CASE("framing never leaves the bytes it is given, whatever they are") {
  std::uint64_t random = 42;
  std::vector<std::byte> bytes;
  for (int round = 0; round < 20'000; ++round) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    bytes.assign((random >> 33) % 12 * 8, std::byte{});
    for (std::byte& byte : bytes) {
      random = random * 6364136223846793005U + 1442695040888963407U;
      byte = static_cast<std::byte>((random >> 60) % 4);  // small sizes, Pads among the types
    }
    const std::size_t size = bytes.size();
    const Framing framing = frame_records(bytes);
    REQUIRE(framing.whole <= size);
    REQUIRE(framing.kept <= framing.whole);
    REQUIRE(framing.count <= size / 8);
  }
}

TEST_CASE("what a ring says of a pause is what was said last") {
  auto ring = std::move(RingMemory::make({3, 4096, 4096})).value();
  const auto mapped = fake::map_ring(ring.descriptor());
  REQUIRE(mapped.memory != nullptr);
  const auto& paused = static_cast<wire::RingHeader*>(mapped.memory)->paused;
  CHECK(paused == 0);
  ring.set_paused(true);
  CHECK(paused == 1);
  ring.set_paused(false);
  CHECK(paused == 0);
  ::munmap(mapped.memory, mapped.layout.total_bytes());
}
