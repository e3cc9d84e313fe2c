// The runs of weeks by their summaries: which can be compared, and where what they measure changed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/history/change_points.h"
#include "core/history/history_run.h"

namespace lanescope {

/// A part of a run that explains a change.
struct ChangeMover {
  std::size_t metric = 0;        // kHistoryMetrics: a kernel alone
  double before = 0, after = 0;  // ns per step and GPU, medians of the runs before and after
  std::string kernel;            // that moved most, of kernels of a kind; empty: none
  double kernel_delta = 0;       // ns

  [[nodiscard]] double delta() const { return after - before; }
};

/// A setting that is another one from the first run after a change on; empty: not stated.
struct ChangedFact {
  std::string key, before, after;
};

struct HistoryChange {
  std::size_t metric = 0;
  ChangePoint point;                // its `at`, `begin` and `end` are of HistorySeries::runs
  std::vector<ChangeMover> movers;  // what moved most with it, at most 3; may be empty
  std::vector<ChangedFact> facts;

  [[nodiscard]] double delta() const { return point.after - point.before; }
};

/// Runs that can be compared: on the same hardware, with the same world size, rank and inputs.
struct HistorySeries {
  RunSetup setup;
  bool other_inputs = false;           // than another series of the same setup
  std::size_t unknown_inputs = 0;      // runs whose operators' inputs are not known
  std::vector<std::size_t> runs;       // into History::runs, by the time when they were recorded
  std::vector<HistoryChange> changes;  // by run, then metric

  /// Of a metric, or null.
  [[nodiscard]] const HistoryChange* latest_change(std::size_t metric) const;
};

struct History {
  struct LeftOut {
    std::string file, why;
  };
  std::vector<HistoryRun> runs;       // by the time when they were recorded
  std::vector<HistorySeries> series;  // the one with the most runs first
  std::vector<LeftOut> left_out;
};

/// How often a series without a change is given one, in any of its metrics. See ChangeSearch::level
/// for when that holds.
inline constexpr double kFalseAlarms = 0.05;
/// The rate is divided by the number of metrics. Of few runs that would find no change in the step
/// time, which then gets this share of it, so that kLeastPiece runs on either side are enough; the
/// others share what is left, and all of it where the step time did change (a fallback procedure:
/// Wiens, A Fixed Sequence Bonferroni Procedure for Testing Multiple Endpoints, 2003).
inline constexpr double kStepTimeShare = 0.6;

/// How many runs it takes to tell whether a metric changed while the step time did not.
std::size_t least_runs(std::size_t metric);
/// Smaller changes are left out: of a time, this share of the step; of what the GPU is busy, a
/// percentage point; of memory, this share of it.
inline constexpr double kLeastChangeShare = 0.01;
/// Runs are of other work if operators with this share of their time have other inputs.
inline constexpr double kOtherWorkShare = 0.5;

/// When the ranks of a run begin, if one of them was recorded at that time: within a minute, or
/// before its end.
TimeRange same_run_reach(TimeRange recorded);

/// Summaries of several ranks of one run, recorded at the same time, are one point: that of the
/// lowest rank. Left out are traces that could not be read, that do not say when they were
/// recorded, and those that are there twice. Deterministic, whatever the order of `runs`. Once
/// `cancel` is set, no further metric is searched for changes. Cost: that of find_changes() for
/// each metric and series, on so many threads.
History make_history(std::vector<HistoryRun> runs, unsigned threads,
                     const std::atomic<bool>* cancel = nullptr);

}  // namespace lanescope
