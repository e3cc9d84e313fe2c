// What the sampler sees of the program's processes, on its way into the recording: each process
// gets a number there, and until there is anything to record, little is held in memory.
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

  /// A process is sampled from now on, or runs another program.
  void join(std::int64_t pid, std::string_view hello);
  /// Whether there is something worth a recording: a stack of Python is among the records, or the
  /// process is a Python that has been sampled for kLongWithout and has shown none, because its
  /// version is not known. What its threads do and wait for is then all there is.
  bool take(std::int64_t pid, std::span<const std::byte> records);
  /// They could not be taken.
  void lose(std::int64_t pid, std::uint64_t records, std::uint64_t samples);
  void leave(std::int64_t pid);

  /// There is something to record: what was held goes to the sink, and so does all that follows.
  void begin();
  /// Nothing follows.
  void end();

  [[nodiscard]] HostSamplesState state() const;

  static constexpr std::int64_t kLongWithout = 1'000'000'000;

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
    HeldSamples held;                     // until then
    std::uint64_t lost_records = 0;
    bool is_python = false, has_stacks = false;
    std::optional<std::int64_t> first_stats_ns;
  };
  static bool is_long_without(Process& process, const SampleCounts& counts);
  void record(Process& process);
  void pass_on(const Process& process, std::span<const std::byte> records);
  void note_loss(const Process& process) const;

  Sink sink_;
  std::map<std::int64_t, Process> processes_;  // by PID
  bool has_begun_ = false;
  HostSamplesState state_;
};

}  // namespace lanescope
