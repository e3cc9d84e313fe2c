// The complete path of a record: a program that launches, the agent in it, a fake CUPTI, the ring,
// the session, the file.
#include <algorithm>
#include <csignal>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "capture/host/runner/session.h"
#include "core/base/text/message_text.h"
#include "tests/capture/capture_chunks.h"
#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"

using namespace lanescope;
using wire::RecordType;

namespace {

constexpr int kPatienceMs = 120'000;

template <typename Record>
Record read_as(const std::byte* bytes) {
  Record record;
  std::memcpy(&record, bytes, sizeof record);
  return record;
}

struct AgentRun {
  explicit AgentRun(std::vector<std::string> words) {
    const std::string fakes = binary_folder() + "/tests/capture/fake/";
    words.insert(words.begin(), fakes + "fake_host");
    // Keep its own output out of the test's.
    options.command = {"sh", "-c", "exec \"$0\" \"$@\" > /dev/null"};
    options.command.insert(options.command.end(), words.begin(), words.end());
    options.agent = binary_folder() + "/liblanescope_inject.so";
    options.file = folder.path() + "/run.lanes";
    options.environment = {{"LANESCOPE_CUPTI", fakes + "libfake_cupti.so"}};
  }

  CaptureState run() {
    auto session = CaptureSession::start(options);
    REQUIRE_MESSAGE(session.ok(), (session.ok() ? "" : session.error().message));
    REQUIRE(session.value()->wait_finished(kPatienceMs));
    chunks = take_apart(content_of_file(options.file));
    CHECK(chunks.rest == 0);
    count();
    return session.value()->state();
  }

  [[nodiscard]] std::uint64_t records(std::uint32_t process, RecordType type) const {
    const auto found = counts.find({process, static_cast<std::uint16_t>(type)});
    return found == counts.end() ? 0 : found->second;
  }

  /// Calls `use` with the chunk's header, the record's header and the bytes of each record, in file
  /// order.
  template <typename Use>
  void for_each(Use use) const {
    for (const ReadChunk& chunk : chunks.all) {
      if (!chunk.is(wire::ChunkKind::Records)) continue;
      for (std::size_t at = 0; at < chunk.payload.size();) {
        wire::RecordHeader header;
        std::memcpy(&header, chunk.payload.data() + at, sizeof header);
        REQUIRE(header.words != 0);
        use(chunk.header, header, reinterpret_cast<const std::byte*>(chunk.payload.data()) + at);
        at += header.words * wire::kWord;
      }
    }
  }

  /// All records of that type, in file order.
  template <typename Record>
  [[nodiscard]] std::vector<Record> all(RecordType type) const {
    std::vector<Record> found;
    for_each(
        [&](const wire::ChunkHeader&, const wire::RecordHeader& header, const std::byte* bytes) {
          if (header.type == static_cast<std::uint16_t>(type))
            found.push_back(read_as<Record>(bytes));
        });
    return found;
  }

  TempFolder folder;
  CaptureOptions options;
  CaptureChunks chunks;
  std::map<std::pair<std::uint32_t, std::uint16_t>, std::uint64_t> counts;

 private:
  void count() {
    for_each(
        [this](const wire::ChunkHeader& chunk, const wire::RecordHeader& header, const std::byte*) {
          ++counts[{chunk.process, header.type}];
        });
  }
};

/// Holds everything recorded here, so that nothing is lost on a busy machine; untouched pages cost
/// nothing.
constexpr wire::RingLayout kRoomyRing{3, 256U << 20U, 256U << 20U};

std::string problem_of(const CaptureState& state) {
  return state.problems.empty() ? "" : state.problems.front().code;
}

}  // namespace

TEST_CASE("a million launches are a million calls and a million kernels in the file") {
  AgentRun run({"--calls", "1000000"});
  run.options.ring = kRoomyRing;
  const CaptureState state = run.run();
  CHECK(run.records(0, RecordType::ApiBegin) == 1'000'000);
  CHECK(run.records(0, RecordType::Kernel) == 1'000'000);
  CHECK(state.dropped_records == 0);
  CHECK(state.problem_count == 0);
  CHECK(state.processes.at(0).left == LeftReason::Exit);
  REQUIRE(state.processes.at(0).stats.has_value());
  CHECK(state.processes.at(0).stats->launches == 1'000'000);
}

