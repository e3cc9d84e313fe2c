// How each analysis is printed: a `to_json` and a `to_text` for the result of every line of
// LANESCOPE_ANALYSES.
#pragma once

#include <string>

#include "app/cli/json_output.h"
#include "core/analysis/event_query.h"
#include "core/analysis/registry.h"

namespace lanescope {

/// What a report is about, and how to read what is not in the store.
struct ReportInput {
  const Snapshot& trace;
  AnalysisWindow window;
  ReadEvent read;
  OpGroupBy group_by = OpGroupBy::Name;
};

Json to_json(const ReportInput& input, const GpuTime& result);
std::string to_text(const ReportInput& input, const GpuTime& result);

Json to_json(const ReportInput& input, const IdleTime& result);
std::string to_text(const ReportInput& input, const IdleTime& result);

Json to_json(const ReportInput& input, const StepTable& result);
std::string to_text(const ReportInput& input, const StepTable& result);

Json to_json(const ReportInput& input, const OpTable& result);
std::string to_text(const ReportInput& input, const OpTable& result);

Json to_json(const ReportInput& input, const KernelTable& result);
std::string to_text(const ReportInput& input, const KernelTable& result);

Json to_json(const ReportInput& input, const ModuleTree& result);
std::string to_text(const ReportInput& input, const ModuleTree& result);

Json to_json(const ReportInput& input, const MemoryTable& result);
std::string to_text(const ReportInput& input, const MemoryTable& result);

Json to_json(const ReportInput& input, const LeakTable& result);
std::string to_text(const ReportInput& input, const LeakTable& result);

Json to_json(const ReportInput& input, const FlameTree& result);
std::string to_text(const ReportInput& input, const FlameTree& result);

Json to_json(const ReportInput& input, const SyncStalls& result);
std::string to_text(const ReportInput& input, const SyncStalls& result);

Json to_json(const ReportInput& input, const LaunchTable& result);
std::string to_text(const ReportInput& input, const LaunchTable& result);

Json to_json(const ReportInput& input, const LaunchQueue& result);
std::string to_text(const ReportInput& input, const LaunchQueue& result);

Json to_json(const ReportInput& input, const DataLoading& result);
std::string to_text(const ReportInput& input, const DataLoading& result);

Json to_json(const ReportInput& input, const WarmUpSteps& result);
std::string to_text(const ReportInput& input, const WarmUpSteps& result);

Json to_json(const ReportInput& input, const CopyTable& result);
std::string to_text(const ReportInput& input, const CopyTable& result);

Json to_json(const ReportInput& input, const CommTable& result);
std::string to_text(const ReportInput& input, const CommTable& result);

Json to_json(const ReportInput& input, const AllocatorTable& result);
std::string to_text(const ReportInput& input, const AllocatorTable& result);

Json to_json(const ReportInput& input, const UtilTable& result);
std::string to_text(const ReportInput& input, const UtilTable& result);

Json to_json(const ReportInput& input, const CriticalPath& result);
std::string to_text(const ReportInput& input, const CriticalPath& result);

Json to_json(const ReportInput& input, const SequenceTable& result);
std::string to_text(const ReportInput& input, const SequenceTable& result);

Json to_json(const ReportInput& input, const RooflineTable& result);
std::string to_text(const ReportInput& input, const RooflineTable& result);

Json to_json(const ReportInput& input, const CompileTable& result);
std::string to_text(const ReportInput& input, const CompileTable& result);

Json to_json(const ReportInput& input, const BoundTable& result);
std::string to_text(const ReportInput& input, const BoundTable& result);

Json to_json(const ReportInput& input, const CounterTable& result);
std::string to_text(const ReportInput& input, const CounterTable& result);

Json to_json(const ReportInput& input, const PatternTable& result);
std::string to_text(const ReportInput& input, const PatternTable& result);

Json to_json(const ReportInput& input, const FindingTable& result);
std::string to_text(const ReportInput& input, const FindingTable& result);

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

/// The keys of all analyses: "gpu_time, ops, kernels".
std::string report_keys();

/// Rows of a table for people; JSON has all.
inline constexpr std::size_t kMostRows = 40;
inline constexpr std::size_t kReportNameWidth = 56;
/// "and 12 more, see --json" or nothing.
std::string more_rows(std::size_t rows);

}  // namespace lanescope
