// What the sampler sees of the program's processes, on its way into the recording: each process
// gets a number there, and until there is anything to record, little is held in memory.
// What ends within a few samples, as the helpers of shell scripts do, is only counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capture/host/runner/held_samples.h"
#include "capture/host/runner/sample_records.h"
#include "capture/host/runner/state.h"

namespace lanescope {

/// One thread.
class RecordedSamples {
 public:
  /// Receives what is recorded.
  struct Sink {
    std::function<std::uint32_t()> next_number;  // of a process, when it is first recorded
    std::function<void(std::uint32_t process, std::string_view hello)> join;
    std::function<void(std::uint32_t process, std::span<const std::byte> records,
                       std::uint64_t count)>
        take;
    std::function<void(std::uint32_t process, std::int64_t pid)> leave;
    std::function<void(std::uint32_t process, std::uint64_t records)> lose;
  };
  explicit RecordedSamples(Sink sink) : sink_(std::move(sink)) {}

  /// A process is sampled from now on, or runs another program. `now_ns`: monotonic.
  void join(std::int64_t pid, std::string_view hello, std::int64_t now_ns = 0);
  /// Whether the process is worth a recording: it has shown a stack of Python, or has kFewSamples
  /// of what its threads do and wait for.
  bool take(std::int64_t pid, std::span<const std::byte> records);
  /// Since when a process that has not left is sampled, by the clock of join(); 0: it is unknown.
  [[nodiscard]] std::int64_t sampled_since_ns(std::int64_t pid) const;
  /// They could not be taken.
  void lose(std::int64_t pid, std::uint64_t records, std::uint64_t samples);
  void leave(std::int64_t pid);

  /// There is something to record: what was held of each process that is worth it goes to the sink,
  /// and so does all that follows.
  void begin();
  /// Nothing follows.
  void end();

  [[nodiscard]] HostSamplesState state() const;

  /// What the recording lacks, as texts of Problems (see capture/wire/README.md); empty if nothing.
  /// Call after end(). `wanted_ns`: between two samples of a thread.
  [[nodiscard]] std::vector<std::string> problems(std::int64_t wanted_ns) const;

  /// Of all threads of a process; with fewer, and without a stack of Python, it is not recorded.
  static constexpr std::uint64_t kFewSamples = 8;
  /// For a process that the user has named: every sample is recorded.
  void take_from_first() { few_ = 1; }

  struct Recorded {
    std::uint32_t number = 0;
    std::int64_t pid = 0;
  };
  /// The first process that is recorded and still runs.
  [[nodiscard]] std::optional<Recorded> first_recorded() const;

 private:
  struct Process {
    std::optional<std::uint32_t> number;  // once it is recorded
    std::string hello;                    // until then
    std::int64_t since_ns = 0;            // monotonic
    HeldSamples held;                     // until then
    bool is_worth = false;                // of being recorded
    std::uint64_t lost_records = 0, samples = 0;
    std::optional<wire::SampleStatsRecord> stats;  // the last
    std::int64_t watched_ns = 0;                   // until then, since the first
    double ticks = 0, due = 0;                     // in that time
  };
  void count_ticks(Process& process, const wire::SampleStatsRecord& stats);
  void record(Process& process);
  void pass_on(const Process& process, std::span<const std::byte> records);
  void note_loss(const Process& process) const;

  Sink sink_;
  std::map<std::int64_t, Process> processes_;  // by PID
  std::uint64_t few_ = kFewSamples;
  bool has_begun_ = false;
  HostSamplesState state_;
};

}  // namespace lanescope
