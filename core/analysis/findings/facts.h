// The input of the rules that produce findings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/comm/comm.h"
#include "core/analysis/copies/copies.h"
#include "core/analysis/findings/findings.h"
#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/gpu_time/roofline.h"
#include "core/analysis/host_time/host_time.h"
#include "core/analysis/idle/data_loading.h"
#include "core/analysis/idle/host_activity.h"
#include "core/analysis/idle/idle.h"
#include "core/analysis/idle/sync.h"
#include "core/analysis/kernels/compile.h"
#include "core/analysis/kernels/kernels.h"
#include "core/analysis/kernels/shapes.h"
#include "core/analysis/launch/launches.h"
#include "core/analysis/launch/queue.h"
#include "core/analysis/memory/allocator.h"
#include "core/analysis/memory/leaks.h"
#include "core/analysis/memory/memory.h"
#include "core/analysis/search/event_query.h"
#include "core/analysis/steps/warm_up.h"
#include "core/base/time.h"

namespace lanescope {

/// The results of the analyses for the part of the trace that is judged.
struct FindingFacts {
  const Snapshot& trace;
  const ReadEvent& read;
  const AnalysisResults* results = nullptr;  // of the judged window, for what few findings need
  AnalysisWindow given = {};                 // the window as requested
  JudgedTime judged = {};
  std::shared_ptr<const WarmUpSteps> warm_up = {};  // of the entire trace, with its steps
  std::shared_ptr<const GpuTime> gpu_time = {};
  std::shared_ptr<const MemoryTable> memory = {};
  std::shared_ptr<const LeakTable> leaks = {};
  std::shared_ptr<const IdleTime> idle = {};
  std::shared_ptr<const SyncStalls> sync = {};
  std::shared_ptr<const LaunchTable> launches = {};
  std::shared_ptr<const LaunchQueue> queue = {};
  std::shared_ptr<const DataLoading> loading = {};
  std::shared_ptr<const HostCopies> copies = {};
  std::shared_ptr<const CommTable> comm = {};
  std::shared_ptr<const CompileTable> compile = {};  // null where nothing is compiled
  std::shared_ptr<const AllocatorTable> allocator = {};
  std::shared_ptr<const KernelTable> kernels = {};
  std::shared_ptr<const KernelShapes> shapes = {};
  std::shared_ptr<const RooflineTable> roofline = {};
  std::shared_ptr<const HostTime> host_time = {};
  std::shared_ptr<const HostActivities> activities = {};

  /// The results for the judged device; null in traces without GPU events.
  [[nodiscard]] const GpuTimeDevice* gpu() const;
  [[nodiscard]] const IdleDevice* idle_device() const;
  [[nodiscard]] const CopyDevice* copy_device() const;
  [[nodiscard]] const CommDevice* comm_device() const;
  [[nodiscard]] bool has_gpu() const { return judged.device.has_value(); }
  /// The thresholds.
  [[nodiscard]] const Thresholds& limits() const { return *judged.window.thresholds; }

  /// As a percentage of the judged time, clamped to 0 … 100.
  [[nodiscard]] double share_pct(Ns time_ns) const;
  /// "12.30 ms per step (8.1 %)"; without steps, "12.30 ms (8.1 %)".
  [[nodiscard]] std::string per_step(Ns time_ns) const;
  /// For several occurrences: "12.30 ms per step (8.1 %), at most 2.000 ms in one stretch". If one
  /// of them is more than half of the time, which a mean would hide: "73.80 ms in 6 steps (8.1
  /// %), 60.00 ms of it in one stretch". `of` says what the longest is of: a stretch without a
  /// break, or a gap, where it may be in several parts.
  [[nodiscard]] std::string per_step(Ns time_ns, Ns longest_ns,
                                     std::string_view of = "one stretch") const;
  /// "12 times per step", "2 times in 6 steps"; without steps, "120 times".
  [[nodiscard]] std::string count_per_step(std::uint64_t count) const;
};

inline constexpr std::string_view kNoGpuEvents = "the trace has no GPU events";
inline constexpr std::string_view kEndsMissing =
    "most GPU time is unknown: the file lacks the ends of GPU work";
/// kNoGpuEvents in the words of the file: a memory snapshot has none, as do traces of counters
/// only.
std::string_view why_nothing_to_judge(const Snapshot& trace);

/// Cost: see analyse_findings. After a stop, the remaining analyses are null.
FindingFacts gather_finding_facts(const AnalysisResults& in);

/// "8.1 %"; one decimal below 10.
std::string format_pct(double pct);

/// Of a thread's time: "377.0 ms of its 1.000 s sampled (38 %)".
std::string of_sampled_text(Ns part_ns, Ns sampled_ns);

}  // namespace lanescope
