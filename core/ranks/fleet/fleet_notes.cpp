#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/analysis/events/statistics.h"
#include "core/ranks/fleet/contradictions/contradiction_notes.h"
#include "core/ranks/fleet/fleet_words.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostListedItems = 3;

/// Ranks of which only the steps can be compared with one another.
std::size_t count_without_mates(const FleetAnalysis& analysis) {
  std::map<std::uint32_t, std::size_t> of_role;
  for (std::size_t r = 0; r < analysis.states.size(); ++r) {
    if (analysis.states[r] == FleetRankState::Compared) ++of_role[analysis.work.roles[r]];
  }
  std::size_t alone = 0;
  for (const auto& [role, ranks] : of_role) alone += ranks <= kLeastMates ? ranks : 0;
  return alone;
}

/// Of the summaries of a state: "ab/rank0.rank (rank 0)", or only the file.
std::vector<std::string> files_of(const Fleet& fleet, const FleetAnalysis& analysis,
                                  FleetRankState state) {
  std::vector<std::string> files;
  for (std::uint32_t r = 0; r < fleet.ranks().size(); ++r) {
    if (analysis.states[r] != state) continue;
    const std::string& file = fleet.ranks()[r].file;
    files.push_back(tells_rank(analysis, r)
                        ? fmt::format("{} (rank {})", file, analysis.identity.traces[r].rank)
                        : file);
  }
  return files;
}

/// The folder of all summaries of a state; empty if they are in several, or none is.
std::string folder_of(const Fleet& fleet, const FleetAnalysis& analysis, FleetRankState state) {
  std::set<std::string> folders;
  for (std::size_t r = 0; r < fleet.ranks().size(); ++r) {
    if (analysis.states[r] == state)
      folders.insert(std::filesystem::path(fleet.ranks()[r].file).parent_path().string());
  }
  return folders.size() == 1 ? *folders.begin() : "";
}

/// Whether so many summaries are left out that they are a run of their own.
bool are_a_run(const FleetAnalysis& analysis, std::size_t left_out) {
  return left_out > 1 && 2 * left_out > analysis.count(FleetRankState::Compared);
}

/// ". These look like two runs: compare them with `lanescope compare A B`": of those compared, and
/// those that are not.
std::string two_runs_text(const Fleet& fleet, const FleetAnalysis& analysis, FleetRankState other) {
  const std::string shown = folder_of(fleet, analysis, FleetRankState::Compared);
  const std::string left_out = folder_of(fleet, analysis, other);
  if (shown.empty() || left_out.empty() || shown == left_out)
    return ". These look like two runs: put the summaries of each into a folder of its own, and "
           "compare these with `lanescope compare A B`";
  return fmt::format(
      ". These look like two runs: {}, which is shown, and {}; compare them with "
      "`lanescope compare {} {}`",
      shown, left_out, shown, left_out);
}

/// Which files are left out; that it is another run, if most ranks have two.
void add_repeated_note(std::vector<std::string>& notes, const Fleet& fleet,
                       const FleetAnalysis& analysis) {
  const auto files = files_of(fleet, analysis, FleetRankState::Repeated);
  if (files.empty()) return;
  notes.push_back("left out, as the rank has another summary: " + listed_items(files) +
                  (are_a_run(analysis, files.size())
                       ? two_runs_text(fleet, analysis, FleetRankState::Repeated)
                       : ""));
}

/// "1 rank belongs to another run: old/rank5.rank (rank 5)"; of as many as a run has, "two runs".
void add_other_run_note(std::vector<std::string>& notes, const Fleet& fleet,
                        const FleetAnalysis& analysis) {
  const auto files = files_of(fleet, analysis, FleetRankState::OtherRun);
  if (files.empty()) return;
  const std::size_t count = files.size(), own = fleet.ranks().size() - count;
  const bool are_run = are_a_run(analysis, count);
  std::string text =
      are_run && own == count
          ? fmt::format("two runs of {} each; left out, as of the other: ", many(count, "rank"))
          : fmt::format("{} {} to another run: ", many(count, "rank"),
                        count == 1 ? "belongs" : "belong");
  text += listed_items(files);
  if (are_run && count > own)
    text += ". These look like several runs, of which one is shown; name those to compare";
  else if (are_run)
    text += two_runs_text(fleet, analysis, FleetRankState::OtherRun);
  notes.push_back(std::move(text));
}

