#include "capture/host/runner/recorded_samples.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "capture/host/runner/sample_records.h"
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

TEST_CASE("a Python is noticed by its program, whether it was sampled or not") {
  Kept kept;
  RecordedSamples samples(kept.sink());
  samples.join(7, "pid=7\nexe=/usr/bin/dash\nargv=sh python_runs.sh\n");
  CHECK_FALSE(samples.state().any_python);
  samples.join(7, "pid=7\nexe=/usr/bin/python3.12\n");
  samples.leave(7);
  CHECK(samples.state().any_python);
  CHECK_FALSE(samples.state().any_stacks);
}

TEST_CASE("a Python whose stacks cannot be read is worth a recording after a second") {
  constexpr std::int64_t kMs = 1'000'000;
  Kept kept;
  RecordedSamples samples(kept.sink());
  MadeSamples python(7), shell(8), read(9);
  samples.join(7, "pid=7\nexe=/usr/bin/python3.99\n");
  samples.join(8, "pid=8\nexe=/usr/bin/dash\n");
  samples.join(9, "pid=9\nexe=/usr/bin/python3.11\n");
  CHECK_FALSE(samples.take(7, python.stats(5 * kMs, 0, 100 * kMs).waits(10, "futex").take()));
  CHECK_FALSE(samples.take(7, python.stats(5 * kMs, 0, 1000 * kMs).take()));
  CHECK_FALSE(samples.take(8, shell.stats(5 * kMs, 0, 100 * kMs).take()));
  CHECK_FALSE(samples.take(8, shell.stats(5 * kMs, 0, 9000 * kMs).take()));
  CHECK(samples.take(9, read.stats(5 * kMs, 0, 100 * kMs).runs(20).take()));
  CHECK_FALSE(samples.take(9, read.stats(5 * kMs, 0, 9000 * kMs).take()));
  CHECK(samples.take(7, python.stats(5 * kMs, 0, 1100 * kMs).take()));
  CHECK(samples.state().any_stacks);  // of the other one
}

TEST_CASE("waiting alone is not worth a recording, a stack of Python is, with what was before") {
  Kept kept;
  RecordedSamples samples(kept.sink());
  MadeSamples shell(7), python(9);
  samples.join(7, "pid=7\n");
  samples.join(8, "pid=8\n");
  CHECK_FALSE(samples.take(7, shell.waits(10, "wait4", 3).take()));
  samples.leave(8);
  samples.join(9, "pid=9\n");
  CHECK(kept.hellos.empty());
  CHECK(kept.records.empty());
  CHECK(samples.state().samples == 0);
  CHECK(samples.state().processes == 2);
  CHECK_FALSE(samples.state().any_stacks);

  CHECK(samples.take(9, python.runs(20, 2).take()));
  samples.begin();
  // The one that had left by then is not worth its place.
  CHECK(kept.hellos ==
        std::map<std::uint32_t, std::vector<std::string>>{{2, {"pid=7\n"}}, {3, {"pid=9\n"}}});
  CHECK(decoded_samples(kept.records[2]).samples.at(0).wait == "wait4");
  CHECK(decoded_samples(kept.records[3]).samples.at(0).frames ==
        std::vector<std::string>{"f3@made.py:30+34"});
  CHECK(samples.state().samples == 5);
  CHECK(samples.state().all_processes == 2);
  CHECK(samples.state().any_stacks);

  // From then on everything is recorded at once.
  samples.join(10, "pid=10\n");
  CHECK(kept.hellos.contains(4));
  CHECK_FALSE(samples.take(7, shell.waits(30, "wait4").take()));
  CHECK(decoded_samples(kept.records[2]).samples.size() == 2);
  samples.leave(7);
  CHECK(kept.left == std::map<std::uint32_t, std::int64_t>{{2, 7}});
  CHECK(samples.state().processes == 2);
}

TEST_CASE("another program in the place of the first keeps its number, another process does not") {
  Kept kept;
  RecordedSamples samples(kept.sink());
  samples.begin();
  samples.join(7, "exe=/bin/sh\n");
  samples.join(7, "exe=/bin/python3\n");
  CHECK(kept.hellos[2] == std::vector<std::string>{"exe=/bin/sh\n", "exe=/bin/python3\n"});
  samples.leave(7);
  samples.join(7, "exe=/bin/ls\n");
  CHECK(kept.hellos[3] == std::vector<std::string>{"exe=/bin/ls\n"});
  CHECK(samples.state().all_processes == 2);
}

TEST_CASE("what is torn, missed and lost is counted") {
  Kept kept;
  RecordedSamples samples(kept.sink());
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
