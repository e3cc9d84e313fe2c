#include "app/cli/compare/compare.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/cli/compare/compared.h"
#include "app/cli/compare/rank_folders.h"
#include "app/cli/compare/summaries.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/verbs.h"
#include "core/analysis/host/captured_launch.h"
#include "core/base/process_memory.h"

namespace lanescope {
namespace {

/// Reports which rank of a folder is compared.
void tell_rank(const RunFiles& files) {
  complain(kDone, "compare",
           fmt::format("rank {} of both runs: {} and {}; name two files to compare another rank",
                       *files.rank, files.a, files.b));
}

/// Why a capture trace that was named is of no use; nullopt if it is, for one of the runs at least.
std::optional<std::string> useless_capture(const Snapshot& a, const Snapshot& b) {
  std::int64_t replays = 0;
  for (const Snapshot* trace : {&a, &b}) {
    const auto use = capture_trace_use(*trace);
    if (use && use->joined > 0) return std::nullopt;
    replays += use ? use->replays : 0;
  }
  return replays == 0 ? "is of no use: neither run replays CUDA graphs"
                      : "contains the capture of none of the CUDA graphs that the runs replay";
}

void print(const CompareOptions& options, const PrintedComparison& comparison) {
  if (options.json) {
    print_document(comparison_json(comparison));
  } else if (options.markdown) {
    print_lines(comparison_markdown(comparison));
  } else {
    print_lines(comparison_text(comparison));
  }
}

}  // namespace

/// A failed gate counts even if others could not be judged.
int judge(const std::vector<GateResult>& gates) {
  int code = kDone;
  for (const GateResult& result : gates) {
    const std::string& gate = result.gate.text;
    switch (result.state) {
      case GateState::Passed:
        break;
      case GateState::Failed:
        code = complain(kGateFailed, gate, "run B exceeds the limit; see the comparison");
        break;
      case GateState::NotTested:
        complain(kDone, gate,
                 fmt::format("above the limit, but too few steps for a significance test; record "
                             "at least {} of each run",
                             kLeastSamples));
        break;
      case GateState::Missing:
        complain(kUnusable, gate, result.why);
        if (code == kDone) code = kUnusable;
        break;
    }
  }
  return code;
}

int run_compare(const CompareOptions& options) {
  if (const auto folders = compared_folders(options)) return run_folder_compare(options, *folders);
  if (compares_summaries(options)) return run_summary_compare(options);
  RunFilesProblem problem;
  const auto files = choose_run_files(options.a, options.b, problem);
  if (!files) return complain(kUnusable, problem.argument, problem.message);
  if (files->rank) tell_rank(*files);
  const std::string& capture = options.capture_trace;
  const auto begin = [&](const std::string& file) {
    return begin_trace(
        file,
        {.capture_trace = capture, .capture_trace_may_not_fit = true, .steps = options.steps});
  };
  auto loading_a = begin(files->a);
  auto loading_b = fit_together(files->a, files->b) ? begin(files->b) : nullptr;
  const auto a = wait_for_trace(std::move(loading_a));
  if (!a.ok()) return complain(kUnusable, files->a, a.error().message);
  if (!loading_b) loading_b = begin(files->b);
  const auto b = wait_for_trace(std::move(loading_b));
  if (!b.ok()) return complain(kUnusable, files->b, b.error().message);
  keep_freed_memory();
  if (!capture.empty()) {
    if (const auto why = useless_capture(*a.value(), *b.value()))
      return complain(kUnusable, capture, *why);
  }
  const AnalysisResults results_a(*a.value(), whole_window(), event_reader(a.value()));
  const AnalysisResults results_b(*b.value(), whole_window(), event_reader(b.value()));
  const auto compared =
      compare_results({files->a, results_a}, {files->b, results_b}, options, problem);
  if (!compared) return complain(kUnusable, problem.argument, problem.message);
  tell_if_incomplete(*a.value(), files->a);
  tell_if_incomplete(*b.value(), files->b);
  const PrintedComparison& comparison = *compared;
  print(options, comparison);
  for (const auto& [file, trace] : {std::pair(&files->a, &a), std::pair(&files->b, &b)}) {
    if (const auto changed = change_of(trace->value()))
      return complain(kUnusable, *file, changed->message);
  }
  return judge(comparison.gates);
}

}  // namespace lanescope
