// The results of one trace, by window. For the application window, whose panes, lanes and tables
// use a few windows of the trace at a time.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <typeindex>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/results.h"

namespace lanescope {

/// The part of a trace that is being viewed, before its times are known.
struct TracePart {
  WindowKind kind = WindowKind::Whole;
  std::optional<TimeRange> range = {};  // for kind Range
  SharedThresholds thresholds = {};
  friend bool operator==(const TracePart&, const TracePart&) = default;
};

/// The window of a part; the entire trace if there is no such part. Cost: for Steps that of
/// count_warm_up_steps, for Tb a pass over the GPU events.
AnalysisWindow window_of(const Snapshot& trace, const TracePart& part);

/// Thread-safe. Results keep the snapshot alive.
class TraceResults {
 public:
  /// `trace` is complete. `read` must be callable from every thread that requests results.
  TraceResults(std::shared_ptr<const Snapshot> trace, const ReadEvent& read);

  [[nodiscard]] const std::shared_ptr<const Snapshot>& trace() const { return whole_->trace; }

  /// All callers get the same object until the part is stopped or six other parts have been
  /// requested. Cost: that of window_of() for the first caller.
  [[nodiscard]] std::shared_ptr<const AnalysisResults> of(const TracePart& part);
  /// Calls `make` with the results of a part, and again if the part was stopped meanwhile, since
  /// its results may then be incomplete; not again once `stop` is requested or after stop_all().
  template <typename Make>
  auto make(const TracePart& part, const std::stop_token& stop, const Make& make) {
    while (true) {
      const std::shared_ptr<const AnalysisResults> results = of(part);
      auto made = make(*results);
      if (stop.stop_requested() || is_stopped() || !results->stop.stop_requested()) return made;
    }
  }
  /// A result that is already computed, else null. Cost: a lookup.
  [[nodiscard]] std::shared_ptr<const void> ready(const TracePart& part,
                                                  std::type_index type) const;

  /// Call when the part is no longer viewed: stops its analyses. Later requests get new results.
  /// The returned object may take long to free.
  [[nodiscard]] std::shared_ptr<const void> stop(const TracePart& part);
  /// Call when the trace is no longer viewed: stops all current and future analyses.
  void stop_all();
  /// Releases a result of every part. The returned objects may take long to free.
  [[nodiscard]] std::vector<std::shared_ptr<const void>> drop(std::type_index type);

 private:
  /// What is the same in all parts.
  struct Whole {
    Whole(std::shared_ptr<const Snapshot> snapshot, const ReadEvent& read);
    const std::shared_ptr<const Snapshot> trace;  // outlives the results
    std::stop_source stop;
    const AnalysisResults results;
  };
  struct Part {
    Part(TracePart part, std::shared_ptr<const Whole> of)
        : about(std::move(part)), whole(std::move(of)) {}
    const TracePart about;
    const std::shared_ptr<const Whole> whole;  // outlives the results
    std::stop_source stop;
    std::mutex making;                       // held while computing the window
    std::optional<AnalysisResults> results;  // written once, under both mutexes
  };
  [[nodiscard]] bool is_stopped() const;
  [[nodiscard]] std::shared_ptr<Part> find(const TracePart& part) const;

  const std::shared_ptr<Whole> whole_;
  mutable std::mutex mutex_;  // held only briefly
  bool stopped_ = false;
  std::vector<std::shared_ptr<Part>> parts_;  // a few; the first one requested in front
};

}  // namespace lanescope
