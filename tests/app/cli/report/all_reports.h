// Everything that `report` can print for a trace.
#pragma once

#include <string>
#include <string_view>
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

/// What is wrong with a printed report, independent of the trace: invalid UTF-8, words such as
/// "nan" instead of a number, or a plural after a one, as in "1 blocks". Empty if nothing is.
std::string report_faults(const PrintedReport& report);

/// The first "1 blocks" in a text; empty if there is none. "rank 1 waits" is none, as that one is
/// no count.
std::string plural_of_one(std::string_view text);

}  // namespace lanescope
