// The ranks of one run in the report: gathered trace by trace, printed when all are there.
#pragma once

#include <string>
#include <vector>

#include "app/cli/output/json_output.h"
#include "app/cli/report/report.h"
#include "core/ranks/rank_identity.h"
#include "core/ranks/ranks.h"

namespace lanescope {

inline constexpr const char* kRanksKey = "ranks";
inline constexpr const char* kOneTrace =
    "only one trace; name the traces of the other ranks or their folder";

class RanksReport {
 public:
  /// With `compare` what the ranks are compared by is taken from the trace, which may go
  /// afterwards: of all its GPUs, whichever the window is about, since the GPU of a rank has
  /// another number on each.
  void add(const ReportInput& input, const std::string& file, bool compare);

  /// Of the traces in the order they were added.
  [[nodiscard]] RunRanks ranks() const { return identify_ranks(claims_); }
  [[nodiscard]] bool has_several() const { return claims_.size() > 1; }

  /// Once, when all traces that were to be compared are there; several.
  [[nodiscard]] Json json();
  [[nodiscard]] std::string text();
  [[nodiscard]] std::string markdown();

 private:
  /// What a reader must know of a trace besides its name.
  struct Reading {
    AnalysisWindow window;
    std::size_t steps = 0;    // in the window
    bool cut_off = false;     // the file ends early
    bool one_device = false;  // was asked for, and is not what ranks are compared by
  };

  RunAnalysis analyse();
  [[nodiscard]] std::string window_text() const;
  [[nodiscard]] Json window_json(const Reading& reading) const;
  [[nodiscard]] std::string reading_notes() const;

  std::vector<RankClaim> claims_;
  std::vector<Reading> readings_;  // as claims_
  RunFacts facts_;
  RunRanks ranks_;
  std::vector<std::size_t> order_;  // which claim each trace of the analysis is
};

}  // namespace lanescope
