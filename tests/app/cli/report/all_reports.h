// Everything that `report` can print for a trace.
#pragma once

#include <string>
#include <vector>

#include "app/cli/report/report.h"
#include "core/readers/trace_loader.h"

namespace lanescope {

/// One analysis in one format, or the Markdown page.
struct PrintedReport {
  std::string what;  // "idle in text, window whole"
  std::string text;
};

/// All analyses in text and JSON, and the Markdown page, each for every window that the trace has.
std::vector<PrintedReport> all_reports(const LoadedTrace& trace);

/// What is wrong with a printed report, independent of the trace: invalid UTF-8, or words such as
/// "nan" instead of a number. Empty if nothing is.
std::string report_faults(const PrintedReport& report);

}  // namespace lanescope
