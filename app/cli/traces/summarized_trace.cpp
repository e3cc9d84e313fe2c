#include "app/cli/traces/summarized_trace.h"

#include <utility>

#include "app/cli/traces/open_trace.h"
#include "core/analysis/usual_results.h"
#include "core/view/overview/load_report_model.h"

namespace lanescope {
namespace {

/// Whether a file that cannot be loaded stands for a rank all the same.
bool is_unreadable(const Error& error, const SummarySource& source) {
  return !source.digest.empty() &&
         (error.kind == Error::Kind::WrongFormat || error.kind == Error::Kind::Unreadable);
}

}  // namespace

Result<SummarizedTrace> summarized_trace(const std::string& path, const std::string& named,
                                         const std::string& steps) {
  SummarySource source = summary_source(path);
  if (!named.empty()) source.file = named;
  const auto opened = open_trace(path, {.steps = steps});
  if (!opened.ok()) {
    if (!is_unreadable(opened.error(), source)) return opened.error();
    return SummarizedTrace{unreadable_rank(std::move(source), opened.error().message),
                           opened.error()};
  }
  const Snapshot& snapshot = *opened.value();
  const AnalysisResults whole(snapshot, whole_window(), event_reader(opened.value()));
  RankSummary summary = summarize_rank(usual_results(whole), std::move(source));
  if (auto changed = change_of(opened.value())) return *changed;
  return SummarizedTrace{std::move(summary), std::nullopt, !snapshot.report.complete,
                         left_out_sentence(snapshot.report, snapshot.info.format)};
}

}  // namespace lanescope
