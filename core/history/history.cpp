#include "core/history/history.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/base/threads/parallel.h"
#include "core/history/causes.h"

namespace lanescope {
namespace {

using Runs = std::vector<const HistoryRun*>;

/// Ranks of one run begin within this of each other, or overlap.
constexpr Ns kSameRunNs = 60'000'000'000;

Ns begin_of(const HistoryRun& run) {
  return run.recorded->begin_ns;
}

/// Takes what can be placed in time, in that order.
class RunCollector {
 public:
  explicit RunCollector(History& out) : out_(out) {}

  void run(std::vector<HistoryRun> all) {
    std::ranges::sort(all, {}, &HistoryRun::file);
    std::erase_if(all, [&](const HistoryRun& run) { return leave_out(run); });
    std::ranges::stable_sort(
        all, {}, [](const HistoryRun& run) { return std::tuple(begin_of(run), run.setup.rank); });
    for (HistoryRun& run : all) add(std::move(run));
  }

 private:
  bool leave_out(const HistoryRun& run) {
    std::string why;
    if (!run.failure.empty())
      why = "the trace could not be read: " + run.failure;
    else if (!run.recorded)
      why = "the trace does not say when it was recorded";
    else if (!run.digest.empty() && !digests_.insert(run.digest).second)
      why = "another file is a summary of the same trace";
    if (why.empty()) return false;
    out_.left_out.push_back({run.file, std::move(why)});
    return true;
  }

  /// Whether a rank belongs to a run of which another rank is there.
  static bool is_of(const HistoryRun& run, const std::set<std::int64_t>& ranks,
                    const HistoryRun& other) {
    return run.setup.rank && other.setup.rank && run.setup.world_size.value_or(1) > 1 &&
           run.setup.world_size == other.setup.world_size && !ranks.contains(*other.setup.rank) &&
           same_run_reach(*run.recorded).contains(begin_of(other));
  }

  void add(HistoryRun&& run) {
    // Runs of other setups may lie between the ranks of one.
    for (std::size_t i = out_.runs.size(); i > 0; --i) {
      HistoryRun& known = out_.runs[i - 1];
      if (begin_of(run) - begin_of(known) > kSameRunNs && known.recorded->end_ns < begin_of(run))
        break;
      if (!is_of(known, ranks_[i - 1], run)) continue;
      ranks_[i - 1].insert(*run.setup.rank);
      if (*run.setup.rank < *known.setup.rank) {
        run.ranks = known.ranks;
        known = std::move(run);
      }
      ++known.ranks;
      return;
    }
    ranks_.emplace_back();
    if (run.setup.rank) ranks_.back().insert(*run.setup.rank);
    out_.runs.push_back(std::move(run));
  }

  History& out_;
  std::set<std::string> digests_;
  std::vector<std::set<std::int64_t>> ranks_;  // by run
};

bool knows_inputs(const HistoryRun& run) {
  return std::ranges::any_of(run.ops, [](const auto& op) { return !op.second.shapes.empty(); });
}

/// Puts each run into the series whose last run of known inputs had the same; runs of unknown
/// inputs stay with the run before them.
class SeriesSorter {
 public:
  explicit SeriesSorter(const std::vector<HistoryRun>& runs) : runs_(runs) {}

  std::vector<HistorySeries> run() {
    for (std::size_t i = 0; i < runs_.size(); ++i) add(i);
    for (const auto& [setup, own] : by_setup_) {
      for (const std::size_t s : own) all_[s].other_inputs = own.size() > 1;
    }
    std::ranges::stable_sort(all_, [](const HistorySeries& a, const HistorySeries& b) {
      return a.runs.size() > b.runs.size();
    });
    return std::move(all_);
  }

 private:
  void add(std::size_t i) {
    const bool known = knows_inputs(runs_[i]);
    const std::size_t s = series_for(i, known);
    all_[s].runs.push_back(i);
    if (known) known_[s] = i;
    if (!known) ++all_[s].unknown_inputs;
  }

  std::size_t series_for(std::size_t i, bool known) {
    auto& own = by_setup_[runs_[i].setup];  // that of the latest run is last
    const auto fits = std::find_if(own.rbegin(), own.rend(), [&](std::size_t s) {
      if (!known || !known_[s]) return true;
      return other_inputs_share(runs_[*known_[s]], runs_[i]).value_or(1) <= kOtherWorkShare;
    });
    std::size_t s = all_.size();
    if (fits != own.rend()) {
      s = *fits;
    } else {
      all_.emplace_back().setup = runs_[i].setup;
      known_.emplace_back();
    }
    std::erase(own, s);
    own.push_back(s);
    return s;
  }

