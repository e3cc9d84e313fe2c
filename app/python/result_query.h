// What is asked of the analyses of a trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/verbs.h"
#include "core/analysis/events/thresholds.h"

namespace lanescope {

/// In the words of the command line.
struct ResultQuery {
  std::optional<std::string> window;  // as of `report --window`; none: the usual one
  std::optional<std::int64_t> device;
  std::string group_by = "name";  // of operators
  SharedThresholds thresholds = {};
  friend bool operator==(const ResultQuery&, const ResultQuery&) = default;
};

/// The default thresholds but for `assignments`, such as "tiny_kernel=8us", and with peak rates of
/// GPUs: those of a file, or else of JSON; both empty: none. Errors are thrown as Fault.
SharedThresholds thresholds_of(const std::vector<std::string>& assignments,
                               const std::string& peaks_file, const std::string& peaks_json);

/// Errors are thrown as Fault.
ReportOptions report_options_of(const ResultQuery& query);

}  // namespace lanescope
