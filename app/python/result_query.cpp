#include "app/python/result_query.h"

#include <utility>

#include <fmt/format.h>

#include "app/cli/arguments/window.h"
#include "app/cli/output/printable.h"
#include "app/cli/report/thresholds.h"
#include "app/python/fault.h"
#include "core/view/text/gpu_peaks_text.h"

namespace lanescope {
namespace {

constexpr const char* kPeaks = "gpu_peaks";  // the argument

OpGroupBy group_by_of(const std::string& name) {
  const auto group_by = op_group_by_of(name);
  if (group_by) return *group_by;
  fail("group_by", fmt::format("'{}' is not a grouping; use name, shape, dtype, stack, module, "
                               "thread, phase or step",
                               printable(name, 40)));
}

std::vector<GpuPeaks> peaks_of(const std::string& file, const std::string& json) {
  if (!file.empty()) {
    auto peaks = read_gpu_peaks(file);
    if (!peaks.ok()) fail(kPeaks, fmt::format("{}: {}", printable(file), peaks.error().message));
    return std::move(peaks).value();
  }
  if (json.empty()) return {};
  auto peaks = parse_gpu_peaks(json);
  if (!peaks.ok()) fail(kPeaks, peaks.error().message);
  return std::move(peaks).value();
}

}  // namespace

SharedThresholds thresholds_of(const std::vector<std::string>& assignments,
                               const std::string& peaks_file, const std::string& peaks_json) {
  Thresholds thresholds;
  for (const std::string& one : assignments) {
    if (const auto error = set_threshold(one, thresholds)) fail("thresholds", error->message);
  }
  thresholds.gpu_peaks = peaks_of(peaks_file, peaks_json);
  return SharedThresholds(thresholds);
}

ReportOptions report_options_of(const ResultQuery& query) {
  ReportOptions options;
  options.device = query.device;
  options.group_by = group_by_of(query.group_by);
  options.thresholds = *query.thresholds;
  if (!query.window) return options;
  const auto window = parse_window(*query.window);
  if (!window.ok()) fail("window", window.error().message);
  options.window = window.value();
  return options;
}

}  // namespace lanescope