  const std::vector<HistoryRun>& runs_;
  std::vector<HistorySeries> all_;
  std::vector<std::optional<std::size_t>> known_;  // by series: its last run of known inputs
  std::map<RunSetup, std::vector<std::size_t>> by_setup_;  // into `all_`
};

/// The smallest change of a metric that counts, in its unit.
double least_change(const std::vector<double>& values, const Runs& runs, std::size_t metric) {
  if (metric_unit(metric) == MetricUnit::Percent) return 100 * kLeastChangeShare;
  std::vector<double> of = values;
  if (metric_unit(metric) == MetricUnit::Time) {
    of.clear();
    for (const HistoryRun* run : runs)
      if (run->values[kStepTimeMetric]) of.push_back(*run->values[kStepTimeMetric]);
  }
  return kLeastChangeShare * median_of(std::move(of));
}

/// The rate at which a metric of so many runs is tested. See kStepTimeShare.
double level_of(std::size_t metric, std::size_t runs, bool step_changed) {
  constexpr auto kMetrics = static_cast<double>(kHistoryMetrics);
  if (runs >= kFewMeasurements) return kFalseAlarms / kMetrics;
  if (metric == kStepTimeMetric) return kStepTimeShare * kFalseAlarms;
  return (step_changed ? 1 : 1 - kStepTimeShare) * kFalseAlarms / (kMetrics - 1);
}

std::vector<HistoryChange> changes_of(const Runs& runs, std::size_t metric, bool step_changed) {
  std::vector<double> values;
  std::vector<std::size_t> at;  // of the values, the runs
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!runs[i]->values[metric]) continue;
    values.push_back(*runs[i]->values[metric]);
    at.push_back(i);
  }
  ChangeSearch search;
  search.level = level_of(metric, values.size(), step_changed);
  search.least = least_change(values, runs, metric);
  std::vector<HistoryChange> changes;
  for (ChangePoint point : find_changes(values, search)) {
    LANESCOPE_CHECK(point.begin < point.at && point.at < point.end && point.end <= at.size(),
                    "a change at {} of {} runs", point.at, at.size());
    point.begin = at[point.begin];
    point.at = at[point.at];
    point.end = at[point.end - 1] + 1;
    HistoryChange change{metric, point, {}, {}};
    change.movers = movers_of(change, runs);
    change.facts = changed_facts(*runs[point.at - 1], *runs[point.at]);
    changes.push_back(std::move(change));
  }
  return changes;
}

}  // namespace

const HistoryChange* HistorySeries::latest_change(std::size_t metric) const {
  const auto at = std::find_if(changes.rbegin(), changes.rend(),
                               [&](const HistoryChange& one) { return one.metric == metric; });
  return at == changes.rend() ? nullptr : &*at;
}

TimeRange same_run_reach(TimeRange recorded) {
  return {recorded.begin_ns,
          std::max(recorded.end_ns, saturating_add(recorded.begin_ns, kSameRunNs))};
}

std::size_t least_runs(std::size_t metric) {
  return least_measurements(level_of(metric, 2 * kLeastPiece, false));
}

History make_history(std::vector<HistoryRun> runs, unsigned threads,
                     const std::atomic<bool>* cancel) {
  History out;
  RunCollector(out).run(std::move(runs));
  out.series = SeriesSorter(out.runs).run();
  std::vector<Runs> of_series;
  for (const HistorySeries& series : out.series) {
    Runs& own = of_series.emplace_back();
    for (const std::size_t run : series.runs) own.push_back(&out.runs[run]);
  }
  std::vector<std::vector<HistoryChange>> found(out.series.size() * kHistoryMetrics);
  const auto step_changes = [&](std::size_t series) -> auto& {
    return found[series * kHistoryMetrics + kStepTimeMetric];
  };
  const auto is_cancelled = [&] { return cancel != nullptr && *cancel; };
  parallel_for(out.series.size(), threads, [&](std::size_t series, unsigned) {
    if (is_cancelled()) return;
    step_changes(series) = changes_of(of_series[series], kStepTimeMetric, false);
  });
  parallel_for(found.size(), threads, [&](std::size_t i, unsigned) {
    const std::size_t series = i / kHistoryMetrics, metric = i % kHistoryMetrics;
    if (metric == kStepTimeMetric || is_cancelled()) return;
    found[i] = changes_of(of_series[series], metric, !step_changes(series).empty());
  });
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto& changes = out.series[i / kHistoryMetrics].changes;
    std::ranges::move(found[i], std::back_inserter(changes));
  }
  for (HistorySeries& series : out.series) {
    std::ranges::stable_sort(series.changes, {}, [](const HistoryChange& change) {
      return std::tuple(change.point.at, change.metric);
    });
  }
  return out;
}

}  // namespace lanescope
