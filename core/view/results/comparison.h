// Comparison: what is known of two open runs held against each other, found in the background for
// all that show it: lanes that face each other, the table of what changed, the sentence above.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/trace_results.h"
#include "core/compare/partners.h"
#include "core/compare/run_diff.h"
#include "core/compare/run_environment.h"
#include "core/compare/time_map.h"
#include "core/view/results/background.h"

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
  /// `partners` by EventId, as in Partners. Cost: linear; 4 bytes an event.
  explicit LoneEvents(const std::vector<EventId>& partners);

  /// How many of `count` events from `first` on are alone; instants are never. Cost: two look-ups.
  [[nodiscard]] std::uint32_t among(EventId first, std::uint32_t count) const;

 private:
  std::vector<std::uint32_t> before_;  // by EventId: how many of a lower one
};

struct RunOfPair {
  std::shared_ptr<const Snapshot> trace;
  ReadEvent read;  // must stay callable on a worker
};

/// Which part of one run is which of the other.
struct AlignedPair {
  std::shared_ptr<const Snapshot> a, b;
  AlignedRuns runs;  // without samples where a run has no events with a length
  TimeMap times;
  Partners partners;
  LoneEvents only_a, only_b;
  std::vector<EnvironmentDiff> environment;
  std::string problem;  // why it is not aligned as asked for but by start; empty: it is

  [[nodiscard]] Ns time_in(RunSide side, Ns time_of_other) const {
    return side == RunSide::B ? times.to_b(time_of_other) : times.to_a(time_of_other);
  }
  [[nodiscard]] EventId partner_in(RunSide side, EventId event_of_other) const {
    return side == RunSide::B ? partners.in_b(event_of_other) : partners.in_a(event_of_other);
  }
  [[nodiscard]] const LoneEvents& lone_in(RunSide side) const {
    return side == RunSide::A ? only_a : only_b;
  }
  /// Samples that face each other.
  [[nodiscard]] std::size_t steps() const {
    return std::min(runs.a.samples.size(), runs.b.samples.size());
  }
  /// By how much longer B's n-th sample is.
  [[nodiscard]] Ns step_delta_ns(std::size_t n) const {
    return runs.b.samples[n].range.length_ns() - runs.a.samples[n].range.length_ns();
  }
};

/// What changed.
struct ComparedPair {
  std::shared_ptr<const AlignedPair> aligned;
  std::shared_ptr<const RunDiff> diff;  // told apart by `level`
  PartLevel level = PartLevel::Op;
  std::string sentence;  // the same at every level
  std::vector<std::string> warnings;
};

/// UI thread only; owns its workers.
class Comparison {
 public:
  /// `wake` is called on workers when a result has arrived; it must only poke the event loop.
  explicit Comparison(const std::function<void()>& wake);

  [[nodiscard]] bool is_about(const std::shared_ptr<const Snapshot>& a,
                              const std::shared_ptr<const Snapshot>& b) const {
    return a_.trace == a && b_.trace == b;
  }
  /// Two runs from now on. Snapshots that are not complete are not compared: their complete ones
  /// follow.
  void compare(RunOfPair a, RunOfPair b);
  void align(AlignQuery query);
  [[nodiscard]] const AlignQuery& alignment() const { return query_; }
  /// What the parts of the step are told apart by.
  void show(PartLevel level);
  [[nodiscard]] PartLevel level() const { return level_; }

  /// Once a frame: takes what was found, asks for what is missing. Cost: next to nothing.
  void refresh();
  /// Null until known of these two runs; while they are aligned anew the one before.
  [[nodiscard]] const std::shared_ptr<const AlignedPair>& aligned() const { return aligned_; }
  /// Null until known; while something is computed anew the one before of these two runs.
  [[nodiscard]] const std::shared_ptr<const ComparedPair>& value() const { return value_; }
  /// Why the runs are not aligned as asked for; empty when they are, or when it is not known yet.
  [[nodiscard]] const std::string& problem() const;
  /// Whether something of these runs is not known yet.
  [[nodiscard]] bool busy() const {
    return !done_ && a_.trace && b_.trace && a_.trace->complete && b_.trace->complete;
  }
  /// Whether aligned() is not what was asked for last.
  [[nodiscard]] bool aligning() const { return !aligned_as_asked_; }

 private:
  struct Asked {
    std::shared_ptr<const Snapshot> a, b;
    AlignQuery query;
    friend bool operator==(const Asked&, const Asked&) = default;
  };
  struct LevelDiff {
    RunDiff diff;
    std::string sentence;
    std::vector<std::string> warnings;
  };
  using Difference = std::shared_ptr<const LevelDiff>;

  /// nullptr while it is not known of the newest alignment.
  Difference difference(PartLevel level);
  void compose(const Difference& shown, const LevelDiff& headline,
               const std::vector<std::string>& warnings);

  RunOfPair a_, b_;
  std::shared_ptr<TraceResults> results_a_, results_b_;  // for all levels
  AlignQuery query_;
  PartLevel level_ = PartLevel::Op;
  bool done_ = false, aligned_as_asked_ = false;
  std::shared_ptr<const AlignedPair> aligned_;
  std::shared_ptr<const ComparedPair> value_;
  Background<Asked, AlignedPair> alignments_;
  std::array<Background<std::shared_ptr<const AlignedPair>, LevelDiff>, kPartLevels> differences_;
};

/// What to look at first: the sample of median length in A among those that face each other, of the
/// run that is asked for. nullopt without steps.
std::optional<TimeRange> typical_step(const AlignedPair& pair, RunSide side);

}  // namespace lanescope
