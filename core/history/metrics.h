// What is followed from run to run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/host/idle_class.h"

namespace lanescope {

/// What kernels do, as tables and colors tell it.
enum class KernelKind : std::uint8_t { Gemm, Attention, Communication, Other };
inline constexpr std::size_t kKernelKinds = 4;

/// The kind of a kernel by its name. Names are judged where their colors are, which is above this.
using KernelKindOf = std::function<KernelKind(std::string_view)>;

/// All times are per step and GPU. The classes from Compute on, without Idle and the kernels, add
/// up to the step where nothing was paused.
enum HistoryMetric : std::size_t {
  kStepTimeMetric,
  kGpuBusyMetric,
  kIdleMetric,
  kPeakMemoryMetric,
  kComputeMetric,
  kExposedCommMetric,
  kExposedCopiesMetric,
  kFirstIdleMetric,                                      // by IdleClass
  kFirstKernelMetric = kFirstIdleMetric + kIdleClasses,  // by KernelKind
  kHistoryMetrics = kFirstKernelMetric + kKernelKinds,
};

enum class MetricUnit : std::uint8_t { Time, Percent, Bytes };  // times in ns

/// Missing values are not zero: the trace does not tell them.
using MetricValues = std::array<std::optional<double>, kHistoryMetrics>;

MetricUnit metric_unit(std::size_t metric);
/// "step_time", "idle.data_loading", "kernels.gemm": as on the command line and in JSON.
std::string metric_name(std::size_t metric);
std::optional<std::size_t> metric_named(std::string_view name);

}  // namespace lanescope
