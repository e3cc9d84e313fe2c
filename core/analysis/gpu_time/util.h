// Is the GPU full while it is busy?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Shares from 0 to 1 of one bucket of time.
struct UtilBucket {
  double gpu_util = 0;
  double sm_efficiency = 0;
};

/// Buckets in a row in which few kernels run.
struct LowUtilRange {
  TimeRange range;
  double gpu_util = 0;
};

/// What a kernel takes of its GPU while it runs, as far as the trace says.
struct KernelFill {
  TimeRange range;                        // clipped to the window
  std::optional<double> multiprocessors;  // share of them that it has blocks for
  std::optional<double> occupancy;        // estimated, as a share
};

struct UtilDevice {
  std::int64_t device = -1;
  TimeRange window;
  double gpu_util = 0;  // of what was recorded, in which any kernel runs
  double busy = 0;      // or a copy or a fill
  std::uint64_t kernels = 0, kernels_with_shape = 0;
  /// Estimates from the shapes of the launches, not measured. Each kernel fills as many of the
  /// multiprocessors as it has blocks for, those that run at once together at most all of them.
  std::optional<double> sm_efficiency;
  /// Of the kernels, weighted by their time.
  std::optional<double> occupancy;
  /// Of the time of computing kernels: on tensor cores, and there or in operators that could use
  /// them; the latter is nullopt when no kernel is linked to an operator.
  std::optional<double> tensor_core, tensor_core_eligible;
  Ns bucket_ns = 0;  // a power of ten of microseconds, so that there are at most 100
  std::vector<UtilBucket> buckets;
  std::vector<KernelFill> fills;  // of the kernels that say either, by start
  std::vector<LowUtilRange> low;  // below the threshold low_gpu_util
};

struct UtilTable {
  std::vector<UtilDevice> devices;  // by number; those with kernels
  bool shapes_read = false;         // else there are too many kernels to read them
};

/// Kernels are clipped to the window. Pure; complete snapshots only. Cost: n log n of the kernels,
/// and the text of each is read.
UtilTable analyse_util(const Snapshot& snapshot, const AnalysisWindow& window,
                       const ReadEvent& read);

}  // namespace lanescope
