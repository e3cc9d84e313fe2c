// The documents of the command line as text: what `--json` prints, and what is printed for people.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/report/document/chosen.h"
#include "app/python/loaded_run.h"

namespace lanescope {

/// The JSON, or the text for people.
enum class DocumentForm : std::uint8_t { ForProgram, ForPeople };

// Any thread; errors are thrown as Fault. Those that take a stop throw Stopped after it.

std::string info_document(const LoadedRun& run, DocumentForm form);
std::string event_document(const LoadedRun& run, std::int64_t id, DocumentForm form);
/// JSON alone; without a limit, all events.
std::string search_document(const LoadedRun& run, const std::string& expression,
                            std::optional<std::int64_t> limit, std::int64_t offset,
                            const std::stop_token& stop);
/// compute_results(), which a stop ends between two analyses.
void compute_until_stopped(const ChosenAnalyses& analyses, const ReportInput& input,
                           const std::stop_token& stop);
/// One of the "traces" of a report. `names` are keys of analyses; none: all.
std::string report_document(const LoadedRun& run, const std::vector<std::string>& names,
                            const ResultQuery& query, DocumentForm form,
                            const std::stop_token& stop);
/// What the analyses print for people.
std::string report_text(const ReportInput& input, const ChosenAnalyses& analyses);
/// What a report for people is about: the window, and thresholds that differ from the default;
/// empty if there is nothing to say. Ends with an empty line.
std::string report_head(const LoadedRun& run, const ResultQuery& query);

struct ComparisonQuery {
  std::string by = "kernel";  // which rows are shown
  std::string annotation;     // what is compared instead of steps; empty: nothing
  std::optional<std::int64_t> step;
  bool by_start = false;
  std::vector<std::string> gates;
};
std::string comparison_document(const LoadedRun& a, const LoadedRun& b,
                                const ComparisonQuery& query, DocumentForm form);

/// The keys that a report knows, separated by commas.
std::string analysis_names();

}  // namespace lanescope
