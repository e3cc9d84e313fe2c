// The state of a process while its ring is read.
#include "capture/host/runner/captured_process.h"

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/capture/fake/fake_channel.h"
#include "tests/capture/fake/fake_peer.h"

using namespace lanescope;
using fake::FakeChannel;

namespace {

constexpr wire::RingLayout kLayout{4, 4096, 4096};
constexpr std::int64_t kSecondNs = 1'000'000'000;

/// A process whose ring is written by the test in place of its agent.
struct Written {
  explicit Written(const std::string& hello = {}, const wire::RingLayout& layout = kLayout)
      : process(3, 17, 4711, MessageText(hello), std::move(RingMemory::make(layout)).value(), 0),
        ring(fake::map_ring(process.ring().descriptor())) {}
  ~Written() { ::munmap(ring.memory, ring.layout.total_bytes()); }
  Written(const Written&) = delete;
  Written& operator=(const Written&) = delete;

  FakeChannel channel(std::uint32_t number) { return {ring.memory, ring.layout, number}; }
  void stats(std::int64_t time_ns, std::uint64_t spent_ns, std::uint64_t dropped = 0) {
    wire::StatsRecord stats{};
    stats.time_ns = time_ns;
    stats.spent_ns = spent_ns;
    stats.cupti_dropped = dropped;
    REQUIRE(channel(0).write(wire::RecordType::Stats, 0, stats));
    read();
  }
  CapturedProcess::Round read() {
    return process.read_round({[this](std::uint32_t number, const ChannelReading& reading) {
                                 taken += std::to_string(number) + ":" +
                                          std::to_string(reading.count) + " ";
                               },
                               [this](std::uint32_t number, const std::string& fault) {
                                 broken += std::to_string(number) + " " + fault + ";";
                               }});
  }

  CapturedProcess process;
  const fake::MappedRing ring;
  std::string taken, broken;
};

}  // namespace

TEST_CASE("a process is what its Hello says, and what is known without it") {
  const Written reported(
      "pid=12\nexe=/bin/x\nargv=x y\nhost=node\nrank=3\nlocal_rank=1\nworld_size=8\n");
  const CapturedProcessState& state = reported.process.state();
  CHECK(state.index == 3);
  CHECK(reported.process.peer() == 17);
  CHECK(reported.process.pid() == 4711);
  CHECK(state.pid == 12);  // in its own namespace, in a container
  CHECK(state.exe == "/bin/x");
  CHECK(state.arguments == "x y");
  CHECK(state.host == "node");
  CHECK(state.rank == 3);
  CHECK(state.local_rank == 1);
  CHECK(state.world_size == 8);
  const Written silent;
  CHECK(silent.process.state().pid == 4711);
  CHECK_FALSE(silent.process.state().rank);
}

TEST_CASE("every channel is read in turn, and what came is counted") {
  Written written;
  CHECK(written.read().bytes == 0);
  CHECK(written.taken.empty());
  for (std::uint32_t channel = 0; channel < 4; ++channel) {
    for (std::uint32_t mark = 0; mark <= channel; ++mark) written.channel(channel).mark(0);
  }
  const auto round = written.read();
  CHECK(written.taken == "0:1 1:2 2:3 3:4 ");
  CHECK(round.bytes == 10 * sizeof(wire::MarkRecord));
  CHECK_FALSE(round.hurry);
  CHECK(written.process.state().records == 10);
  CHECK(written.process.state().bytes == 10 * sizeof(wire::MarkRecord));
  CHECK(written.process.state().fill_percent == doctest::Approx(100.0 * 4 * 24 / 4096));
}

TEST_CASE("a channel that is a quarter full is read again at once") {
  for (const auto& [marks, hurries] : {std::pair{42, false}, {43, true}}) {
    Written written;
    for (int mark = 0; mark < marks; ++mark) written.channel(2).mark(0);
    CHECK(written.read().hurry == hurries);
    CHECK(written.process.state().fill_percent == doctest::Approx(100.0 * marks * 24 / 4096));
    CHECK_FALSE(written.read().hurry);
  }
  // Exactly a quarter full.
  struct Word {
    wire::RecordHeader header;
  };
  Written exact;
  for (int word = 0; word < 128; ++word)
    exact.channel(1).write(wire::RecordType::ChannelOpen, 0, Word{});
  CHECK(exact.read().hurry);
  for (int word = 0; word < 127; ++word)
    exact.channel(1).write(wire::RecordType::ChannelOpen, 0, Word{});
  CHECK_FALSE(exact.read().hurry);
}

TEST_CASE("a channel that is spoilt is given up, and how full it was does not count") {
  Written written;
  written.channel(1).mark(0);
  written.channel(2).header().head = 12345;
  CHECK_FALSE(written.read().hurry);
  CHECK(written.taken == "1:1 ");
  CHECK(written.broken == "2 claims to have written more than it can hold;");
  CHECK(written.process.state().broken_channels == 1);
  CHECK(written.process.state().fill_percent < 1);
  written.read();
  CHECK(written.process.state().broken_channels == 1);
}

