#include "capture/host/runner/recorded_samples.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "capture/host/runner/sample_records.h"
#include "core/base/text/message_text.h"
#include "tests/capture/host/runner/made_samples.h"

using namespace lanescope;

namespace {

/// Keeps what would be in the file, where two other processes have joined before.
struct Kept {
  RecordedSamples::Sink sink() {
    RecordedSamples::Sink sink;
    sink.next_number = [this] { return next++; };
    sink.join = [this](std::uint32_t process, std::string_view hello) {
      hellos[process].emplace_back(hello);
    };
    sink.take = [this](std::uint32_t process, std::span<const std::byte> bytes,
                       std::uint64_t count) {
      largest = std::max(largest, bytes.size());
      records[process].insert(records[process].end(), bytes.begin(), bytes.end());
      counted += count;
    };
    sink.leave = [this](std::uint32_t process, std::int64_t pid) { left[process] = pid; };
    sink.lose = [this](std::uint32_t process, std::uint64_t count) { lost[process] = count; };
    return sink;
  }
  std::uint32_t next = 2;
  std::map<std::uint32_t, std::vector<std::string>> hellos;
  std::map<std::uint32_t, std::vector<std::byte>> records;
  std::map<std::uint32_t, std::int64_t> left;
  std::map<std::uint32_t, std::uint64_t> lost;
  std::uint64_t counted = 0;
  std::size_t largest = 0;
};

}  // namespace

TEST_CASE("a program without Python is worth a recording once it has a few samples") {
  Kept kept;
  RecordedSamples samples(kept.sink());
  MadeSamples gzip(7), odd(8);
  samples.join(7, "pid=7\nexe=/usr/bin/gzip\n");
  samples.join(8, "pid=8\nexe=/usr/bin/python3.99\n");
  CHECK_FALSE(samples.take(7, gzip.stats(5'000'000, 0).waits(10, "read", 7).take()));
  CHECK_FALSE(samples.take(8, odd.waits(10, "futex", 7).take()));
  CHECK(samples.take(7, gzip.waits(20, "write").take()));
  samples.begin();
  CHECK(kept.hellos.size() == 1);
  CHECK(samples.take(8, odd.waits(20, "futex", 2).take()));
  CHECK(kept.hellos[3] == std::vector<std::string>{"pid=8\nexe=/usr/bin/python3.99\n"});
  CHECK(decoded_samples(kept.records[2]).samples.size() == 2);
  CHECK(decoded_samples(kept.records[3]).samples.size() == 2);
  CHECK(samples.state().samples == 17);
  CHECK(samples.state().all_processes == 2);
  CHECK(samples.state().unrecorded_processes == 0);
  CHECK_FALSE(samples.state().any_stacks);
}

TEST_CASE("of what ends within a few samples only the number is kept, as of a script's helpers") {
  Kept kept;
  RecordedSamples samples(kept.sink());
  MadeSamples shell(7), before(8), python(9), after(10);
  samples.join(7, "pid=7\n");
  samples.join(8, "pid=8\n");
  CHECK_FALSE(samples.take(7, shell.waits(10, "wait4", 3).take()));
  CHECK_FALSE(samples.take(8, before.waits(10, "read", 2).take()));
  samples.leave(8);
  samples.join(9, "pid=9\n");
  CHECK(kept.hellos.empty());
  CHECK(kept.records.empty());
  CHECK(samples.state().samples == 0);
  CHECK(samples.state().processes == 2);
  CHECK(samples.state().seen_processes == 3);
  CHECK_FALSE(samples.state().any_stacks);

  CHECK(samples.take(9, python.runs(20, 2).take()));
  samples.begin();
  CHECK(kept.hellos == std::map<std::uint32_t, std::vector<std::string>>{{2, {"pid=9\n"}}});
  CHECK(decoded_samples(kept.records[2]).samples.at(0).frames ==
        std::vector<std::string>{"f3@made.py:30+34"});
  samples.join(10, "pid=10\n");
  CHECK_FALSE(samples.take(10, after.waits(30, "read", 7).take()));
  samples.leave(10);
  // One that goes on has also what was seen of it before.
  CHECK(samples.take(7, shell.waits(30, "futex", 5).take()));
  CHECK(kept.hellos[3] == std::vector<std::string>{"pid=7\n"});
  CHECK(decoded_samples(kept.records[3]).samples.at(0).wait == "wait4");
  samples.leave(7);
  CHECK(kept.left == std::map<std::uint32_t, std::int64_t>{{3, 7}});
  CHECK(samples.state().samples == 10);
  CHECK(samples.state().all_processes == 2);
  CHECK(samples.state().unrecorded_processes == 2);
  CHECK(samples.state().processes == 1);
  CHECK(samples.state().any_stacks);
  samples.end();
  const std::vector<std::string> problems = samples.problems(5'000'000);
  REQUIRE(problems.size() == 1);
  CHECK(MessageText(problems[0]).value("code") == "processes_left_out");
  CHECK(MessageText(problems[0]).value("count") == "2");
  CHECK(MessageText(problems[0]).value("text") ==
        "2 processes ended within a few samples and are left out");
}

