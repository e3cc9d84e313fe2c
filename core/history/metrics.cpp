#include "core/history/metrics.h"

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kFirstIdleMetric> kMetricNames{
    "step_time", "gpu_busy", "idle", "peak_memory", "compute", "exposed_comm", "exposed_copies"};
constexpr std::array<std::string_view, kKernelKinds> kKernelNames{"gemm", "attention",
                                                                  "communication", "other"};

}  // namespace

MetricUnit metric_unit(std::size_t metric) {
  if (metric == kGpuBusyMetric) return MetricUnit::Percent;
  return metric == kPeakMemoryMetric ? MetricUnit::Bytes : MetricUnit::Time;
}

std::string metric_name(std::size_t metric) {
  LANESCOPE_CHECK(metric < kHistoryMetrics, "metric {}", metric);
  if (metric < kFirstIdleMetric) return std::string(kMetricNames[metric]);
  if (metric >= kFirstKernelMetric)
    return "kernels." + std::string(kKernelNames[metric - kFirstKernelMetric]);
  return "idle." + std::string(idle_class_name(static_cast<IdleClass>(metric - kFirstIdleMetric)));
}

std::optional<std::size_t> metric_named(std::string_view name) {
  for (std::size_t metric = 0; metric < kHistoryMetrics; ++metric) {
    if (metric_name(metric) == name) return metric;
  }
  return std::nullopt;
}

}  // namespace lanescope
