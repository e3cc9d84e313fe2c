// Everything that `report` can print of a trace.
#pragma once

#include <string>
#include <vector>

#include "app/cli/report/report.h"
#include "core/readers/trace_loader.h"

namespace lanescope {

/// One form of one analysis, or the page of Markdown.
struct PrintedReport {
  std::string what;  // "idle in text, window whole"
  std::string text;
};

/// The analyses in text and JSON and the page, each about every window that the trace has.
std::vector<PrintedReport> all_reports(const LoadedTrace& trace);

/// What is wrong with a printed report whatever the trace: bytes that are no UTF-8, words such as
/// "nan" where a number should be. Empty when nothing is.
std::string report_faults(const PrintedReport& report);

}  // namespace lanescope
