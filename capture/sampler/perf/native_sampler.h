// What the kernel sees of the watched processes: samples of machine code with the names of their
// functions, and each moment at which a thread gets a CPU or loses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "capture/sampler/perf/code_map.h"
#include "capture/sampler/perf/function_names.h"
#include "capture/sampler/perf/perf_watch.h"
#include "capture/wire/records.h"

namespace lanescope {

/// Receives what is seen of one process. Times are CLOCK_REALTIME. Samples come in order, and so
/// does the rest, but samples later, since their names have to be found.
class NativeSink {
 public:
  virtual ~NativeSink() = default;

  /// `frames`: innermost first, at least one.
  virtual void on_native_sample(std::uint32_t tid, Ns time_ns,
                                std::span<const std::string> frames) = 0;
  virtual void on_switch(std::uint32_t tid, Ns time_ns, wire::SwitchKind kind) = 0;
  virtual void on_thread_end(std::uint32_t tid, Ns time_ns) = 0;
};

/// One thread.
class NativeSampler {
 public:
  /// `budget` must outlive it.
  NativeSampler(int rate_hz, bool with_kernel, DescriptorBudget& budget, std::string proc);

  /// A process is watched until it leaves, and must live as long; or runs another program.
  void join(const ProcFolder& process);
  void leave(std::int64_t pid) { processes_.erase(pid); }

  struct Now {
    Ns time_ns = 0, monotonic_ns = 0;
  };
  /// Reads what the kernel has delivered.
  void take(const Now& now);
  /// Passes on what was taken. Samples wait for their names, but not for long.
  void pass_on(std::int64_t pid, NativeSink& sink);
  /// Passes on everything, after waiting a moment for names.
  void finish(std::int64_t pid, NativeSink& sink);

  void pause(bool is_paused) { watch_.pause(is_paused); }

  /// Records that were lost since the last call.
  std::uint64_t take_lost();
  /// Why nothing or not everything is watched; empty: there is no reason.
  [[nodiscard]] const std::string& problem() const { return watch_.problem(); }

  static constexpr std::size_t kMostWaiting = 1U << 13U;  // samples of a process
  static constexpr Ns kMostWaitNs = 5'000'000'000;
  /// A process that switches more often than this has the shortest waits left out.
  static constexpr std::size_t kMostSwitchesPerSecond = 40'000;
  static constexpr Ns kShortWaitNs = 50'000;

 private:
  struct Sample {
    std::uint32_t tid = 0;
    Ns time_ns = 0;
    std::vector<FunctionNames::Place> places;
  };
  struct Moment {
    PerfRecord::Kind kind = PerfRecord::Kind::SwitchIn;
    std::uint32_t tid = 0;
    Ns time_ns = 0;
  };
  struct Process {
    const ProcFolder* folder = nullptr;
    CodeMap map;
    Ns map_read_ns = kMinNs;
    std::vector<Moment> moments;
    std::deque<Sample> waiting;
  };

  void add(Process& process, const PerfBatch& batch, const PerfBatch::Entry& entry);
  void add_sample(Process& process, Sample sample, std::span<const std::uint64_t> addresses);
  const CodeRegion* region_of(Process& process, std::uint64_t address);
  void read_map(Process& process);
  void pass_on_moments(Process& process, NativeSink& sink);
  static void leave_out_short_waits(std::vector<Moment>& moments);
  /// Asks for the names of all frames. Whether they are known.
  bool ask(const Sample& sample);
  void pass_on_first(Process& process, NativeSink& sink);

  std::string proc_;
  PerfWatch watch_;
  FunctionNames names_;
  std::unordered_map<std::int64_t, Process> processes_;  // by PID
  Now now_, before_;
  std::uint64_t told_lost_ = 0;
  int tries_ = 0;                    // to find names at once, since the last take()
  std::vector<std::string> frames_;  // of the sample that is passed on
};

}  // namespace lanescope