/// The ranks for which a predicate holds, by their titles.
template <typename Is>
std::vector<std::string> titles_of(const Fleet& fleet, const FleetAnalysis& analysis,
                                   const Is& is) {
  std::vector<std::string> titles;
  for (std::uint32_t r = 0; r < fleet.ranks().size(); ++r)
    if (is(r)) titles.push_back(rank_or_file(fleet, analysis, r));
  return titles;
}

/// Those that are missing: not one whose summary is there and named as that of another run. Of a
/// whole other run, which has its ranks for itself, and of more than are listed, nothing would tell
/// that they are missing here.
void add_missing_note(std::vector<std::string>& notes, const FleetAnalysis& analysis) {
  RunRanks missing = analysis.identity;
  missing.duplicates.clear();
  const std::size_t others = analysis.count(FleetRankState::OtherRun);
  const bool are_named = others <= kMostListedItems && !are_a_run(analysis, others);
  for (std::size_t r = 0; are_named && r < analysis.states.size(); ++r) {
    if (analysis.states[r] != FleetRankState::OtherRun) continue;
    if (std::erase(missing.missing, analysis.identity.traces[r].rank) != 0) --missing.missing_count;
  }
  if (std::string text = rank_problems(missing); !text.empty()) notes.push_back(std::move(text));
}

/// "nothing in 2 traces tells their ranks, so they are called by their files: a.json, b.json".
void add_unknown_note(std::vector<std::string>& notes, const Fleet& fleet,
                      const FleetAnalysis& analysis) {
  const auto files = titles_of(fleet, analysis, [&](std::uint32_t r) {
    return !tells_rank(analysis, r) && analysis.states[r] != FleetRankState::OtherRun &&
           analysis.states[r] != FleetRankState::Unreadable;
  });
  if (files.empty()) return;
  notes.push_back(
      files.size() == 1
          ? "nothing tells the rank of " + files.front() + ", so it is called by its file"
          : fmt::format("nothing tells the ranks of {}, so they are called by their files: {}",
                        many(files.size(), "trace"), listed_items(files)));
}

/// "rank 3 (rank3.json.gz: the file is empty)".
std::vector<std::string> unreadable_ranks(const Fleet& fleet, const FleetAnalysis& analysis) {
  std::vector<std::string> out;
  for (std::uint32_t r = 0; r < fleet.ranks().size(); ++r) {
    if (analysis.states[r] != FleetRankState::Unreadable) continue;
    const FleetRank& rank = fleet.ranks()[r];
    const std::string& file = rank.failure.empty() ? rank.file : rank.claim.file;
    const std::string why = rank.failure.empty() ? "its summary is damaged" : rank.failure;
    const std::string named =
        fmt::format("{}: {}", std::filesystem::path(file).filename().string(), why);
    out.push_back(tells_rank(analysis, r)
                      ? fmt::format("rank {} ({})", analysis.identity.traces[r].rank, named)
                      : named);
  }
  return out;
}

/// "incomplete traces: rank 1 (2 of 10 steps)".
void add_incomplete_note(std::vector<std::string>& notes, const Fleet& fleet,
                         const FleetAnalysis& analysis) {
  std::vector<std::string> ranks;
  for (std::uint32_t r = 0; r < fleet.ranks().size(); ++r) {
    const FleetRank& rank = fleet.ranks()[r];
    const bool is_whole = rank.fault == TraceFault::None || rank.fault == TraceFault::Damaged;
    if (is_whole || !is_of_run(analysis.states[r])) continue;
    const auto whole = std::ranges::count(rank.steps, true, &FleetStep::steady);
    ranks.push_back(fmt::format("{} ({} of {})", rank_or_file(fleet, analysis, r), whole,
                                many(analysis.work.counted_steps(), "step")));
  }
  if (ranks.empty()) return;
  notes.push_back(
      fmt::format("incomplete {}: {}; where {} ends, the others are compared without it",
                  ranks.size() == 1 ? "trace" : "traces", listed_items(ranks),
                  ranks.size() == 1 ? "it" : "one"));
}

