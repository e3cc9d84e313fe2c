// How each analysis is printed: `to_json` and `to_text` for the result of every line of
// LANESCOPE_ANALYSES, defined in the other files of this folder.
#pragma once

#include <string>
#include <vector>

#include "app/cli/output/described_rows.h"
#include "app/cli/output/json_output.h"
#include "core/analysis/host/record_advice.h"
#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "core/analysis/search/event_query.h"

namespace lanescope {

// Reasons for missing data that several analyses share.
inline constexpr const char* kNoLaunches =
    "no GPU event in the window has its launch call in the trace";
inline constexpr const char* kNoMemory =
    "the trace has no [memory] records; record with profile_memory=True";
inline constexpr const char* kNoPython =
    "source: the trace has no python_function events; record with with_stack=True";

/// The analyzed trace and window, and all results.
using ReportInput = AnalysisResults;

/// Why there is no GPU work: that the trace has none, or counters only.
inline std::string no_gpu(const ReportInput& input) {
  return std::string(why_no_gpu_events(input.trace));
}
/// The same for a window without kernels.
inline std::string no_kernels(const ReportInput& input) {
  return has_only_counters(input.trace) ? no_gpu(input) : "the window has no kernels";
}

/// Whether the options of torch.profiler are what reports advise.
bool advises_profiler(const Snapshot& trace);
// The same with advice in terms of the tool that recorded the trace.
std::string no_memory(const Snapshot& trace);
std::string no_python(const Snapshot& trace);
/// The words, which end with an option of torch.profiler, without it where that does not help.
std::string shapes_words(const Snapshot& trace, std::string words);

#define LANESCOPE_DECLARE_PRINTER(key, Result, call)            \
  Json to_json(const ReportInput& input, const Result& result); \
  std::string to_text(const ReportInput& input, const Result& result);
LANESCOPE_ANALYSES(LANESCOPE_DECLARE_PRINTER)
#undef LANESCOPE_DECLARE_PRINTER

/// Adds a result to the trace's object, under its key.
template <typename Result>
void add_members(const ReportInput& input, const char* key, const Result& result, Json& trace) {
  trace[key] = to_json(input, result);
}
/// Findings are a list; their members for the rules not applicable and the judged window go next to
/// it.
void add_members(const ReportInput& input, const char* key, const FindingTable& result,
                 Json& trace);

/// A page of Markdown to paste into an issue or a wiki. `title` is the file's name.
std::string report_markdown(const ReportInput& input, const std::string& title);

/// Threads, waits and functions for that page; empty without samples of host threads.
std::string host_time_markdown(const ReportInput& input);

/// A GPU's time; also on the Markdown page.
RowColumns<GpuTimeDevice> gpu_time_columns();
/// How step durations vary; only times, which JSON has as null if there are no steps.
RowColumns<StepTable> step_spread_columns();
/// Peaks of a device's memory and of a memory timeline; both are also on the Markdown page.
RowColumns<MemoryDevice> memory_peak_columns();
RowColumns<TimelineCategory> category_columns(const TimelinePeak& timeline);

/// "3 more devices were left out".
std::string left_out_text(std::size_t devices);

/// The keys of all analyses: "gpu_time, ops, kernels".
std::string report_keys();

}  // namespace lanescope
