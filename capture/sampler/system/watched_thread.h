// What one thread of another process does at a moment: whether it runs or waits, and in what.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "capture/sampler/system/proc_folder.h"
#include "capture/sampler/system/wait_text.h"
#include "capture/wire/records.h"
#include "core/base/time.h"

namespace lanescope {

/// Whether it waits for something.
bool is_blocked(wire::SampledState state);

class WatchedThread {
 public:
  /// `budget` must outlive it.
  WatchedThread(std::uint32_t tid, DescriptorBudget& budget);

  struct Look {
    wire::SampledState state = wire::SampledState::Unknown;  // Ended: the thread is gone
    bool moved = true;                        // it has run since the last look, or may have
    std::optional<Ns> cpu_ns = std::nullopt;  // of one that is ready: its CPU time, if measured
  };
  /// `process`: that of the thread, at every look. Cost: 1 µs; 4 to 6 µs if it waits in something
  /// new; four times as much if the budget of descriptors is used up.
  Look look(const ProcFolder& process);

  [[nodiscard]] std::uint32_t tid() const { return tid_; }
  /// What it waited in at the last look. Empty: it did not wait, or that is not known.
  [[nodiscard]] const Wait& wait() const { return wait_; }

  /// The name by which the system knows it; empty: not to be read.
  [[nodiscard]] std::string name(const ProcFolder& process) const;

  /// How long it has waited for a CPU so far; nullopt: the system does not count. Cost: 1 µs.
  [[nodiscard]] std::optional<Ns> waited(const ProcFolder& process);

  /// From now on, looks tell the CPU time of a thread that is ready. Cost: 1 µs for such a one.
  void measure_cpu_time() { measures_cpu_time_ = true; }

  /// From now on, calls are not named: they have other numbers in a 32-bit program.
  void leave_calls_unnamed() { names_calls_ = false; }

 private:
  Look state_of_call(const ProcFolder& process);
  Look blocked(const ProcFolder& process, const ProcText& call);
  [[nodiscard]] bool is_named(const SystemCall& call) const;
  wire::SampledState state_now(const ProcFolder& process);
  /// How often it was given a CPU; nullopt: the system does not count.
  std::optional<std::uint64_t> turns(const ProcFolder& process);

  /// "RUN_NS WAITED_NS TURNS"; empty: the system does not count.
  std::string_view schedule(const ProcFolder& process, std::span<char> room);
  std::optional<Ns> cpu_time(const ProcFolder& process);

  std::uint32_t tid_;
  bool measures_cpu_time_ = false;
  bool names_calls_ = true;
  std::string call_path_, schedule_path_, stat_path_;
  KeptFile call_file_, schedule_file_, stat_file_;
  // At the last look.
  wire::SampledState state_ = wire::SampledState::Unknown;
  std::string call_text_;
  std::optional<std::uint64_t> turns_;
  Wait wait_;
};

}  // namespace lanescope
