#include "core/ranks/fleet/contradictions/contradiction_notes.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/ranks/fleet/contradictions/mismatches.h"
#include "core/ranks/fleet/fleet_words.h"

namespace lanescope {
namespace {

/// "the clocks of 8 ranks differ from the others' by more than a minute: rank 8 (10.00 min ahead),
/// …": those of hosts without NTP.
void add_wrong_clocks_note(std::vector<std::string>& notes, const Fleet& fleet,
                           const FleetAnalysis& analysis) {
  constexpr Ns kMostOffNs = 60'000'000'000;
  std::vector<std::uint32_t> known;
  for (std::uint32_t r = 0; r < fleet.ranks().size(); ++r) {
    if (analysis.states[r] == FleetRankState::Compared && fleet.ranks()[r].recorded)
      known.push_back(r);
  }
  if (known.empty()) return;
  const auto offset_of = [&](std::uint32_t r) { return analysis.clocks[r].offset_ns; };
  std::vector<std::uint32_t> sorted = known;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::ranges::nth_element(sorted, middle, {}, offset_of);
  std::vector<std::string> ranks;
  for (const std::uint32_t r : known) {
    const Ns off_ns = saturating_sub(offset_of(r), offset_of(*middle));
    const Ns distance_ns = off_ns < 0 ? saturating_sub(0, off_ns) : off_ns;
    if (distance_ns <= kMostOffNs) continue;
    ranks.push_back(fmt::format("{} ({} {})", rank_or_file(fleet, analysis, r),
                                format_duration(distance_ns), off_ns < 0 ? "ahead" : "behind"));
  }
  if (ranks.empty()) return;
  notes.push_back(fmt::format(
      "{} from the others' by more than a minute; aligned by {} "
      "collectives: {}",
      ranks.size() == 1 ? "the clock of 1 rank differs"
                        : fmt::format("the clocks of {} differ", many(ranks.size(), "rank")),
      ranks.size() == 1 ? "its" : "their", listed_items(ranks)));
}

/// Of a few ranks.
void add_mismatch_notes(std::vector<std::string>& notes, const Fleet& fleet,
                        const FleetAnalysis& analysis) {
  constexpr std::size_t kMostSentences = 3;
  const auto found = collective_mismatches(fleet.ranks(), fleet.shapes(), analysis.communicators);
  if (found.empty()) return;
  std::string text = "desynchronized collectives: ";
  for (std::size_t i = 0; i < std::min(found.size(), kMostSentences); ++i) {
    text += (i == 0 ? "" : "; ") + mismatch_sentence(found[i],
                                                     analysis.communicators[found[i].communicator],
                                                     rank_or_file(fleet, analysis, found[i].rank));
  }
  if (found.size() > kMostSentences)
    text += fmt::format("; and {} more", many(found.size() - kMostSentences, "rank"));
  notes.push_back(std::move(text));
}

/// A sentence for each of a few jumps, or one for those of many ranks.
void add_jump_notes(std::vector<std::string>& notes, const Fleet& fleet,
                    const FleetAnalysis& analysis) {
  constexpr std::size_t kMostSentences = 3;
  std::vector<std::string> sentences, ranks;
  for (std::uint32_t r = 0; r < fleet.ranks().size(); ++r) {
    const auto own = fleet.ranks()[r].jumps.sentences(rank_or_file(fleet, analysis, r));
    if (own.empty()) continue;
    ranks.push_back(rank_or_file(fleet, analysis, r));
    sentences.insert(sentences.end(), own.begin(), own.end());
  }
  if (sentences.size() > kMostSentences)
    sentences = {
        fmt::format("the clocks of {} jump during the trace; their later events are moved "
                    "back, and steps with a jump are not compared: {}",
                    many(ranks.size(), "rank"), listed_items(ranks))};
  notes.insert(notes.end(), sentences.begin(), sentences.end());
}

}  // namespace

std::vector<std::string> contradiction_notes(const Fleet& fleet, const FleetAnalysis& analysis) {
  std::vector<std::string> notes;
  add_wrong_clocks_note(notes, fleet, analysis);
  add_jump_notes(notes, fleet, analysis);
  add_mismatch_notes(notes, fleet, analysis);
  return notes;
}

}  // namespace lanescope
