#include "core/view/fleet/wall_details.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/stragglers.h"
#include "core/view/fleet/wall_order.h"
#include "core/view/fleet/wall_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// Rows of the details.
class Details {
 public:
  explicit Details(const FleetPicture& run, std::size_t rank) : run_(run), rank_(rank) {}

  void section(std::string title) {
    using Kind = RanksDetailRow::Kind;
    out_.rows.push_back({Kind::Section, std::move(title), ""});
  }
  void fact(std::string key, std::string value) {
    using Kind = RanksDetailRow::Kind;
    out_.rows.push_back({Kind::Fact, std::move(key), std::move(value)});
  }
  void text(std::string words) {
    using Kind = RanksDetailRow::Kind;
    out_.rows.push_back({Kind::Text, "", std::move(words)});
  }
  void time(std::string key, Ns ns) { fact(std::move(key), format_duration(ns)); }

  void add_step(std::size_t step);
  void add_all();
  void add_rank();
  RanksDetails take() { return std::move(out_); }

 private:
  void add_terms(const FleetStep& own);
  void add_waits(std::size_t step);
  void add_collectives(const FleetStep& own);
  void add_lateness(std::size_t step);
  void add_late_arrival(std::size_t step, const FleetStraggler& late);

  const FleetPicture& run_;
  std::size_t rank_;
  RanksDetails out_;

 public:
  void set_titles(std::string title, std::string subtitle) {
    out_.title = std::move(title);
    out_.subtitle = std::move(subtitle);
  }
};

void Details::add_terms(const FleetStep& own) {
  if (own.devices == 0) return text("No GPU work in this step.");
  section(own.devices > 1 ? fmt::format("Time, summed over {} GPUs", own.devices) : "Time");
  time("Compute", own.terms[kComputeTerm]);
  time("Exposed communication", own.terms[kCommTerm]);
  time("Exposed copies and memsets", own.terms[kMemoryTerm]);
  Ns idle_ns = 0;
  for (std::size_t term = kFirstIdleTerm; term < kLatenessTerms; ++term)
    idle_ns = saturating_add(idle_ns, own.terms[term]);
  time("GPU idle", idle_ns);
  if (idle_ns == 0) return;
  section("GPU idle by cause");
  for (std::size_t term = kFirstIdleTerm; term < kLatenessTerms; ++term) {
    if (own.terms[term] != 0) time(lateness_term_title(term), own.terms[term]);
  }
}

/// Whether enough ranks do the same work to compare it with theirs; else it is compared with its
/// own other steps.
bool has_mates(const FleetPicture& run, std::size_t rank) {
  std::size_t mates = 0;
  for (std::size_t other = 0; other < run.ranks().size(); ++other) {
    if (other == rank || run.analysis.states[other] != FleetRankState::Compared) continue;
    if (run.analysis.work.roles[other] == run.analysis.work.roles[rank]) ++mates;
  }
  return mates >= kLeastMates;
}

/// The median of what the other ranks spend on that in the step; nullopt: no other has it.
std::optional<Ns> median_of_others(const FleetPicture& run, std::size_t rank, std::size_t step,
                                   std::size_t term) {
  std::vector<Ns> others;
  for (std::size_t other = 0; other < run.ranks().size(); ++other) {
    const FleetStep* own = other == rank ? nullptr : run.step_of(other, step);
    if (own != nullptr && run.counts(*own)) others.push_back(own->terms[term]);
  }
  if (others.empty()) return std::nullopt;
  const auto middle = others.begin() + static_cast<std::ptrdiff_t>(others.size() / 2);
  std::ranges::nth_element(others, middle);
  return *middle;
}

/// In small runs a rank is late by when it arrives, compared with all others: what it does beyond
/// its own other steps tells nothing about that.
void Details::add_late_arrival(std::size_t step, const FleetStraggler& late) {
  section("Compared with the other ranks");
  const FleetStep* own = run_.step_of(rank_, step);
  if (late.cause.term && own != nullptr) {
    const std::size_t term = *late.cause.term;
    if (const auto others_ns = median_of_others(run_, rank_, step, term)) {
      time(capitalized(lateness_term_title(term)), own->terms[term]);
      time("Median of the others", *others_ns);
    }
  }
  text("Late. Likely cause: " + (late.cause.term ? cause_text(late.cause) : "unknown"));
}

