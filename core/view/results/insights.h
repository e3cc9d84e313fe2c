// Insights: what the analyses found in the open trace and in the selected range. Each is computed
// once, in the background, for all that show it: panes, lanes, tooltips, and other insights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <typeindex>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/results.h"
#include "core/analysis/search/event_query.h"
#include "core/analysis/trace_results.h"
#include "core/base/threads/task_pool.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// What an insight is about.
enum class InsightScope : std::uint8_t {
  Whole,
  Steps,   // those that are no warm-up; Whole when the trace has none
  Chosen,  // the selected range; without one the window looked at, see Insights::look_at
};

/// As Background's answers: a value of another range is shown until the new one is there.
template <typename Result>
struct Insight {
  std::shared_ptr<const Result> value;  // null before the first one
  bool current = false;                 // it is about what was asked for
};

/// Whether somebody looks at the place where the answer belongs.
enum class InsightFor : std::uint8_t {
  Now,    // it is on the screen
  Later,  // a number on a tab; goes behind all that is on the screen
};

/// Asked from one thread; computes on the task pool, what is on the screen before what is not. What
/// there is no memory for does not come, see memory_shortage.h.
class Insights {
 public:
  /// `done` is called by a thread of the pool when a result has arrived; it must only poke the
  /// event loop.
  explicit Insights(std::function<void()> done = {}) : done_(std::move(done)) {}
  /// Waits for what is being computed.
  ~Insights();
  Insights(const Insights&) = delete;
  Insights& operator=(const Insights&) = delete;

  /// What questions are about from now on: once a frame, before them. Snapshots that are not
  /// complete are waited for; all is forgotten when `generation` changes. Cost: next to nothing.
  /// `read` must stay callable from several threads at once.
  void follow(const std::shared_ptr<const Snapshot>& snapshot, std::uint64_t generation,
              const std::optional<TimeRange>& range, const ReadEvent& read,
              const SharedThresholds& thresholds = {});

  /// The same questions of a complete snapshot that will be followed next, so that its answers are
  /// there when follow() comes to it. Once a frame until then; true: they are there. Cost: next to
  /// nothing.
  bool prepare(const std::shared_ptr<const Snapshot>& next, const ReadEvent& read);

  /// What is found of the snapshot that is followed, for who makes something of its own of it; null
  /// without one.
  [[nodiscard]] std::shared_ptr<TraceResults> results() const;
  /// The part of the trace that a scope means.
  [[nodiscard]] TracePart part(InsightScope scope) const;

  /// What Chosen means without a selected range; Steps until it is said. Cost: next to nothing.
  void look_at(WindowKind window);

  /// One result a type and scope: always ask for it with the same `compute`, a pure function.
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

  /// Stops what is being computed of a type that nobody wants any more, and lets go of it.
  template <typename Result>
  void drop() {
    drop(typeid(Result));
  }

  /// The window that a scope means: Chosen without a range is what is looked at, Steps without
  /// steps is Whole.
  [[nodiscard]] InsightScope meaning(InsightScope scope) const;
  /// What Chosen is about, with what the trace has: of windows made of steps Whole without steps.
  [[nodiscard]] WindowKind window() const;
  /// The range that Chosen is about. A click or a key may have changed the selection since.
  [[nodiscard]] std::optional<TimeRange> range() const;
  /// Whether something that was asked for is not there yet.
  [[nodiscard]] bool busy() const;

 private:
  using Value = std::shared_ptr<const void>;
  using Make = std::function<Value(const AnalysisResults&)>;
  struct Untyped {
    Value value;
    bool current = false;
  };
  /// Counts the changes of a scope's window; 0: nothing is known about it.
  using Version = std::uint64_t;
  struct Slot {
    std::type_index type;
    InsightScope scope;
    Make make;
    Value value;
    Version made = 0, wanted = 0;
    Version failed = 0;  // for want of memory
    InsightFor when = InsightFor::Later;
    bool queued = false;  // a task will come to it, or is at it
    bool taken = false;   // by a task
  };

  Untyped ask(std::type_index type, InsightScope scope, Make make, InsightFor when);
  void drop(std::type_index type);
  /// What was prepared of the snapshot, after its versions were counted. With the mutex held.
  void take_prepared();
  void discard(std::unique_ptr<Insights> prepared);

  // With the mutex held.
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
  std::shared_ptr<const Snapshot> snapshot_;  // complete
  std::uint64_t generation_ = 0;
  std::optional<TimeRange> range_;
  SharedThresholds thresholds_;
  WindowKind looked_at_ = WindowKind::Steps;
  std::array<Version, 3> versions_{};
  Version last_version_ = 0;
  std::vector<std::unique_ptr<Slot>> slots_;  // in the order of the first questions
  std::shared_ptr<TraceResults> results_;     // of snapshot_
  std::unique_ptr<Insights> next_;            // what prepare() has asked
  TaskGroup tasks_;                           // last: they use all of the above
};

}  // namespace lanescope