TEST_CASE(
    "of hundreds of threads at once each has a channel, and nothing of them is lost or mixed") {
  constexpr std::uint64_t kThreads = 200, kCalls = 50 * kThreads;
  // Each of them lives for half a second.
  AgentRun run(
      {"--calls", std::to_string(kCalls), "--threads", std::to_string(kThreads), "--rate", "100"});
  const CaptureState state = run.run();
  CHECK(state.dropped_records == 0);
  CHECK(run.records(0, RecordType::Gap) == 0);
  CHECK(run.records(0, RecordType::ApiBegin) == kCalls);
  CHECK(run.records(0, RecordType::Kernel) == kCalls);
  std::map<std::uint32_t, std::uint64_t> open;  // channel -> correlation of its open call
  std::set<std::uint32_t> threads;
  std::uint64_t mixed = 0;
  run.for_each([&](const wire::ChunkHeader& chunk, const wire::RecordHeader& header,
                   const std::byte* bytes) {
    const std::uint32_t channel = chunk.channel;
    const auto type = static_cast<RecordType>(header.type);
    if (type == RecordType::ChannelOpen && channel != 0)
      mixed += threads.insert(read_as<wire::ChannelOpenRecord>(bytes).tid).second ? 0 : 1;
    if (type == RecordType::ApiBegin)
      mixed += std::exchange(open[channel], read_as<wire::ApiBeginRecord>(bytes).correlation) == 0
                   ? 0
                   : 1;
    if (type == RecordType::ApiEnd)
      mixed +=
          std::exchange(open[channel], 0) == read_as<wire::ApiEndRecord>(bytes).correlation ? 0 : 1;
  });
  CHECK(mixed == 0);
  CHECK(threads.size() == kThreads);
}

TEST_CASE("a program whose limit leaves no room for the ring runs on, and it is said why") {
  AgentRun run({"--calls", "10"});
  run.options.command[2] = "ulimit -v 500000; " + run.options.command[2];
  const CaptureState state = run.run();
  CHECK(state.command->exit_code == 0);
  CHECK(problem_of(state) == "ring");
}

TEST_CASE("of a program that is killed every call that it made is in the file") {
  AgentRun run({"--calls", "200000", "--end", "kill"});
  run.options.ring = kRoomyRing;
  const CaptureState state = run.run();
  CHECK(run.records(0, RecordType::ApiBegin) == 200'000);
  CHECK(state.processes.at(0).left == LeftReason::Killed);
  CHECK(state.command->signal == SIGKILL);
}

TEST_CASE("the agent tells at its next flush that the clock was set") {
  for (const std::int64_t step_ms : {1000, -1000}) {
    CAPTURE(step_ms);
    AgentRun run({"--calls", "3000", "--rate", "1000"});
    run.options.environment.emplace_back("LD_PRELOAD",
                                         binary_folder() + "/tests/capture/fake/libfake_clock.so");
    run.options.environment.emplace_back("FAKE_CLOCK", "1300," + std::to_string(step_ms));
    run.run();
    const auto clocks = run.all<wire::ClockRecord>(RecordType::Clock);
    const auto ahead = [](const wire::ClockRecord& r) { return r.realtime_ns - r.monotonic_ns; };
    std::vector<std::int64_t> steps_ms;
    for (std::size_t i = 1; i < clocks.size(); ++i) {
      // Rounded: some time passes between reading the two clocks.
      const std::int64_t step = ahead(clocks[i]) - ahead(clocks[i - 1]);
      const std::int64_t ms = (step + (step < 0 ? -500'000 : 500'000)) / 1'000'000;
      if (ms != 0) steps_ms.push_back(ms);
    }
    CHECK(steps_ms == std::vector<std::int64_t>{step_ms});
    CHECK(run.records(0, RecordType::ApiBegin) == 3000);
  }
}

TEST_CASE("a program that starts another is two processes in the file") {
  AgentRun run({"--calls", "100", "--end", "exec"});
  const CaptureState state = run.run();
  REQUIRE(state.processes.size() == 2);
  CHECK(run.records(0, RecordType::ApiBegin) == 100);
  CHECK(run.records(1, RecordType::Kernel) > 0);
  CHECK(run.records(1, RecordType::Kernel) == run.records(1, RecordType::ApiBegin));
}

TEST_CASE("a capture that CUPTI does not allow says why, and the program runs unharmed") {
  std::string code;
  SUBCASE("it is not there") {
    AgentRun run({"--calls", "10"});
    run.options.environment = {{"LANESCOPE_CUPTI", "/nowhere/libcupti.so"}};
    const CaptureState state = run.run();
    code = problem_of(state);
    CHECK(state.command->exit_code == 0);
  }
  SUBCASE("another profiler has it") {
    AgentRun run({"--calls", "10"});
    run.options.environment.emplace_back("FAKE_CUPTI", "error.Subscribe=39");
    const CaptureState state = run.run();
    code = problem_of(state);
    CHECK(state.command->exit_code == 0);
  }
  SUBCASE("it is taken away in the middle") {
    AgentRun run({"--calls", "6000", "--mix", "all", "--rate", "1200"});
    run.options.environment.emplace_back("FAKE_CUPTI", "takeover=1000");
    const CaptureState state = run.run();
    code = problem_of(state);
    CHECK(run.records(0, RecordType::ApiBegin) == 4286);  // 5/7 of 6000, rounded up
    CHECK(state.processes.at(0).conflict == wire::ConflictKind::Lost);
  }
  CAPTURE(code);
  CHECK_FALSE(code.empty());
}

TEST_CASE("what CUPTI itself has dropped is counted") {
  AgentRun run({"--calls", "2000"});
  run.options.environment.emplace_back("FAKE_CUPTI", "dropped=7");
  CHECK(run.run().processes.at(0).cupti_dropped == 7);
}
