// The comparison of two open runs, computed in the background for everything that shows it: facing
// lanes, the table of changes, the summary sentence.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/steps/steps.h"
#include "core/analysis/trace_results.h"
#include "core/compare/partners.h"
#include "core/compare/run_diff.h"
#include "core/compare/run_environment.h"
#include "core/compare/sampled_time.h"
#include "core/compare/time_map.h"
#include "core/view/results/background.h"
#include "core/view/results/diff_text.h"

namespace lanescope {

enum class RunSide : std::uint8_t { A, B };
inline constexpr RunSide other_side(RunSide side) {
  return side == RunSide::A ? RunSide::B : RunSide::A;
}
/// "A", "B".
std::string_view run_side_name(RunSide side);

/// The events of one run that have no partner in the other.
class LoneEvents {
 public:
  LoneEvents() = default;
  /// `partners` is indexed by EventId, as in Partners. Cost: linear; 4 bytes per event.
  explicit LoneEvents(const std::vector<EventId>& partners);

  /// How many of the `count` events starting at `first` have no partner; instants are never
  /// counted. Cost: two lookups.
  [[nodiscard]] std::uint32_t among(EventId first, std::uint32_t count) const;

 private:
  std::vector<std::uint32_t> before_;  // by EventId: how many have a lower id
};

/// The events of one run, and those of the other one that they correspond to.
struct MatchedEvents {
  std::vector<EventId> partners;  // by EventId, as in Partners
  LoneEvents lone;

  [[nodiscard]] EventId partner(EventId event) const {
    return index_of(event) < partners.size() ? partners[index_of(event)] : EventId::None;
  }
};

struct RunOfPair {
  std::shared_ptr<const Snapshot> trace;
  ReadEvent read;  // must be callable on a worker
};

/// Two runs, and which parts of one correspond to which of the other.
struct AlignedPair {
  std::shared_ptr<const Snapshot> a, b;
  AlignedRuns runs;  // no samples if a run has no events with a duration
  TimeMap times;
  std::shared_ptr<const MatchedEvents> of_a, of_b;
  std::vector<EnvironmentDiff> environment;
  std::string problem;  // why it is aligned by start instead of as requested; empty: it is not

  [[nodiscard]] Ns time_in(RunSide side, Ns time_of_other) const {
    return side == RunSide::B ? times.to_b(time_of_other) : times.to_a(time_of_other);
  }
  [[nodiscard]] EventId partner_in(RunSide side, EventId event_of_other) const {
    return (side == RunSide::B ? of_a : of_b)->partner(event_of_other);
  }
  [[nodiscard]] const LoneEvents& lone_in(RunSide side) const {
    return (side == RunSide::A ? of_a : of_b)->lone;
  }
  /// Samples that have a counterpart.
  [[nodiscard]] std::size_t steps() const {
    return std::min(runs.a.samples.size(), runs.b.samples.size());
  }
  /// How much longer B's n-th sample is.
  [[nodiscard]] Ns step_delta_ns(std::size_t n) const {
    return runs.b.samples[n].range.length_ns() - runs.a.samples[n].range.length_ns();
  }
};

/// The pair with A and B swapped; it must not have a problem, which names the run. Cost: that of
/// compare_environments, and the samples.
AlignedPair swapped(const AlignedPair& pair);

/// What changed between the runs.
struct ComparedPair {
  std::shared_ptr<const AlignedPair> aligned;
  std::shared_ptr<const RunDiff> diff;  // parts are distinguished by `level`
  PartLevel level = PartLevel::Op;
  DiffWords words;  // the same for every level
  std::vector<std::string> warnings;
  /// Of the whole recordings; null or empty: a run has no samples.
  std::shared_ptr<const SampledChanges> sampled = nullptr;
  bool only_sampled = false;  // there are neither operators nor GPU work to compare

  [[nodiscard]] bool has_samples() const { return sampled && !sampled->empty(); }
};

/// UI thread only; owns its workers.
class Comparison {
 public:
  /// `wake` is called on workers when a result has arrived; it must only wake the event loop.
  explicit Comparison(const std::function<void()>& wake);

