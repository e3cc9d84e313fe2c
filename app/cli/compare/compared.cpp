#include "app/cli/compare/compared.h"

#include <array>
#include <utility>
#include <vector>

#include "app/cli/output/printable.h"
#include "core/base/threads/parallel.h"
#include "core/view/results/diff_text.h"
#include "core/view/results/sampled_text.h"

namespace lanescope {
namespace {

constexpr std::array kLevels = {PartLevel::Kernel, PartLevel::Op, PartLevel::Module};

/// The level that best shows what to change: operators, if both runs have them.
const RunDiff& telling_level(const std::vector<RunDiff>& levels) {
  const RunDiff& by_op = levels[static_cast<std::size_t>(PartLevel::Op)];
  return tells_operators(by_op) ? by_op : levels.front();
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

/// The same as in the window.
std::string sentence_of(const PrintedComparison& comparison) {
  const RunDiff& level = telling_level(comparison.levels);
  return with_samples(diff_words(level), level, comparison.sampled).sentence;
}

}  // namespace

std::optional<PrintedComparison> compare_results(const ComparedRun& a, const ComparedRun& b,
                                                 const CompareOptions& options,
                                                 RunFilesProblem& problem) {
  const Snapshot &trace_a = a.results.trace, &trace_b = b.results.trace;
  for (const ComparedRun* run : {&a, &b}) {
    const auto why = cannot_align(run->results.trace, options.align);
    if (!why) continue;
    problem = {run->file, *why};
    return std::nullopt;
  }
  const auto runs = align_runs(trace_a, trace_b, options.align);
  if (!runs.ok()) {
    problem = {"compare", runs.error().message};
    return std::nullopt;
  }
  PrintedComparison comparison{a.file, b.file, trace_a, trace_b, options.by, {},
                               {},     {},     {},      {},      {},         {}};
  comparison.sampled = compare_sampled_time(a.results, b.results);
  compare_parts(a.results, b.results, runs.value(), comparison);
  const RunDiff& by_op = comparison.levels[static_cast<std::size_t>(PartLevel::Op)];
  comparison.environment = compare_environments(trace_a, trace_b);
  comparison.warnings = sampled_warnings(comparison.sampled);
  for (std::string& warning : comparison_warnings(trace_a, trace_b, by_op))
    comparison.warnings.push_back(std::move(warning));
  comparison.sentence = printable(sentence_of(comparison));
  for (const Gate& gate : options.gates) {
    comparison.gates.push_back(judge_gate(gate, {comparison.levels.front(), by_op}));
  }
  return comparison;
}

}  // namespace lanescope
