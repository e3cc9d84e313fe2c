#include "core/view/overview/missing_figures.h"

#include <algorithm>

#include "core/analysis/events/recording_pauses.h"
#include "core/store/issue_kinds.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kWholeGraphs =
    "CUDA graphs were traced as a whole: each launch is one event, and counts as one kernel. "
    "Record "
    "with nsys profile --cuda-graph-trace=node to see the kernels.";
constexpr std::string_view kHiddenGraphs =
    "CUDA graph launches whose kernels are not in the trace, so GPU time is missing from all "
    "figures. Nsight Systems records them with --cuda-graph-trace=node.";

/// Says that figures of the GPU lack what graphs hide.
void add_hidden_graphs(const Snapshot& snapshot, KeyFigures& figures) {
  const LoadReport& report = snapshot.report;
  const auto count_of = [&](std::string_view kind) {
    const auto issue = std::ranges::find(report.issues, kind, &LoadIssue::kind);
    return issue == report.issues.end() ? 0 : issue->count;
  };
  const std::uint64_t hidden = count_of(issue_kinds::kGraphsWithoutKernels),
                      whole = count_of(issue_kinds::kGraphsWhole);
  if (hidden + whole == 0) return;
  const bool of_nsys = snapshot.info.format.starts_with("nsys");
  figures.push_back({"Graphs without kernels", count_text(hidden + whole),
                     of_nsys ? "record with --cuda-graph-trace=node" : "GPU time is missing",
                     hidden > 0 ? kHiddenGraphs : kWholeGraphs, "Load report"});
}

constexpr std::string_view kNoKernels =
    "Calls launched kernels, but the file has none, so GPU time is missing from all figures. "
    "Nsight "
    "Systems records kernels with --trace=cuda; an export of some tables must include "
    "CUPTI_ACTIVITY_KIND_KERNEL.";

/// Says that figures of the GPU lack kernels that were launched.
void add_unrecorded_kernels(const Snapshot& snapshot, KeyFigures& figures) {
  const auto& issues = snapshot.report.issues;
  const auto issue = std::ranges::find(issues, issue_kinds::kKernelsNotRecorded, &LoadIssue::kind);
  if (issue == issues.end()) return;
  figures.push_back({"Kernels not recorded", counted(issue->count, "launch", "launches"),
                     "record with --trace=cuda", kNoKernels, "Load report"});
}

constexpr std::string_view kUnfinishedWrite =
    "A rollback journal lies beside the database: the program that writes it is not done, or was "
    "stopped. Events may be missing from all figures.";

/// Says that figures may be of the middle of a change.
void add_unfinished_write(const Snapshot& snapshot, KeyFigures& figures) {
  const auto& issues = snapshot.report.issues;
  if (std::ranges::find(issues, issue_kinds::kUnfinishedWrite, &LoadIssue::kind) == issues.end())
    return;
  figures.push_back({"Database", "not completely written", "events may be missing",
                     kUnfinishedWrite, "Load report"});
}

constexpr std::string_view kUnendedWork =
    "GPU work whose end is not in the file, as at the end of a truncated one: its GPU time is "
    "missing from all figures, and until the next work of its stream it is unknown whether the GPU "
    "was busy.";

/// Says that figures of the GPU lack work of unknown length.
void add_unended_work(const Snapshot& snapshot, KeyFigures& figures) {
  const std::uint64_t unended = unended_work(snapshot);
  if (unended == 0) return;
  figures.push_back({"GPU work without its end", count_text(unended), "GPU time is missing",
                     kUnendedWork, "Load report"});
}

}  // namespace

void add_missing_figures(const Snapshot& snapshot, KeyFigures& figures) {
  add_unfinished_write(snapshot, figures);
  add_hidden_graphs(snapshot, figures);
  add_unrecorded_kernels(snapshot, figures);
  add_unended_work(snapshot, figures);
}

}  // namespace lanescope
