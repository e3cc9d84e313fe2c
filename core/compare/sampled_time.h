// What the threads of two programs did, by samples alone: functions and waits. Without GPU work and
// operators there is nothing else to compare; beside them it tells what the host did meanwhile.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/host_time/sampling.h"
#include "core/analysis/results.h"

namespace lanescope {

/// Sums over the whole recordings; 0 in a run that does not have it.
struct SampledChange {
  std::string name;
  Ns a_ns = 0, b_ns = 0;                  // of a function: with its waits
  Ns running_a_ns = 0, running_b_ns = 0;  // of a function: without them
  /// Where most of it was, in B if it has it: "/home/me/train.py:12", of a wait without a line the
  /// function. Empty: unknown.
  std::string line;
  EventId event_a = EventId::None, event_b = EventId::None;  // the longest stretch

  [[nodiscard]] Ns delta_ns() const { return saturating_sub(b_ns, a_ns); }
  [[nodiscard]] Ns running_delta_ns() const { return saturating_sub(running_b_ns, running_a_ns); }
};

struct SampledChanges {
  /// Self time of Python functions over all threads, the largest change of the time in which they
  /// run first: how long threads that only wait for work do so is no property of a function.
  /// Functions are the same if their files and names are: lines may have moved, and one run may
  /// have only the end of a file's path if just one function fits. Named as in B, if B has it.
  std::vector<SampledChange> functions;
  /// What the thread that each program is judged by waits for, see leading_host_thread(), and the
  /// time in which it runs. The largest change first.
  std::vector<SampledChange> waits;
  SampleCover cover_a, cover_b;
  Ns period_a_ns = 0, period_b_ns = 0;  // between samples of a thread
  /// Whether context switches were recorded: otherwise running includes waiting for a CPU.
  bool switches_a = false, switches_b = false;
  bool of_gpu = false;               // a run has GPU work
  std::string_view without_samples;  // "A" or "B" if only the other run has samples

  [[nodiscard]] bool empty() const { return functions.empty() && waits.empty(); }
};

/// Without functions and waits unless both runs have samples. Complete snapshots only. Cost:
/// analyse_host_time and sample_cover for both.
SampledChanges compare_sampled_time(const AnalysisResults& a, const AnalysisResults& b);

/// Of SampledChanges::waits, the row of the time in which the thread runs.
bool is_running(const SampledChange& wait);

/// How much two sampled times can differ by chance alone, because samples are taken at intervals:
/// twice the standard deviation of the difference. Runs of one program may differ by more.
Ns sampling_error_ns(const SampledChanges& changes, Ns a_ns, Ns b_ns);

}  // namespace lanescope
