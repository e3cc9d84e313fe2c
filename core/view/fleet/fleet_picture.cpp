#include "core/view/fleet/fleet_picture.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/rank_words.h"
#include "core/view/text/time_text.h"

namespace lanescope {
const FleetStep* FleetPicture::step_of(std::size_t rank, std::size_t step) const {
  const std::uint32_t own = analysis.work.own_step[analysis.work.at(rank, step)];
  if (own == kNoFleetStep) return nullptr;
  LANESCOPE_CHECK(own < ranks()[rank].steps.size(), "step {} of {}", own,
                  ranks()[rank].steps.size());
  return &ranks()[rank].steps[own];
}

const FleetStraggler* FleetPicture::straggler_of(std::size_t rank) const {
  const auto found = std::ranges::find(analysis.stragglers, rank, &FleetStraggler::rank);
  return found == analysis.stragglers.end() ? nullptr : &*found;
}

const FleetStraggler* FleetPicture::straggler_in(std::size_t rank, std::size_t step) const {
  const FleetStraggler* one = straggler_of(rank);
  const bool late = one != nullptr && std::ranges::find(one->steps, step) != one->steps.end();
  return late ? one : nullptr;
}

FleetPicture make_fleet_picture(FleetFiles files, unsigned threads) {
  FleetPicture out;
  out.files = std::move(files);
  out.analysis = analyze_files(out.files, {}, threads);
  const Fleet& fleet = out.files.fleet;
  out.sentence = as_sentence(fleet_sentence(fleet, out.analysis));
  for (const std::string& note : fleet_notes(fleet, out.analysis))
    out.notes.push_back(capitalized(note));
  for (const FleetRank& rank : fleet.ranks())
    out.any_steady = out.any_steady || std::ranges::any_of(rank.steps, &FleetStep::steady);
  return out;
}

std::string fleet_rank_name(const FleetPicture& run, std::size_t rank) {
  const auto& traces = run.analysis.identity.traces;
  const std::int64_t number = traces[rank].rank;
  const auto place = static_cast<std::uint32_t>(rank);
  const std::string name = rank_or_file(run.files.fleet, run.analysis, place);
  if (!tells_rank(run.analysis, place)) return name;
  const std::string file = std::filesystem::path(run.ranks()[rank].file).filename().string();
  // They are sorted by rank.
  const bool repeated = (rank > 0 && traces[rank - 1].rank == number) ||
                        (rank + 1 < traces.size() && traces[rank + 1].rank == number);
  return repeated ? name + " (" + file + ")" : name;
}

std::string fleet_facts(const FleetPicture& run) {
  std::string text =
      counted(run.ranks().size(), "rank") + " · " + counted(run.steps().size(), "step");
  if (run.analysis.count(FleetRankState::Compared) > 1)
    text += " · clocks within " + format_duration(rounded_ns(run.analysis.most_error_ns()));
  return text;
}

}  // namespace lanescope
