// Which rank delays the others, in which steps, and why?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ranks/lateness.h"
#include "core/ranks/rank_words.h"

namespace lanescope {

struct StragglerStep {
  std::string name;            // "ProfilerStep#3"; empty outside steps
  std::size_t times_last = 0;  // alone or with others
  Ns wait_caused_ns = 0;
};

struct StragglerRow {
  std::size_t trace = 0;
  std::int64_t rank = 0;
  std::size_t collectives = 0;       // in which it takes part, and which blame who is last
  std::size_t times_last = 0;        // alone or with others
  std::size_t times_together = 0;    // of these, with others
  Ns wait_caused_ns = 0;             // exposed, summed over the others; see find_wait_causes
  Ns waited_ns = 0;                  // its own wait for the others, also that hidden by computation
  double mean_lateness_ns = 0;       // after the first arrival, over all its collectives
  std::vector<StragglerStep> steps;  // same order as StragglerTable::steps
  /// What it caused in each of its own steps, as RankCollectives::steps: names may repeat. Where it
  /// takes no part in the collective that waited, by the time.
  std::vector<Ns> caused_in_steps;
  LatenessCause cause;  // over the collectives where it was last
};

struct StragglerTable {
  std::size_t collectives = 0;     // that blame who is last
  std::size_t messages = 0;        // that count, but blame nobody
  std::vector<std::string> steps;  // in order of first appearance
  std::vector<StragglerRow> rows;  // aligned traces, in order
  Ns wait_ns = 0;                  // summed over all ranks, also what computation hides
  Ns transfer_ns = 0;              // sum of the shortest parts
  Ns most_skew_ns = 0;

  /// What they cause together: of `wait_ns`, what no computation hides.
  [[nodiscard]] Ns caused_ns() const;
  /// Whether computation hides some of `wait_ns`.
  [[nodiscard]] bool hides_waits() const { return caused_ns() < wait_ns; }
  /// The row that caused the most waiting; null if nobody waited.
  [[nodiscard]] const StragglerRow* worst() const;
};

/// Only collectives that count, and no messages, see MatchedCollective::blames_last. Pure. Cost:
/// LatenessExplainer::explain for each of them.
StragglerTable find_stragglers(std::span<const RankCollectives> traces,
                               std::span<const RankClock> clocks, const MatchedCollectives& matched,
                               std::span<const RankActivity> activities);

/// The cause of a rank's lateness as displayed: cause_text(), "unknown" if the trace does not show
/// it, empty if the rank was never last.
std::string cause_text(const StragglerRow& row);

/// "compute", or for idle time the title of its class: "data loading".
std::string lateness_term_title(std::size_t term);

/// "more compute in aten::mm", "more GPU idle time, host in \"sparse arch\"", "more idle
/// time, nothing traced on the host", without a GPU "more host time, Python in sleep"; empty if
/// there is no cause. Long names are truncated.
std::string cause_text(const LatenessCause& cause);

/// The others do similar work, but overlap it with the collective in which they wait, so it may not
/// be the cause.
bool others_do_it_too(const LatenessCause& cause);

/// "rank 2 arrived last at 18 of 30 collectives, costing the others 407.9 ms summed over ranks.
/// Likely cause: more compute in aten::mm". States it if nobody waited, and names all ranks that
/// caused equal waiting.
std::string straggler_sentence(const StragglerTable& table, const RankTitle& title_of = {});

}  // namespace lanescope
