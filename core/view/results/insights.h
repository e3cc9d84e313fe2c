// Insights: analysis results for the open trace and the selected range. Each is computed once, in
// the background, for everything that shows it: panes, lanes, tooltips, and other insights.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <typeindex>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/results.h"
#include "core/analysis/search/event_query.h"
#include "core/analysis/trace_results.h"
#include "core/base/threads/task_pool.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Which part of the trace an insight covers.
enum class InsightScope : std::uint8_t {
  Whole,
  Steps,   // the steady-state steps; Whole if the trace has no steps
  Chosen,  // the selected range; without one, the window set by Insights::look_at
};

/// As for Background::Answer: the value for a previous range is shown until the new one is ready.
template <typename Result>
struct Insight {
  std::shared_ptr<const Result> value;  // null before the first result
  bool current = false;                 // whether it covers what was requested
};

/// Whether the result is visible at the moment.
enum class InsightFor : std::uint8_t {
  Now,    // it is on the screen
  Later,  // a number on a tab; computed after everything on the screen
};

/// Called from one thread; computes on the task pool, visible results first. If there is not enough
/// memory, no result arrives (memory_shortage.h).
class Insights {
 public:
  /// `done` is called on a pool thread when a result has arrived; it must only wake the event loop.
  explicit Insights(std::function<void()> done = {}) : done_(std::move(done)) {}
  /// Stops what is being computed and waits for it.
  ~Insights();
  Insights(const Insights&) = delete;
  Insights& operator=(const Insights&) = delete;

  /// Sets what ask() refers to; call it once per frame, before ask(). Nothing is computed for an
  /// incomplete snapshot. All results are discarded when `generation` changes. Cost: negligible.
  /// `read` must be callable from several threads at once.
  void follow(const std::shared_ptr<const Snapshot>& snapshot, std::uint64_t generation,
              const std::optional<TimeRange>& range, const ReadEvent& read,
              const SharedThresholds& thresholds = {});

  /// Requests the same insights for a complete snapshot that will be followed next, so that they
  /// are ready when follow() switches to it. Call it once per frame until then; returns true when
  /// they are ready. Cost: negligible.
  bool prepare(const std::shared_ptr<const Snapshot>& next, const ReadEvent& read);

  /// The results for the followed snapshot, for callers that derive their own from them; null
  /// without a snapshot.
  [[nodiscard]] std::shared_ptr<TraceResults> results() const;
  /// The part of the trace that a scope covers.
  [[nodiscard]] TracePart part(InsightScope scope) const;

  /// Sets what Chosen covers without a selected range; initially Steps. Cost: negligible.
  void look_at(WindowKind window);

  /// There is one result per type and scope: always pass the same `compute`, a pure function.
  template <typename Result>
  Insight<Result> ask(InsightScope scope, Result (*compute)(const AnalysisResults&),
                      InsightFor when = InsightFor::Now) {
    const Make make = [compute](const AnalysisResults& in) -> Value { return in.of(compute); };
    const Untyped found = ask(typeid(Result), scope, make, when);
    return {std::static_pointer_cast<const Result>(found.value), found.current};
  }
  template <typename Result>
  Insight<Result> ask(InsightScope scope) {
    return ask<Result>(scope, &analyse<Result>);
  }

  /// Stops the computation of a type that is no longer needed, and frees its results.
  template <typename Result>
  void drop() {
    drop(typeid(Result));
  }

  /// Resolves a scope: without a selected range, Chosen becomes Steps or Whole if look_at() set
  /// that window; without steps in the trace, Steps becomes Whole.
  [[nodiscard]] InsightScope meaning(InsightScope scope) const;
  /// The window that Chosen covers; if the trace lacks the steps that the window needs, Whole.
  [[nodiscard]] WindowKind window() const;
  /// The range that Chosen covers. The selection may have changed since, by a click or a key.
  [[nodiscard]] std::optional<TimeRange> range() const;
  /// Whether a requested result is still missing.
  [[nodiscard]] bool busy() const;

 private:
  using Value = std::shared_ptr<const void>;
  using Make = std::function<Value(const AnalysisResults&)>;
  struct Untyped {
    Value value;
    bool current = false;
  };
  /// Counts the changes of a scope's window; 0: no snapshot.
  using Version = std::uint64_t;
  struct Slot {
    std::type_index type;
    InsightScope scope;
    Make make;
    Value value;
    Version made = 0, wanted = 0;
    Version failed = 0;  // due to lack of memory
    InsightFor when = InsightFor::Later;
    bool queued = false;  // a task is queued for it or running
    bool taken = false;   // a task is computing it
  };

  Untyped ask(std::type_index type, InsightScope scope, Make make, InsightFor when);
  void drop(std::type_index type);
  /// Takes over what was prepared for this snapshot, after its versions were set. Hold the mutex.
  void take_prepared();
  void discard(std::unique_ptr<Insights> prepared);

  // Hold the mutex.
  [[nodiscard]] InsightScope resolved(InsightScope scope) const;
  [[nodiscard]] WindowKind chosen_window() const;
  [[nodiscard]] TracePart part_of(InsightScope scope) const;
  void stop(InsightScope scope);
  void look_elsewhere(const std::function<void()>& change);
  [[nodiscard]] Version& version(InsightScope scope);
  Slot& slot(std::type_index type, InsightScope scope, Make make);
  void take_ready(Slot& slot);
  void start(Slot& slot, InsightFor when);
  void forget();
  void judge_by(const SharedThresholds& thresholds);

  void make(Slot& slot);
  void make_once(std::unique_lock<std::mutex>& lock, Slot& slot);

  std::function<void()> done_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Snapshot> snapshot_;  // always complete
  std::uint64_t generation_ = 0;
  std::optional<TimeRange> range_;
  SharedThresholds thresholds_;
  WindowKind looked_at_ = WindowKind::Steps;
  std::array<Version, 3> versions_{};
  Version last_version_ = 0;
  std::vector<std::unique_ptr<Slot>> slots_;  // in the order of the first requests
  std::shared_ptr<TraceResults> results_;     // for snapshot_
  std::unique_ptr<Insights> next_;            // set by prepare()
  TaskGroup tasks_;                           // last, because tasks use all of the above
};

}  // namespace lanescope
