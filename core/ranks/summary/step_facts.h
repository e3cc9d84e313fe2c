// Where the GPU time of each step goes, for a summary.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/events/gpu_class.h"
#include "core/analysis/host/idle_class.h"
#include "core/analysis/results.h"
#include "core/ranks/rank_collectives.h"

namespace lanescope {

/// GPU times are summed over the devices that have work in the step, and cut at its ends: those of
/// `report --window A:B` for its range.
struct StepFacts {
  std::string name;  // "ProfilerStep#3"
  TimeRange range;   // on the trace's own clock; see StepRow::time
  bool warm_up = false, whole = true, paused = false,
       outlier = false;  // as in StepRow, `paused` if lossy too
  std::uint32_t devices = 0;
  // These, the idle classes and the pauses add up to the length times the devices.
  Ns compute_ns = 0;
  Ns exposed_comm_ns = 0;
  Ns exposed_memory_ns = 0;
  /// By IdleClass. Its Runtime is one of several classes of CUDA calls, beside Sync and Allocation,
  /// and a sum over GPUs; StepClass::Runtime, the `classes_ns.runtime` of the overview, is all
  /// calls while no GPU works. In JSON these are `idle_classes_ns`, so that the names differ too.
  std::array<Ns, kIdleClasses> idle_ns{};
  Ns paused_ns = 0;
  /// Summed durations of the work of each class, including concurrent work.
  std::array<Ns, kGpuClasses> work_ns{};
  /// An estimate of waiting for other ranks: how much longer the step's collectives took than the
  /// shortest of the same group, kind and size in the trace. Those of unknown size are left out.
  Ns wait_ns = 0;
  /// Of PyTorch's allocator, on the GPU where it is highest; nullopt without its records.
  std::optional<std::int64_t> peak_bytes;

  [[nodiscard]] Ns total_idle_ns() const;
};

/// Of all steps of the trace, by time. Complete snapshots only. Cost: the analyses of steps and of
/// idle time, and a pass over the GPU events.
std::vector<StepFacts> step_facts(const AnalysisResults& in, const RankCollectives& collectives);

}  // namespace lanescope