void Details::add_lateness(std::size_t step) {
  const OwnWork& work = run_.analysis.work.works[run_.analysis.work.at(rank_, step)];
  const FleetStraggler* late = run_.straggler_in(rank_, step);
  const bool exact = !run_.analysis.exact_summary.empty();
  if (late != nullptr && (exact || !work.known)) return add_late_arrival(step, *late);
  if (!work.known) return;
  const bool mates = has_mates(run_, rank_);
  section(mates ? "Compared with ranks of its role" : "Compared with its own other steps");
  fact("Own work", (work.more_ns < 0 ? "−" : "+") +
                       format_duration(work.more_ns < 0 ? -work.more_ns : work.more_ns));
  fact(mates ? "Spread of the others" : "Spread of its steps",
       "± " + format_duration(rounded_ns(work.deviation_ns)));
  if (late == nullptr) return;
  text("Late. Likely cause: " + (late->cause.term ? cause_text(late->cause) : "unknown"));
}

void Details::add_waits(std::size_t step) {
  const WaitBlame& blame = run_.analysis.blame;
  if (blame.collectives[rank_] == 0) return;
  section("Waiting in collectives");
  const auto add = [&](const char* key, WallKind kind) {
    fact(key, wall_cell_text(run_, {kind, 0}, rank_, step));
  };
  add("Waited for others", WallKind::Waited);
  add("Made others wait", WallKind::WaitCaused);
}

/// By kind of process group: how many, and how long they took, waiting included.
void Details::add_collectives(const FleetStep& own) {
  struct Sum {
    std::size_t count = 0;
    Ns ns = 0;
  };
  const FleetRank& rank = run_.ranks()[rank_];
  const auto number = static_cast<std::uint32_t>(&own - rank.steps.data());
  std::map<std::string, Sum> sums;
  for (std::size_t group = 0; group + 1 < rank.begins.size(); ++group) {
    const std::size_t begin = rank.begins[group], end = rank.begins[group + 1];
    for (const FleetPart& part : std::span(rank.parts).subspan(begin, end - begin)) {
      if (part.step != number) continue;
      Sum& sum = sums[group_title(rank.about.groups[group].name)];
      ++sum.count;
      sum.ns = saturating_add(sum.ns, part.end_ns - part.begin_ns);
    }
  }
  if (!sums.empty()) section("Collectives, with waiting");
  for (const auto& [title, sum] : sums) time(fmt::format("{} × {}", sum.count, title), sum.ns);
}

void Details::add_step(std::size_t step) {
  const FleetStep* own = run_.step_of(rank_, step);
  set_titles(fleet_rank_label(run_, rank_) + " · " + run_.steps()[step], run_.ranks()[rank_].host);
  if (own == nullptr) return text("This rank's trace has no such step.");
  time("Step time", own->range.length_ns());
  if (own->peak_bytes) fact("Peak memory", format_bytes(*own->peak_bytes));
  if (!run_.counts(*own))
    text("Not compared with the others: " + std::string(not_counted_reason(*own)) + ".");
  add_lateness(step);
  add_waits(step);
  add_terms(*own);
  add_collectives(*own);
}

void Details::add_all() {
  const FleetRankSums sums = fleet_rank_sums(run_, rank_);
  set_titles(fleet_rank_label(run_, rank_), run_.ranks()[rank_].host);
  const auto add = [&](std::string key, std::optional<Ns> ns) {
    if (ns) time(std::move(key), *ns);
  };
  add("Mean step", sums.mean_step_ns);
  section("Summed over " + counted(sums.steps, "step"));
  add("Exposed communication", sums.exposed_comm_ns);
  add("GPU idle", sums.idle_ns);
  add("Waited for others", sums.waited_ns);
  add("Made others wait", sums.wait_caused_ns);
  if (sums.peak_bytes) {
    section("Memory");
    fact("Peak", format_bytes(*sums.peak_bytes));
  }
  const FleetStraggler* late = run_.straggler_of(rank_);
  if (late == nullptr) return;
  section("Straggler");
  fact("Late in", late_steps_text(run_.analysis, *late));
  time("Longer by", late->more_ns);
  text("Likely cause: " + (late->cause.term ? cause_text(late->cause) : "unknown"));
}

void Details::add_rank() {
  section("Rank");
  if (std::string state = fleet_state_text(run_, rank_); !state.empty()) text(std::move(state));
  const RankClock& clock = run_.analysis.clocks[rank_];
  if (clock.aligned()) fact("Clock error", format_duration(rounded_ns(clock.error_ns)));
  const FleetRank& rank = run_.ranks()[rank_];
  if (rank.failure.empty() && rank.fault != TraceFault::None)
    fact("Load report", "the trace is " + std::string(fault_text(rank.fault)));
  fact("Trace", rank.claim.file);
  fact("Summary", rank.file);
}

}  // namespace

RanksDetails wall_details(const FleetPicture& run, std::size_t rank,
                          std::optional<std::size_t> step) {
  LANESCOPE_CHECK(rank < run.ranks().size(), "rank {} of {}", rank, run.ranks().size());
  Details details(run, rank);
  if (step)
    details.add_step(*step);
  else
    details.add_all();
  details.add_rank();
  return details.take();
}

}  // namespace lanescope
