// The ranks of one run in the report. Traces are added one by one; the result is printed after the
// last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/output/json_output.h"
#include "app/cli/report/report.h"
#include "core/ranks/rank_identity.h"
#include "core/ranks/ranks.h"

namespace lanescope {

inline constexpr const char* kRanksKey = "ranks";
inline constexpr const char* kOneTrace =
    "only one trace; name the traces of the other ranks or their folder";

/// The results for the ranks of one run, to be printed.
struct PrintedRanks {
  const RunFacts& facts;
  const RunAnalysis& run;
  /// By trace, in the order of `facts`: the file that stands for a rank that nothing tells, else
  /// "".
  std::vector<std::string> files = {};
  const Snapshot no_trace = {};  // rows cover several traces, so no cell holds a trace's name

  [[nodiscard]] std::int64_t rank(std::size_t trace) const { return facts.times[trace].rank; }
  [[nodiscard]] bool names_files() const;
  /// "3", or the file's name.
  [[nodiscard]] std::string cell(std::size_t trace) const;
  /// "rank 3", or the file's name.
  [[nodiscard]] std::string title(std::size_t trace) const;
};
Json rank_clock_json(const PrintedRanks& ranks, std::size_t trace);
Json rank_times_json(const RankTimes& times);
/// The members of the report's JSON that follow its rows.
void add_run_json(const PrintedRanks& ranks, Json& out);
std::string rank_clocks_text(const PrintedRanks& ranks);
std::string rank_times_text(const PrintedRanks& ranks);
std::string rank_findings_text(const PrintedRanks& ranks);

class RanksReport {
 public:
  /// `compare`: copies what the comparison needs from the trace, which may be destroyed afterwards.
  /// Covers all its GPUs, regardless of the window's device, because device numbers differ between
  /// ranks.
  void add(const ReportInput& input, const std::string& file, bool compare);

  /// A file that could not be read: if its name tells a rank, that has a trace all the same.
  void add_unreadable(const std::string& file, const std::string& why);

  /// In the order in which the traces were added.
  [[nodiscard]] RunRanks ranks() const { return identify_ranks(claims_); }
  [[nodiscard]] bool has_several() const { return claims_.size() > 1; }

  /// Call one of these, once, after several traces were added with `compare`.
  [[nodiscard]] Json json();
  [[nodiscard]] std::string text();
  [[nodiscard]] std::string markdown();

 private:
  /// What the output says about a trace besides its name.
  struct Reading {
    AnalysisWindow window;
    std::size_t steps = 0;  // in the window
    bool cut_off = false;   // the file is truncated, or damaged
    bool damaged = false;
    bool one_device = false;  // a single device was requested; the comparison ignores that
  };

  RunAnalysis analyse();
  [[nodiscard]] std::vector<std::string> notes(const RunAnalysis& run) const;
  [[nodiscard]] PrintedRanks to_print(const RunAnalysis& run) const;
  /// Why the traces do not look like ranks of one run; empty if they do.
  [[nodiscard]] std::string unrelated(const RunAnalysis& run) const;
  [[nodiscard]] std::string window_text(const PrintedRanks& ranks) const;
  [[nodiscard]] Json window_json(const Reading& reading) const;
  [[nodiscard]] std::string reading_notes(const PrintedRanks& ranks) const;

  std::vector<RankClaim> claims_;
  std::vector<Reading> readings_;                                // same order as claims_
  std::vector<std::pair<std::string, std::string>> unreadable_;  // files whose names tell a rank
  RunFacts facts_;
  RunRanks ranks_;
  std::vector<std::size_t> order_;  // the index in claims_ of each analyzed trace
};

}  // namespace lanescope
