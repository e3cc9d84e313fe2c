#include "core/view/fleet/comparison_details.h"

#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/stragglers.h"
#include "core/view/fleet/wall_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

using DetailKind = RanksDetailRow::Kind;

void add(RanksDetails& out, DetailKind kind, std::string key, std::string value = "") {
  out.rows.push_back({kind, std::move(key), std::move(value)});
}

std::string from_to(const std::string& a, const std::string& b) {
  return a + " → " + b;
}

void add_late(RanksDetails& out, const FleetPicture& run, std::size_t rank,
              std::optional<std::size_t> step, const char* letter) {
  const FleetStraggler* late = step ? run.straggler_in(rank, *step) : run.straggler_of(rank);
  if (late == nullptr) return;
  add(out, DetailKind::Section, std::string("Late in ") + letter);
  if (!step) add(out, DetailKind::Fact, "Late in", late_steps_text(run.analysis, *late));
  add(out, DetailKind::Text, "",
      "Likely cause: " + (late->cause.term ? cause_text(late->cause) : "unknown"));
}

void add_cells(RanksDetails& out, const FleetPicture& a, const FleetPicture& b, std::size_t rank,
               std::size_t rank_of_b, std::size_t step) {
  add(out, DetailKind::Section, "A → B");
  for (const WallMeasure& measure : wall_measures(a)) {
    const bool known =
        wall_value(a, measure, rank, step) || wall_value(b, measure, rank_of_b, step);
    if (!known) continue;
    add(out, DetailKind::Fact, wall_measure_title(measure),
        from_to(wall_cell_text(a, measure, rank, step),
                wall_cell_text(b, measure, rank_of_b, step)));
  }
}

void add_sums(RanksDetails& out, const FleetPicture& a, const FleetPicture& b, std::size_t rank,
              std::size_t rank_of_b) {
  const FleetRankSums of_a = fleet_rank_sums(a, rank), of_b = fleet_rank_sums(b, rank_of_b);
  const auto words = [](std::optional<Ns> ns) { return ns ? format_duration(*ns) : "n/a"; };
  const auto fact = [&](const char* title, std::optional<Ns> FleetRankSums::*sum) {
    if (!(of_a.*sum) && !(of_b.*sum)) return;
    add(out, DetailKind::Fact, title, from_to(words(of_a.*sum), words(of_b.*sum)));
  };
  add(out, DetailKind::Section, "A → B");
  fact("Mean step", &FleetRankSums::mean_step_ns);
  add(out, DetailKind::Section,
      "A → B, summed over " + counted(of_a.steps, "step") + " and " + count_text(of_b.steps));
  fact("Exposed communication", &FleetRankSums::exposed_comm_ns);
  fact("GPU idle", &FleetRankSums::idle_ns);
  fact("Waited for others", &FleetRankSums::waited_ns);
  fact("Made others wait", &FleetRankSums::wait_caused_ns);
}

}  // namespace

RanksDetails comparison_details(const FleetPicture& a, const FleetComparison& compared,
                                std::size_t rank, std::optional<std::size_t> step) {
  LANESCOPE_CHECK(rank < a.ranks().size(), "rank {} of {}", rank, a.ranks().size());
  const FleetPicture& b = compared.b->run;
  RanksDetails out;
  out.title = fleet_rank_label(a, rank) + (step ? " · " + a.steps()[*step] : "");
  out.subtitle = a.ranks()[rank].host;
  const std::uint32_t other = compared.match.rank_of[rank];
  if (other == WallMatch::kNone) {
    add(out, DetailKind::Text, "", "This rank is not in B.");
  } else if (step && *step >= compared.match.steps) {
    add(out, DetailKind::Text, "", "B has fewer steps.");
  } else {
    if (step)
      add_cells(out, a, b, rank, other, *step);
    else
      add_sums(out, a, b, rank, other);
    add_late(out, b, other, step, "B");
  }
  add_late(out, a, rank, step, "A");
  add(out, DetailKind::Section, "Traces");
  add(out, DetailKind::Fact, "A", a.ranks()[rank].claim.file);
  if (other != WallMatch::kNone) add(out, DetailKind::Fact, "B", b.ranks()[other].claim.file);
  return out;
}

}  // namespace lanescope
