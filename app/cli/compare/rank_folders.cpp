#include "app/cli/compare/rank_folders.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "core/base/check.h"
#include "core/base/threads/parallel.h"
#include "core/readers/trace_folder.h"
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

bool has_summaries_only(const std::string& name) {
  std::error_code unknown;
  return std::filesystem::is_directory(name, unknown) && traces_in_folder(name).empty() &&
         !summaries_in_folder(name).empty();
}

/// What folders of summaries do not tell.
std::optional<std::string> asks_for_one_rank(const CompareOptions& options) {
  if (!options.gates.empty()) return options.gates.front().text;
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

PrintedFolders compare_folders(const FleetPicture& a, const FleetPicture& b, std::string name_a,
                               std::string name_b) {
  PrintedFolders out;
  out.match = match_walls(a, b);
  LANESCOPE_CHECK(out.match.rank_of.size() == a.ranks().size(), "{} of {} ranks",
                  out.match.rank_of.size(), a.ranks().size());
  out.sentence = wall_change_sentence(a, b, out.match);
  out.facts = wall_match_facts(a, b, out.match, name_a, name_b);
  out.a = std::move(name_a);
  out.b = std::move(name_b);
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

bool compares_folders(const CompareOptions& options) {
  return has_summaries_only(options.a) && has_summaries_only(options.b);
}

int run_folder_compare(const CompareOptions& options) {
  if (const auto option = asks_for_one_rank(options))
    return complain(kUnusable, *option,
                    "cannot be answered by folders of summaries; name a summary of each run");
  int code = kDone;
  FleetFiles of_a = loaded(options.a, code), of_b = loaded(options.b, code);
  const FleetPicture a = make_fleet_picture(std::move(of_a), hardware_threads());
  const FleetPicture b = make_fleet_picture(std::move(of_b), hardware_threads());
  const PrintedFolders printed = compare_folders(a, b, options.a, options.b);
  if (options.json) {
    print_document(folders_json(printed));
  } else {
    print_lines(options.markdown ? folders_markdown(printed) : folders_text(printed));
  }
  return printed.ranks.empty() ? kUnusable : code;
}

}  // namespace lanescope
