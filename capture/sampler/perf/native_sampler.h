// What the kernel sees of the watched processes: samples of machine code with the names of their
// functions, and each moment at which a thread gets a CPU or loses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "capture/sampler/perf/code_map.h"
#include "capture/sampler/perf/function_names.h"
#include "capture/sampler/perf/perf_watch.h"
#include "capture/sampler/unwind/unwind_thread.h"
#include "capture/wire/records.h"

namespace lanescope {

/// Receives what is seen of one process. Times are CLOCK_REALTIME. Samples come in order, and so
/// does the rest, but samples later, since their names have to be found.
class NativeSink {
 public:
  virtual ~NativeSink() = default;

  /// `periods`: of CPU time, for which it stands. `frames`: innermost first, at least one.
  virtual void on_native_sample(std::uint32_t tid, Ns time_ns, std::uint32_t periods,
                                std::span<const std::string_view> frames) = 0;
  virtual void on_switch(std::uint32_t tid, Ns time_ns, wire::SwitchKind kind) = 0;
  virtual void on_thread_end(std::uint32_t tid, Ns time_ns) = 0;
  /// From then on it runs another program, of which this is the name, cut at 15 letters.
  virtual void on_exec(Ns time_ns, std::string_view name) = 0;
  /// Within this time, on some CPU, not all switches and samples were recorded. Told at its begin.
  virtual void on_switch_gap(Ns begin_ns, Ns end_ns) = 0;
  /// Of some threads, waits before this moment were too short and too many to be told.
  virtual void on_switches_left_out(Ns until_ns) = 0;
};

/// Why stacks cannot be unwound by unwind tables here, and the remedy; empty: they can.
std::string unwind_refusal(const PerfAccess& access);
/// How much of each stack is copied, so that a ring holds the samples of some ticks.
std::uint32_t copied_stack_bytes(int rate_hz);

/// One thread.
class NativeSampler {
 public:
  /// `budget` must outlive it. `unwinder`: for the copies of stacks that `sampling` asks for;
  /// without one, callers are those that the kernel finds, by frame pointers.
  NativeSampler(const PerfSampling& sampling, std::unique_ptr<DwarfUnwinder> unwinder,
                DescriptorBudget& budget, std::string proc);

  /// A process is watched until it leaves, and must live as long; or runs another program.
  void join(const ProcFolder& process);
  void leave(std::int64_t pid);

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
  /// Of the samples of each thread, one of so many is looked at from now on.
  void keep_one_of(std::uint32_t times) { watch_.keep_one_of(times); }
  /// CPU time of the threads that it started, some milliseconds ago.
  [[nodiscard]] Ns spent_ns() const;

  /// Processes since the last call that ended before they joined.
  std::vector<std::int64_t> take_unseen() { return std::exchange(unseen_, {}); }
  /// Processes since the last call that have not joined, though a watched one has started them, or
  /// what it started: their parents may be gone.
  std::set<std::int64_t> take_strays() { return std::exchange(strays_, {}); }
  /// Records that were lost since the last call.
  std::uint64_t take_lost();
  /// Stacks since the last call for which there was no room where they are unwound. They have the
  /// callers that the kernel found.
  std::uint64_t take_not_unwound() { return std::exchange(not_unwound_, 0); }
  /// For how long CPUs were not watched because they switched too often, summed over them.
  [[nodiscard]] Ns off_ns() const { return watch_.off_ns(); }
  /// Why nothing or not everything is watched; empty: there is no reason.
  [[nodiscard]] const std::string& problem() const { return watch_.problem(); }

  static constexpr std::size_t kMostWaiting = 1U << 13U;  // samples of a process
  static constexpr std::size_t kMostUnseen = 1U << 16U, kMostStrays = 256;
  static constexpr Ns kMostWaitNs = 5'000'000'000;
  /// A process that switches more often than this has the shortest waits left out.
  static constexpr std::size_t kMostSwitchesPerSecond = 40'000;
  static constexpr Ns kShortWaitNs = 50'000;

 private:
  struct Sample {
    std::uint32_t tid = 0;
    Ns time_ns = 0;
    std::uint32_t periods = 1;
    std::vector<FunctionNames::Place> places;
    std::uint64_t unwinding =
        0;  // its number while it is unwound; `places` are the kernel's so far
    UnwoundStack::End end = UnwoundStack::End::Complete;
  };
  struct Moment {
    PerfRecord::Kind kind = PerfRecord::Kind::SwitchIn;
    std::uint32_t tid = 0;
    Ns time_ns = 0;
    std::string program = {};  // after an exec
  };
  struct Process {
    const ProcFolder* folder = nullptr;
    CodeMap map;
    Ns next_map_ns = kMinNs, map_again_after_ns = 0;  // when it may be read again
    std::optional<Ns> map_doubtful_ns;                // until then mappings may have been lost
    bool is_map_new = false;                          // the unwinder does not know it
    std::deque<CodeRegion> to_map;  // by the records at hand that come later, in order
    bool has_ended = false;         // its first thread
    std::vector<Moment> moments;
    std::vector<PerfBatch::Gap> gaps;
    std::deque<Sample> waiting;
    std::vector<MappedCode> told_map;  // to the unwinder
  };

  void note_mappings(const PerfBatch& batch);
  void note_gap(Process& process, const PerfBatch::Gap& gap);
  void note_unseen(const PerfRecord& record);
  void add(Process& process, const PerfBatch& batch, const PerfBatch::Entry& entry);
  void add_sample(Process& process, const PerfBatch& batch, const PerfBatch::Entry& entry,
                  Ns time_ns);
  /// `may_read`: the map, for callers that it lacks.
  void add_places(Process& process, Sample& sample, std::span<const std::uint64_t> addresses,
                  bool may_read);
  void ask_to_unwind(Process& process, Sample& sample, const PerfBatch& batch,
                     const PerfBatch::Entry& entry);
  void tell_map(Process& process);
  /// Takes over what is unwound, and the names that were found.
  void collect();
  void take_unwound(const UnwindThread::Unwound& unwound);
  const CodeRegion* region_of(Process& process, std::uint64_t address, bool may_read);
  void read_map(Process& process);
  [[nodiscard]] std::string root_of(const Process& process) const;
  void pass_on_moments(Process& process, NativeSink& sink);
  static void pass_on(const Moment& moment, NativeSink& sink);
  static void leave_out_short_waits(std::vector<Moment>& moments);
  /// Asks for the names of all frames.
  void ask(const Sample& sample);
  /// Puts the names of all frames into `frames_`. False: not all are known, or not all callers.
  bool name_frames(const Sample& sample);
  void pass_on_first(Process& process, bool is_named, NativeSink& sink);

  std::string proc_;
  PerfWatch watch_;
  FunctionNames names_;
  std::unique_ptr<UnwindThread> unwinder_;  // null: none is needed
  std::uint64_t not_unwound_ = 0;
  std::unordered_map<std::int64_t, Process> processes_;  // by PID
  Now now_, before_;
  std::uint64_t told_lost_ = 0;
  std::vector<std::int64_t> unseen_;       // ended before they joined
  std::set<std::int64_t> strays_;          // run, and have not joined
  std::unordered_set<std::int64_t> left_;  // whose end the kernel has not told yet
  int tries_ = 0;                          // to find names at once, since the last take()
  std::vector<std::string_view> frames_;   // of the sample that is passed on
};

}  // namespace lanescope
