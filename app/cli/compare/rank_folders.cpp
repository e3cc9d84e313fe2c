#include "app/cli/compare/rank_folders.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/cli/compare/summaries.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "app/cli/traces/baselines.h"
#include "core/base/check.h"
#include "core/base/threads/parallel.h"
#include "core/readers/trace_folder.h"
#include "core/view/fleet/wall_gates.h"
#include "core/view/fleet/wall_measure.h"

namespace lanescope {
namespace {

/// Of one measure, over the steps that count; 0 where a rank has none.
RankChange change_of(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                     std::size_t rank, WallKind kind) {
  RankChange change;
  double steps = 0;
  for (std::size_t step = 0; step < match.steps; ++step) {
    if (!both_count(a, b, match, rank, step)) continue;
    const auto of_a = wall_value(a, {kind, 0}, rank, step);
    const auto of_b = wall_value(b, {kind, 0}, match.rank_of[rank], step);
    if (!of_a || !of_b) continue;
    change.a += *of_a;
    change.b += *of_b;
    ++steps;
  }
  if (steps == 0) return {};
  return {change.a / steps, change.b / steps};
}

/// Of a run that is a folder of summaries, or a baseline that names one: that folder. Only a
/// baseline may have traces beside them, as it is never one of traces.
std::optional<std::string> folder_of_summaries(const CompareOptions& options,
                                               const std::string& run, const std::string& other) {
  std::string folder = run;
  if (is_baseline(run)) {
    auto found = find_named_run(run, other, options.baselines);
    if (!found.ok()) return std::nullopt;
    folder = std::move(found).value();
  } else if (!traces_in_folder(run).empty()) {
    return std::nullopt;
  }
  return summaries_in_folder(folder).empty() ? std::nullopt : std::optional(std::move(folder));
}

/// What folders of summaries do not tell.
std::optional<std::string> asks_for_one_rank(const CompareOptions& options) {
  if (!options.align.annotation.empty()) return "--align";
  if (options.align.step) return "--step";
  if (options.by != PartLevel::Kernel) return "--by";
  if (!options.capture_trace.empty()) return "--capture-trace";
  if (!options.steps.empty()) return "--steps";
  return std::nullopt;
}

FleetFiles loaded(const std::string& folder, int& code) {
  FleetFiles files = load_fleet(summaries_in_folder(folder), hardware_threads());
  for (const FleetFiles::Problem& problem : files.problems)
    code = complain(kUnusable, problem.file, problem.what);
  return files;
}

}  // namespace

std::optional<ComparedFolders> compared_folders(const CompareOptions& options) {
  auto a = folder_of_summaries(options, options.a, options.b);
  if (!a) return std::nullopt;
  auto b = folder_of_summaries(options, options.b, options.a);
  if (!b) return std::nullopt;
  return ComparedFolders{std::move(*a), std::move(*b)};
}

PrintedFolders compare_folders(const FleetPicture& a, const FleetPicture& b,
                               const ComparedFolders& folders, std::span<const Gate> gates) {
  PrintedFolders out;
  out.match = match_walls(a, b);
  LANESCOPE_CHECK(out.match.rank_of.size() == a.ranks().size(), "{} of {} ranks",
                  out.match.rank_of.size(), a.ranks().size());
  out.sentence = wall_change_sentence(a, b, out.match);
  out.facts = wall_match_facts(a, b, out.match, folders.a, folders.b);
  out.folders = folders;
  for (const Gate& gate : gates) out.gates.push_back(judge_gate(gate, a, b, out.match));
  for (std::size_t rank = 0; rank < a.ranks().size(); ++rank) {
    if (out.match.rank_of[rank] == WallMatch::kNone) continue;
    ComparedRank one;
    one.rank = a.analysis.identity.traces[rank].rank;
    one.host = a.ranks()[rank].host;
    for (std::size_t step = 0; step < out.match.steps; ++step)
      one.steps += both_count(a, b, out.match, rank, step) ? 1 : 0;
    if (one.steps == 0) continue;
    one.step = change_of(a, b, out.match, rank, WallKind::StepTime);
    one.compute = change_of(a, b, out.match, rank, WallKind::Compute);
    one.exposed_comm = change_of(a, b, out.match, rank, WallKind::ExposedComm);
    one.idle = change_of(a, b, out.match, rank, WallKind::Idle);
    out.ranks.push_back(std::move(one));
  }
  std::ranges::stable_sort(out.ranks, std::greater(),
                           [](const ComparedRank& one) { return std::abs(one.own_delta()); });
  return out;
}

int run_folder_compare(const CompareOptions& options, const ComparedFolders& folders) {
  if (const auto option = asks_for_one_rank(options))
    return complain(kUnusable, *option,
                    "cannot be answered by folders of summaries; name a summary of each run");
  int code = kDone;
  FleetFiles of_a = loaded(folders.a, code), of_b = loaded(folders.b, code);
  const FleetPicture a = make_fleet_picture(std::move(of_a), hardware_threads());
  const FleetPicture b = make_fleet_picture(std::move(of_b), hardware_threads());
  const PrintedFolders printed = compare_folders(a, b, folders, options.gates);
  if (options.json) {
    print_document(folders_json(printed));
  } else {
    print_lines(options.markdown ? folders_markdown(printed) : folders_text(printed));
  }
  if (printed.ranks.empty()) code = kUnusable;
  // A failed gate counts even if other files could not be read.
  const int judged = judge(printed.gates);
  return judged == kDone ? code : judged;
}

}  // namespace lanescope
