// How well the GPU is utilized while it is busy.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// Shares, from 0 to 1, for one bucket of time.
struct UtilBucket {
  double gpu_util = 0;
  double sm_efficiency = 0;
};

/// Consecutive buckets with low utilization.
struct LowUtilRange {
  TimeRange range;
  double gpu_util = 0;
};

/// How much of the GPU a kernel uses while it runs, if the trace says.
struct KernelFill {
  TimeRange range;                        // clipped to the window
  std::optional<double> multiprocessors;  // the share of them that get a block
  std::optional<double> occupancy;        // estimated, as a share
};

struct UtilDevice {
  std::int64_t device = -1;
  TimeRange window;
  double gpu_util = 0;  // the share of recorded time in which a kernel runs
  double busy = 0;      // the same including copies and fills
  std::uint64_t kernels = 0, kernels_with_shape = 0;
  /// Estimated from launch configurations, not measured. Each kernel uses as many multiprocessors
  /// as it has blocks; concurrent kernels add up to at most all of them.
  std::optional<double> sm_efficiency;
  /// The mean over kernels, weighted by their time.
  std::optional<double> occupancy;
  /// Shares of compute kernel time: on tensor cores; on tensor cores or in operators that could use
  /// them. The first is judged by the names of kernels, so it is a lower bound, and nullopt if it
  /// is unknown whether any uses AMD's matrix cores. The latter is nullopt if no kernel is linked
  /// to an operator.
  std::optional<double> tensor_core, tensor_core_eligible;
  Ns bucket_ns = 0;  // a power of ten in µs, chosen to give at most 100 buckets
  std::vector<UtilBucket> buckets;
  std::vector<KernelFill> fills;  // of kernels with either value, by start
  std::vector<LowUtilRange> low;  // below Thresholds::low_gpu_util_pct
};

struct UtilTable {
  std::vector<UtilDevice> devices;  // by number; only devices with kernels
  bool shapes_read = false;         // false if there are too many kernels to read
};

/// Kernels are clipped to the window. Pure; complete snapshots only. Cost: n log n of the kernels,
/// and the text of each is read.
UtilTable analyse_util(const AnalysisResults& in);

}  // namespace lanescope
