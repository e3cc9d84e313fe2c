// How each analysis is printed: a `to_json` and a `to_text` for the result of every line of
// LANESCOPE_ANALYSES, defined in the files beside this.
#pragma once

#include <string>
#include <vector>

#include "app/cli/output/described_rows.h"
#include "app/cli/output/json_output.h"
#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "core/analysis/search/event_query.h"

namespace lanescope {

// Why something is missing, in the words of several analyses.
inline constexpr const char* kNoGpu = "the trace has no GPU events";
inline constexpr const char* kNoLaunches =
    "no GPU event in the window has its launch call in the trace";
inline constexpr const char* kNoMemory =
    "the trace has no [memory] records; record with profile_memory=True";
inline constexpr const char* kNoPython =
    "source: the trace has no python_function events; record with with_stack=True";

/// What a report is about, and all that was found of it.
using ReportInput = AnalysisResults;

#define LANESCOPE_DECLARE_PRINTER(key, Result, call)            \
  Json to_json(const ReportInput& input, const Result& result); \
  std::string to_text(const ReportInput& input, const Result& result);
LANESCOPE_ANALYSES(LANESCOPE_DECLARE_PRINTER)
#undef LANESCOPE_DECLARE_PRINTER

/// Puts a result into the trace's object under its key.
template <typename Result>
void add_members(const ReportInput& input, const char* key, const Result& result, Json& trace) {
  trace[key] = to_json(input, result);
}
/// Findings are a list; what could not be judged and the part that was judged stand beside it.
void add_members(const ReportInput& input, const char* key, const FindingTable& result,
                 Json& trace);

/// What a person would paste into an issue or a wiki: one page of Markdown. `title` is the name of
/// the file.
std::string report_markdown(const ReportInput& input, const std::string& title);

/// Of a GPU's time, for the page too.
RowColumns<GpuTimeDevice> gpu_time_columns();
/// Of the spread of the steps; times only, null without steps in JSON.
RowColumns<StepTable> step_spread_columns();
/// Of the peaks of a device's memory and of a memory timeline; the page has both.
RowColumns<MemoryDevice> memory_peak_columns();
RowColumns<TimelineCategory> category_columns(const TimelinePeak& timeline);

/// "3 more devices were left out".
std::string left_out_text(std::size_t devices);

/// The keys of all analyses: "gpu_time, ops, kernels".
std::string report_keys();

}  // namespace lanescope
