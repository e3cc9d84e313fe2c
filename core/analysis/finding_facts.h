// What the rules behind the findings are given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/event_query.h"
#include "core/analysis/findings.h"
#include "core/analysis/gpu_time.h"
#include "core/analysis/leaks.h"
#include "core/analysis/memory.h"
#include "core/analysis/step_ranges.h"
#include "core/base/time.h"

namespace lanescope {

/// The finished analyses of the judged part of a trace.
struct FindingFacts {
  const Snapshot& trace;
  const ReadEvent& read;
  AnalysisWindow given = {};  // as it was asked for
  JudgedTime judged = {};
  std::vector<StepRange> steps = {};  // of the whole trace
  std::size_t warm_up_steps = 0;      // the first ones of these
  GpuTime gpu_time = {};
  MemoryTable memory = {};
  LeakTable leaks = {};

  /// The judged device; null in traces without GPU events.
  [[nodiscard]] const GpuTimeDevice* gpu() const;
  [[nodiscard]] bool has_gpu() const { return judged.device.has_value(); }

  /// In per cent of the judged time, held between 0 and 100.
  [[nodiscard]] double share_pct(Ns time_ns) const;
  /// "12.30 ms a step, 8.1 %"; without steps "12.30 ms, 8.1 %".
  [[nodiscard]] std::string per_step(Ns time_ns) const;
  /// "12 a step"; without steps "120 times".
  [[nodiscard]] std::string count_per_step(std::uint64_t count) const;
};

inline constexpr std::string_view kNoGpuEvents = "the trace has no GPU events";

/// Cost: see analyse_findings. A stop leaves analyses out.
FindingFacts gather_finding_facts(const Snapshot& snapshot, const AnalysisWindow& window,
                                  const ReadEvent& read, const std::stop_token& stop);

/// "8.1 %"; below 10 with a decimal.
std::string format_pct(double pct);

}  // namespace lanescope