  [[nodiscard]] bool is_about(const std::shared_ptr<const Snapshot>& a,
                              const std::shared_ptr<const Snapshot>& b) const {
    return a_.trace == a && b_.trace == b;
  }
  /// Sets the two runs. Incomplete snapshots are not compared; call it again with the complete
  /// ones.
  void compare(RunOfPair a, RunOfPair b);
  /// Makes A of B and B of A. What is known of each run, and their alignment, is kept; what changed
  /// is computed again, because it is judged by the step time of A.
  void swap();
  void align(AlignQuery query);
  [[nodiscard]] const AlignQuery& alignment() const { return query_; }
  /// Sets the level that distinguishes the parts of the step.
  void show(PartLevel level);
  [[nodiscard]] PartLevel level() const { return level_; }

  /// Once per frame: collects results and requests missing ones. Cost: negligible.
  void refresh();
  /// Null until known for these two runs; during a realignment, the previous alignment.
  [[nodiscard]] const std::shared_ptr<const AlignedPair>& aligned() const { return aligned_; }
  /// Null until known; during recomputation, the previous value for these two runs.
  [[nodiscard]] const std::shared_ptr<const ComparedPair>& value() const { return value_; }
  /// Why the runs are not aligned as requested; empty if they are, or if it is not known yet.
  [[nodiscard]] const std::string& problem() const;
  /// What is computed while busy: "Matching events of the two runs…", "Computing GPU time…",
  /// "Comparing operators…".
  [[nodiscard]] std::string waiting_words() const;
  /// Whether any result for these runs is still missing.
  [[nodiscard]] bool busy() const {
    return !done_ && a_.trace && b_.trace && a_.trace->complete && b_.trace->complete;
  }
  /// Whether aligned() is not yet what was last requested.
  [[nodiscard]] bool aligning() const { return !aligned_as_asked_; }

 private:
  struct Asked {
    std::shared_ptr<const Snapshot> a, b;
    AlignQuery query;
    friend bool operator==(const Asked&, const Asked&) = default;
  };
  struct LevelDiff {
    RunDiff diff;
    DiffWords words;
    std::vector<std::string> warnings;  // at the level of operators, as are the samples
    SampledChanges sampled;
  };
  using Difference = std::shared_ptr<const LevelDiff>;
  using Differences = Background<std::shared_ptr<const AlignedPair>, LevelDiff>;

  /// Whether aligned() is as requested.
  bool find_alignment();
  /// nullptr until known for the newest alignment.
  Difference difference(PartLevel level);
  /// What only this level is asked for: warnings, and what samples tell.
  static void add_samples(const AnalysisResults& a, const AnalysisResults& b,
                          const AlignedPair& pair, LevelDiff& by_op);
  void compose(const Difference& shown, const LevelDiff& headline, const Difference& by_op);

  RunOfPair a_, b_;
  std::shared_ptr<TraceResults> results_a_, results_b_;  // shared by all levels
  AlignQuery query_;
  PartLevel level_ = PartLevel::Op;
  PartLevel computed_ = PartLevel::Op;  // which level is missing, if any
  bool done_ = false, aligned_as_asked_ = false;
  std::shared_ptr<const AlignedPair> aligned_;
  std::shared_ptr<const ComparedPair> value_;
  Background<Asked, AlignedPair> alignments_;
  std::array<Differences, kPartLevels> differences_;
};

/// The step to show first, in the given run: of the samples that have a counterpart, the one whose
/// length in A is the median. nullopt without steps.
std::optional<TimeRange> typical_step(const AlignedPair& pair, RunSide side);

// The context of a comparison: which steps of which file were compared, and how the recordings
// differ.

/// One line per fact, with the value for each run; nullopt if a file does not have it. First the
/// files and their steps, then the differences. Cost: the facts.
std::vector<EnvironmentDiff> recording_facts(const ComparedPair& pair);

/// Two paths without the folders that both begin with: "…/slow/trace.json". Equal paths, and those
/// with at most one folder in common, stay as they are.
std::pair<std::string, std::string> differing_paths(std::string_view a, std::string_view b);

/// The facts present for every pair of runs, at the front of the list.
inline constexpr std::size_t kUsualFacts = 4;

/// "2 warm-up, 1 incomplete"; empty if nothing was excluded.
std::string left_out_words(const RunSamples& samples);
/// "1 inside others, 5 on other threads"; empty if the table has all steps.
std::string left_out_words(const StepTable& steps);

}  // namespace lanescope
