// What the sampler does at each tick, on whatever thread calls it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "capture/sampler/left_out.h"
#include "capture/sampler/machine/machine_counters.h"
#include "capture/sampler/pace.h"
#include "capture/sampler/perf/native_sampler.h"
#include "capture/sampler/sampled_process.h"
#include "capture/sampler/sampler.h"
#include "capture/sampler/system/family_watch.h"

namespace lanescope {

/// One thread.
class SamplingLoop {
 public:
  /// `sink` must outlive it.
  SamplingLoop(SamplerOptions options, SamplerSink& sink);

  /// Samples all processes, and passes on what is due. `missed`: ticks that came too late to be
  /// held since the last one. Cost: 2 µs for each thread of the program that does not run, and for
  /// each other process as much as the last one to start; see SampledProcess.
  void tick(std::uint64_t missed);
  /// The time to the next tick.
  [[nodiscard]] Ns period_ns() const { return pace_.period_ns(); }
  /// Passes on everything. If a tick or another finish() follows, nothing was recorded in between,
  /// which that tells.
  void finish();

 private:
  struct Watched {
    std::unique_ptr<SampledProcess> process;
    std::uint64_t missed_before = 0;  // ticks, before it was watched
    std::string hello;                // the last one
    bool has_left = false;            // it has ended
    Ns next_check_ns = kMinNs;        // of its users
  };
  struct Now {
    Ns time_ns = 0, monotonic_ns = 0;
  };

  void find_processes(const Now& now);
  void sample_all(const Now& now, bool has_news);
  /// Whether it still runs as this user alone, so that it may be read.
  bool is_still_ours(Watched& watched, Ns monotonic_ns);
  /// False: it is no longer to be watched.
  bool sample(Watched& watched, const SampledProcess::Tick& tick);
  void introduce(Watched& watched, Ns now_ns);
  void end(Watched& watched, const Now& now);
  void write_pause(const Now& now);
  void notice_clock_step(const Now& now);
  void open_native(NativeMode mode);
  void take_native(const Now& now);
  void tell_lost();
  void tell_left_out();
  void count_unseen();
  void add_unsampled(SampledProcess& process);
  void write_due(const Now& now);
  /// Counts what was spent since the last tick, and slows down or hurries up by that.
  void keep_pace(const Now& now);
  [[nodiscard]] Ns spent_by_others_ns() const;
  void write_states(const Now& now);
  void write_machine(const Now& now);
  void tell(const std::string& reason, const std::string& sentence);
  void take_problems(SampledProcess& process);
  void pass_on(SampledProcess& process);
  void pass_on_all();

  SamplerOptions options_;
  SamplerSink* sink_;
  int native_hz_;  // of native samples
  DescriptorBudget budget_;
  LastStarted last_started_;
  std::optional<std::int64_t> last_number_;
  FamilyWatch family_;
  Pace pace_;
  MachineCounters machine_;
  std::unique_ptr<NativeSampler> native_;   // null: the kernel tells nothing
  std::optional<Ns> spent_ns_, others_ns_;  // by this thread and by others, until the last tick
  bool was_paused_ = true;                  // since then, switches were not told
  bool knows_switches_ = false;             // all since the last tick
  std::vector<Watched> processes_;
  std::set<std::string> told_;  // reasons of problems
  LeftOut left_out_;
  std::uint64_t missed_ = 0;
  std::optional<Ns> clock_ahead_ns_;  // of the one that nobody sets
  std::optional<Now> finished_;       // then, and no tick has followed
  Ns next_pass_ns_ = kMinNs, next_counters_ns_ = kMinNs, next_state_ns_ = kMinNs;
};

}  // namespace lanescope
