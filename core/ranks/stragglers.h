// Which rank holds the others up, in which steps, and why?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ranks/lateness.h"

namespace lanescope {

struct StragglerStep {
  std::string name;            // "ProfilerStep#3"; empty outside of steps
  std::size_t times_last = 0;  // alone or together with others
  Ns wait_caused_ns = 0;
};

struct StragglerRow {
  std::size_t trace = 0;
  std::int64_t rank = 0;
  std::size_t collectives = 0;       // that count and it has a part in
  std::size_t times_last = 0;        // alone or together with others
  std::size_t times_together = 0;    // of them, together
  Ns wait_caused_ns = 0;             // the others' waits together, when it was last; ranks that
                                     // were last together share them evenly
  Ns waited_ns = 0;                  // its own, for the others
  double mean_lateness_ns = 0;       // after the first to arrive, over all its collectives
  std::vector<StragglerStep> steps;  // as StragglerTable::steps
  LatenessCause cause;               // of the times it was last
};

struct StragglerTable {
  std::size_t collectives = 0;     // that count
  std::vector<std::string> steps;  // in the order they come
  std::vector<StragglerRow> rows;  // by trace; those that are aligned
  Ns wait_ns = 0;                  // of all ranks together
  Ns transfer_ns = 0;              // the sum of the shortest parts
  Ns most_skew_ns = 0;

  /// The row that caused most waiting; null when nobody waited.
  [[nodiscard]] const StragglerRow* worst() const;
};

/// Of the collectives that count. Pure. Cost: that of LatenessExplainer::explain for each of them.
StragglerTable find_stragglers(std::span<const RankCollectives> traces,
                               std::span<const RankClock> clocks, const MatchedCollectives& matched,
                               std::span<const RankActivity> activities);

/// What is shown as the cause of a rank's lateness: cause_text(), "unknown" where its trace does
/// not tell, empty where it was never last.
std::string cause_text(const StragglerRow& row);

/// "compute", or of idle time the title of its class: "data loading".
std::string lateness_term_title(std::size_t term);

/// "data loading, enumerate(DataLoader)", "nothing traced, host, no op"; empty when nothing is
/// named. Long names are cut.
std::string cause_text(const LatenessCause& cause);

/// The others have as much of it to do, but do it beside the collective in which they wait: it may
/// not be the cause.
bool others_do_it_too(const LatenessCause& cause);

/// "rank 2 was last in 18 of 30; others waited 407.9 ms; cause: allocation, aten::empty". Where no
/// operator is to blame it ends in "host, no op"; without waits it says so. Of ranks that caused
/// just as much waiting all are named.
std::string straggler_sentence(const StragglerTable& table);

}  // namespace lanescope