/// "1 of 10 steps is left out as warm-up: ProfilerStep#10".
void add_warm_up_note(std::vector<std::string>& notes, const OwnWorkTable& work) {
  std::vector<std::string> names;
  std::size_t first = work.steps.size(), last = 0;
  for (std::size_t i = 0; i < work.warm_up.size(); ++i) {
    if (!work.warm_up[i]) continue;
    first = std::min(first, i);
    last = i;
    names.push_back(work.steps[i]);
  }
  if (names.empty()) return;
  const std::size_t count = names.size();
  const bool in_a_row = count > 1 && last - first + 1 == count;
  const std::string listed = in_a_row ? names.front() + " to " + names.back() : listed_items(names);
  notes.push_back(fmt::format("{} of {} {} left out as warm-up: {}", count,
                              many(work.steps.size(), "step"), count == 1 ? "is" : "are", listed));
}

/// "3 ranks have damaged traces: rank 1, rank 5, rank 7"; nothing for none.
void add_note(std::vector<std::string>& notes, const std::vector<std::string>& ranks,
              const char* one, const char* several) {
  if (ranks.empty()) return;
  notes.push_back(fmt::format("{} {}: {}", many(ranks.size(), "rank"),
                              ranks.size() == 1 ? one : several, listed_items(ranks)));
}

void add_few_mates_note(std::vector<std::string>& notes, std::size_t count) {
  if (count == 0) return;
  notes.push_back(fmt::format(
      "{} {}", many(count, "rank"),
      count == 1
          ? "has fewer than 4 others of its role, so it is compared only with its own other steps"
          : "have fewer than 4 others of their role, so they are compared only with their own "
            "other steps"));
}

}  // namespace

std::string listed_items(const std::vector<std::string>& items) {
  const std::size_t shown = std::min(items.size(), kMostListedItems);
  std::string text = fmt::format(
      "{}", fmt::join(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  return items.size() == shown ? text : text + fmt::format(" and {} more", items.size() - shown);
}

std::vector<std::string> fleet_notes(const Fleet& fleet, const FleetAnalysis& analysis) {
  std::vector<std::string> notes;
  const auto of_state = [&](FleetRankState state) {
    return titles_of(fleet, analysis, [&](std::uint32_t r) { return analysis.states[r] == state; });
  };
  add_unknown_note(notes, fleet, analysis);
  add_missing_note(notes, analysis);
  add_repeated_note(notes, fleet, analysis);
  add_other_run_note(notes, fleet, analysis);
  for (std::string& note : contradiction_notes(fleet, analysis)) notes.push_back(std::move(note));
  add_note(notes, of_state(FleetRankState::Unaligned), "cannot be aligned with the others",
           "cannot be aligned with the others");
  add_note(notes, unreadable_ranks(fleet, analysis), "could not be read", "could not be read");
  if (!analysis.work.steps.empty()) {
    const auto stepless = titles_of(fleet, analysis, [&](std::uint32_t r) {
      return is_of_run(analysis.states[r]) && fleet.ranks()[r].steps.empty();
    });
    add_note(notes, stepless, "has no steps in its trace", "have no steps in their traces");
  }
  if (analysis.exact_summary.empty()) add_few_mates_note(notes, count_without_mates(analysis));
  const auto damaged = titles_of(fleet, analysis, [&](std::uint32_t r) {
    return fleet.ranks()[r].failure.empty() && fleet.ranks()[r].fault == TraceFault::Damaged;
  });
  add_note(notes, damaged, "has a damaged trace", "have damaged traces");
  add_incomplete_note(notes, fleet, analysis);
  add_warm_up_note(notes, analysis.work);
  return notes;
}

}  // namespace lanescope