TEST_CASE("the agent's cost is its time between its last two reports") {
  Written written;
  const auto overhead = [&written] {
    return written.process.update(0).overhead_percent.value_or(-1);
  };
  written.stats(1 * kSecondNs, 10'000'000);
  CHECK(overhead() == -1);  // needs two reports
  written.stats(3 * kSecondNs, 50'000'000);
  CHECK(overhead() == doctest::Approx(2));
  written.stats(4 * kSecondNs, 50'000'000);
  CHECK(overhead() == doctest::Approx(0));
  // If the clock or a count went backwards, no figure is given.
  written.stats(2 * kSecondNs, 60'000'000);
  CHECK(overhead() == -1);
  written.stats(2 * kSecondNs, 70'000'000);
  CHECK(overhead() == -1);
  written.stats(3 * kSecondNs, 60'000'000);
  CHECK(overhead() == -1);
  written.stats(4 * kSecondNs, 70'000'000);
  CHECK(overhead() == doctest::Approx(1));
}

TEST_CASE("what the agent reports is kept as it was last") {
  Written written;
  written.stats(1, 2, 5);
  written.stats(3, 4, 7);
  CHECK(written.process.state().cupti_dropped == 7);
  CHECK(written.process.state().stats->time_ns == 3);
  CHECK_FALSE(written.process.state().conflict);
  wire::ConflictRecord conflict{};
  written.channel(0).write(wire::RecordType::Conflict, 2, conflict);
  written.read();
  CHECK(written.process.state().conflict == wire::ConflictKind::Lost);
  written.channel(0).mark(0);
  written.read();
  CHECK(written.process.state().conflict == wire::ConflictKind::Lost);
}

TEST_CASE("rates are of half a second and more, and none of a process that has left") {
  Written written;
  for (int mark = 0; mark < 100; ++mark) written.channel(1).mark(0);
  written.read();
  CHECK(written.process.update(kSecondNs / 2 - 1).records_per_second == 0);
  const CapturedProcessState& rated = written.process.update(kSecondNs / 2);
  CHECK(rated.records_per_second == doctest::Approx(200));
  CHECK(rated.bytes_per_second == doctest::Approx(4800));
  for (int mark = 0; mark < 30; ++mark) written.channel(1).mark(0);
  written.read();
  // The previous rates stay until then.
  CHECK(written.process.update(kSecondNs / 2 + 100).records_per_second == doctest::Approx(200));
  CHECK(written.process.update(3 * kSecondNs / 2).records_per_second == doctest::Approx(30));
  CHECK(written.process.state().bytes_per_second == doctest::Approx(720));
  written.channel(1).mark(0);
  written.read();
  written.process.state().left = LeftReason::Exit;
  CHECK(written.process.update(3 * kSecondNs / 2 + 1).records_per_second == 0);
  CHECK(written.process.state().bytes_per_second == 0);
}

TEST_CASE("channels in use and drops are those of the ring as long as it is there") {
  Written written;
  written.channel(1).set_state(wire::ChannelState::Open);
  written.channel(2).set_state(wire::ChannelState::Open);
  written.channel(2).count_drop(24);
  CHECK(written.process.update(0).channels == 2);
  CHECK(written.process.state().dropped_records == 1);
  CHECK(written.process.state().dropped_bytes == 24);
  written.process.state().left = LeftReason::Killed;
  CHECK(written.process.update(0).channels == 0);
  written.process.release();
  CHECK(written.process.update(0).dropped_records == 1);
}

TEST_CASE("losses are all that was read and all that was not") {
  Written written;
  written.channel(1).mark(0);
  written.channel(1).count_drop(24);
  written.channel(1).count_drop(24);
  written.channel(2).header().head = 12345;
  written.stats(1, 2, 9);
  written.process.update(0);
  CHECK(written.process.losses() ==
        "records=2\nbytes=" + std::to_string(sizeof(wire::MarkRecord) + sizeof(wire::StatsRecord)) +
            "\ndropped_records=2\ndropped_bytes=48\nbroken_lanes=1\ncupti_dropped=9\n");
}

TEST_CASE("the rest is read to its end, and twice a ring at most of who writes on") {
  Written written;
  for (int mark = 0; mark < 50; ++mark) written.channel(1).mark(0);
  std::uint64_t bytes = 0;
  int rounds = 0;
  written.process.read_rest({[&](std::uint32_t, const ChannelReading& reading) {
                               bytes += reading.records.size();
                               if (++rounds == 1) written.channel(3).mark(0);
                             },
                             [](std::uint32_t, const std::string&) {}});
  CHECK(bytes == 51 * sizeof(wire::MarkRecord));
  // A writer that keeps writing while it is read.
  bytes = 0;
  written.channel(1).mark(0);
  written.process.read_rest({[&](std::uint32_t, const ChannelReading& reading) {
                               bytes += reading.records.size();
                               for (int mark = 0; mark < 100; ++mark) written.channel(1).mark(0);
                             },
                             [](std::uint32_t, const std::string&) {}});
  CHECK(bytes >= 2 * kLayout.total_bytes());
  CHECK(bytes < 2 * kLayout.total_bytes() + 4096);
}
