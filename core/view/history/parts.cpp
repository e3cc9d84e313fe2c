#include "core/view/history/parts.h"

#include <algorithm>

#include "core/view/colors/idle_look.h"
#include "core/view/colors/step_look.h"
#include "core/view/history/words.h"

namespace lanescope {
namespace {

constexpr double kLeastShare = 0.01;

StepPart kernel_part(KernelKind kind, ColorRole role, ThemeKind theme) {
  const std::size_t metric = kFirstKernelMetric + static_cast<std::size_t>(kind);
  return {metric_title(metric), {metric}, role_color(theme, role)};
}

std::vector<StepPart> all_parts(bool has_kernels, ThemeKind theme) {
  std::vector<StepPart> parts;
  if (has_kernels) {
    parts.push_back(kernel_part(KernelKind::Gemm, ColorRole::Gemm, theme));
    parts.push_back(kernel_part(KernelKind::Attention, ColorRole::Attention, theme));
    parts.push_back(kernel_part(KernelKind::Other, ColorRole::Compute, theme));
  } else {
    parts.push_back(
        {metric_title(kComputeMetric), {kComputeMetric}, role_color(theme, ColorRole::Compute)});
  }
  parts.push_back({metric_title(kExposedCommMetric),
                   {kExposedCommMetric},
                   role_color(theme, ColorRole::Communication)});
  parts.push_back({metric_title(kExposedCopiesMetric),
                   {kExposedCopiesMetric},
                   role_color(theme, ColorRole::Copy)});
  for (std::size_t i = 0; i < kIdleClasses; ++i) {
    const IdleColor color = idle_color(role_palette(theme), static_cast<IdleClass>(i));
    const std::size_t metric = kFirstIdleMetric + i;
    parts.push_back({metric_title(metric), {metric}, color.fill, color.hatched});
  }
  return parts;
}

bool is_small(const StepPart& part, std::span<const HistoryRun* const> runs) {
  return std::ranges::all_of(runs, [&](const HistoryRun* run) {
    return part_ns(part, *run) < kLeastShare * run->values[kStepTimeMetric].value_or(0);
  });
}

}  // namespace

std::vector<StepPart> step_parts(std::span<const HistoryRun* const> runs, ThemeKind theme) {
  const bool has_kernels = std::ranges::any_of(
      runs, [](const HistoryRun* run) { return run->values[kFirstKernelMetric].has_value(); });
  std::vector<StepPart> parts;
  StepPart rest{"smaller parts", {}, remainder_color(role_palette(theme))};
  for (StepPart& part : all_parts(has_kernels, theme)) {
    if (is_small(part, runs)) {
      rest.metrics.push_back(part.metrics.front());
    } else {
      parts.push_back(std::move(part));
    }
  }
  const bool any_rest =
      std::ranges::any_of(runs, [&](const HistoryRun* run) { return part_ns(rest, *run) > 0; });
  if (!parts.empty() && any_rest) parts.push_back(std::move(rest));
  return parts;
}

double part_ns(const StepPart& part, const HistoryRun& run) {
  double ns = 0;
  for (const std::size_t metric : part.metrics) ns += run.values[metric].value_or(0);
  return ns;
}

}  // namespace lanescope