TEST_CASE("the recording says that threads were sampled less often than was asked for") {
  Kept kept;
  RecordedSamples samples(kept.sink());
  constexpr std::int64_t kSecond = 1'000'000'000;
  samples.join(7, "pid=7\n");
  MadeSamples python(7);
  samples.take(7, python.stats(20'000'000, 0, kSecond).runs(kSecond, 2).take());
  samples.begin();
  samples.take(7, python.stats(20'000'000, 25, 2 * kSecond).runs(2 * kSecond, 2).take());
  samples.end();
  const std::vector<std::string> problems = samples.problems(5'000'000);
  REQUIRE(problems.size() == 1);
  CHECK(MessageText(problems[0]).value("text") ==
        "Threads were sampled every 20 ms, not every 5 ms, to leave the CPUs to the program; 50 % "
        "of the planned samples were not taken");
  CHECK(samples.problems(20'000'000).size() == 1);
}

TEST_CASE("of a process that was named the first sample is recorded") {
  Kept kept;
  RecordedSamples samples(kept.sink());
  samples.take_from_first();
  samples.join(7, "pid=7\n");
  CHECK(samples.take(7, MadeSamples(7).waits(10, "read").take()));
  samples.begin();
  CHECK(samples.state().samples == 1);
}

TEST_CASE("how often the process that was sampled longest was sampled is counted") {
  constexpr std::int64_t kMs = 1'000'000;
  Kept kept;
  RecordedSamples samples(kept.sink());
  MadeSamples made(7), brief(8);
  samples.join(7, "pid=7\n");
  samples.join(8, "pid=8\n");
  // A second at 200 Hz with 20 missed, then two at 100 Hz.
  samples.take(7, made.stats(5 * kMs, 0, 1000 * kMs).stats(10 * kMs, 20, 2000 * kMs).take());
  samples.take(8, brief.stats(5 * kMs, 0, 1000 * kMs).take());
  samples.take(8, brief.stats(5 * kMs, 0, 1500 * kMs).take());
  samples.take(7, made.stats(10 * kMs, 20, 4000 * kMs).take());
  CHECK(samples.state().watched_ns == 2000 * kMs);  // of what is told of at once, the last counts
  samples.take(7, made.stats(10 * kMs, 30, 5000 * kMs).take());
  CHECK(samples.state().watched_ns == 3000 * kMs);
  CHECK(samples.state().ticks == doctest::Approx(200 + 90));
  CHECK(samples.state().missed_share() == doctest::Approx(10. / 300));
  // After a pause.
  samples.take(7, made.stats(10 * kMs, 30, 65'000 * kMs).take());
  CHECK(samples.state().watched_ns == 3000 * kMs);
  // Twice as often for a second, without a miss.
  samples.take(7, made.stats(5 * kMs, 30, 66'000 * kMs).take());
  samples.take(7, made.stats(5 * kMs, 30, 67'000 * kMs).take());
  CHECK(samples.state().missed_share() == doctest::Approx(10. / 600));
}

TEST_CASE("another program in the place of the first keeps its number, another process does not") {
  Kept kept;
  RecordedSamples samples(kept.sink());
  samples.take_from_first();
  samples.begin();
  samples.join(7, "exe=/bin/sh\n");
  samples.take(7, MadeSamples(7).waits(10, "read").take());
  samples.join(7, "exe=/bin/python3\n");
  CHECK(kept.hellos[2] == std::vector<std::string>{"exe=/bin/sh\n", "exe=/bin/python3\n"});
  samples.leave(7);
  samples.join(7, "exe=/bin/ls\n");
  samples.take(7, MadeSamples(7).waits(20, "read").take());
  CHECK(kept.hellos[3] == std::vector<std::string>{"exe=/bin/ls\n"});
  CHECK(samples.state().all_processes == 2);
}

TEST_CASE("what is torn, missed and lost is counted") {
  Kept kept;
  RecordedSamples samples(kept.sink());
  samples.take_from_first();
  samples.begin();
  MadeSamples made;
  samples.join(7, "pid=7\n");
  samples.take(7, made.runs(10, 4).runs(20, 3, wire::kSampleTorn).stats(5'000'000, 11).take());
  samples.lose(7, 6, 40);
  CHECK_FALSE(samples.take(99, made.runs(30, 2).take()));  // of whom nothing is known
  const HostSamplesState state = samples.state();
  CHECK(state.samples == 7);
  CHECK(state.torn == 3);
  CHECK(state.missed == 11);
  CHECK(state.period_ns == 5'000'000);
  CHECK(state.lost == 42);
  CHECK(kept.lost.empty());
  samples.end();
  CHECK(kept.lost == std::map<std::uint32_t, std::uint64_t>{{2, 6}});
}

TEST_CASE("many records at once are cut between records into pieces that a chunk takes") {
  Kept kept;
  RecordedSamples samples(kept.sink());
  samples.take_from_first();
  samples.begin();
  samples.join(7, "pid=7\n");
  MadeSamples made;
  constexpr int kSamples = 60'000;
  for (int i = 0; i < kSamples; ++i) made.waits(i, "futex");
  const std::vector<std::byte> all = made.take();
  REQUIRE(all.size() > 2U << 20U);
  samples.take(7, all);
  CHECK(kept.largest <= 1U << 20U);
  CHECK(kept.records[2] == all);
  CHECK(kept.counted == count_samples(all).records);
  CHECK(samples.state().samples == kSamples);
}
