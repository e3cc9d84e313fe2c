#include "app/cli/compare/compare.h"

#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/traces/run_files.h"
#include "app/cli/verbs.h"
#include "core/analysis/host/captured_launch.h"
#include "core/base/process_memory.h"
#include "core/base/threads/parallel.h"
#include "core/view/results/diff_text.h"

namespace lanescope {
namespace {

constexpr std::array kLevels = {PartLevel::Kernel, PartLevel::Op, PartLevel::Module};

/// The level that best shows what to change: operators, if both runs have them.
const RunDiff& telling_level(const std::vector<RunDiff>& levels) {
  const RunDiff& by_op = levels[static_cast<std::size_t>(PartLevel::Op)];
  return tells_operators(by_op) ? by_op : levels.front();
}

/// Returns the exit code for the gates and prints their messages on stderr. A failed gate counts
/// even if others could not be judged.
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

/// The levels, in the order of kLevels, and the names of host threads, computed side by side.
void compare_parts(const AnalysisResults& a, const AnalysisResults& b, const AlignedRuns& runs,
                   PrintedComparison& comparison) {
  std::array<std::optional<RunDiff>, kLevels.size()> diffs;
  parallel_for(1 + kLevels.size(), hardware_threads(), [&](std::size_t i, unsigned) {
    if (i < kLevels.size()) {
      diffs[i] = diff_runs(a, b, runs, kLevels[i]);
    } else {
      comparison.host = compare_host_names(comparison.a, comparison.b, runs);
    }
  });
  for (std::optional<RunDiff>& diff : diffs) comparison.levels.push_back(std::move(*diff));
}

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

int run_compare(const CompareOptions& options) {
  RunFilesProblem problem;
  const auto files = choose_run_files(options.a, options.b, problem);
  if (!files) return complain(kUnusable, problem.argument, problem.message);
  if (files->rank) tell_rank(*files);
  const std::string& capture = options.capture_trace;
  const auto begin = [&](const std::string& file) { return begin_trace(file, {}, capture, true); };
  auto loading_a = begin(files->a);
  auto loading_b = fit_together(files->a, files->b) ? begin(files->b) : nullptr;
  const auto a = wait_for_trace(std::move(loading_a));
  if (!a.ok()) return complain(kUnusable, files->a, a.error().message);
  if (!loading_b) loading_b = begin(files->b);
  const auto b = wait_for_trace(std::move(loading_b));
  if (!b.ok()) return complain(kUnusable, files->b, b.error().message);
  keep_freed_memory();
  const Snapshot &trace_a = *a.value(), &trace_b = *b.value();
  if (!capture.empty()) {
    if (const auto why = useless_capture(trace_a, trace_b))
      return complain(kUnusable, capture, *why);
  }
  for (const auto& [file, trace] :
       {std::pair(&files->a, &trace_a), std::pair(&files->b, &trace_b)}) {
    const auto why = cannot_align(*trace, options.align);
    if (why) return complain(kUnusable, *file, *why);
  }
  const auto runs = align_runs(trace_a, trace_b, options.align);
  if (!runs.ok()) return complain(kUnusable, "compare", runs.error().message);
  PrintedComparison comparison{files->a, files->b, trace_a, trace_b, options.by, {},
                               {},       {},       {},      {},      {}};
  const AnalysisResults results_a(trace_a, whole_window(), event_reader(a.value()));
  const AnalysisResults results_b(trace_b, whole_window(), event_reader(b.value()));
  compare_parts(results_a, results_b, runs.value(), comparison);
  const RunDiff& by_op = comparison.levels[static_cast<std::size_t>(PartLevel::Op)];
  comparison.environment = compare_environments(trace_a, trace_b);
  comparison.warnings = comparison_warnings(trace_a, trace_b, by_op);
  comparison.sentence = printable(diff_sentence(telling_level(comparison.levels)));
  for (const Gate& gate : options.gates) {
    comparison.gates.push_back(judge_gate(gate, {comparison.levels.front(), by_op}));
  }
  print(options, comparison);
  for (const auto& [file, trace] : {std::pair(&files->a, &a), std::pair(&files->b, &b)}) {
    if (const auto changed = change_of(trace->value()))
      return complain(kUnusable, *file, changed->message);
  }
  return judge(comparison.gates);
}

}  // namespace lanescope
