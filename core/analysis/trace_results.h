// The results of one trace, by the part of it that they are about: for a window whose panes, lanes
// and tables look at a few parts of it and at the next ones soon.
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

/// What somebody looks at, before it is known where that lies.
struct TracePart {
  WindowKind kind = WindowKind::Whole;
  std::optional<TimeRange> range = {};  // of kind Range
  SharedThresholds thresholds = {};
  friend bool operator==(const TracePart&, const TracePart&) = default;
};

/// The window that a part means; the whole trace where it has no such part. Cost: that of
/// count_warm_up_steps for Steps, a pass over the GPU events for Tb.
AnalysisWindow window_of(const Snapshot& trace, const TracePart& part);

/// Any thread. What it gives keeps the snapshot alive.
class TraceResults {
 public:
  /// `trace` is complete. `read` must stay callable from all threads that ask.
  TraceResults(std::shared_ptr<const Snapshot> trace, ReadEvent read);

  [[nodiscard]] const std::shared_ptr<const Snapshot>& trace() const { return trace_; }

  /// The same for all that ask, until the part is stopped or six others were asked for. Cost: that
  /// of window_of() for who asks first.
  [[nodiscard]] std::shared_ptr<const AnalysisResults> of(const TracePart& part);
  /// What `make` makes of the results of a part: again while the part was stopped meanwhile, since
  /// what it was made of is not whole then, unless `stop` is requested or nobody looks at the
  /// trace.
  template <typename Make>
  auto make(const TracePart& part, const std::stop_token& stop, const Make& make) {
    while (true) {
      const std::shared_ptr<const AnalysisResults> results = of(part);
      auto made = make(*results);
      if (stop.stop_requested() || is_stopped() || !results->stop.stop_requested()) return made;
    }
  }
  /// A result that is there already, else null. Cost: a look-up.
  [[nodiscard]] std::shared_ptr<const void> ready(const TracePart& part,
                                                  std::type_index type) const;

  /// Nobody looks at the part any more: its analyses stop, and who asks again gets others. What is
  /// given back may take long to free.
  [[nodiscard]] std::shared_ptr<const void> stop(const TracePart& part);
  /// Nobody looks at the trace any more: all that is computed stops, and all that is asked for.
  void stop_all();
  /// Lets go of a result of all parts. What is given back may take long to free.
  [[nodiscard]] std::vector<std::shared_ptr<const void>> drop(std::type_index type);

 private:
  struct Part {
    Part(TracePart part, std::shared_ptr<const Snapshot> snapshot)
        : about(std::move(part)), trace(std::move(snapshot)) {}
    const TracePart about;
    const std::shared_ptr<const Snapshot> trace;  // outlives the results
    std::stop_source stop;
    std::mutex making;                       // held by who finds the window
    std::optional<AnalysisResults> results;  // written once, with both mutexes
  };
  [[nodiscard]] bool is_stopped() const;
  [[nodiscard]] std::shared_ptr<Part> find(const TracePart& part) const;

  const std::shared_ptr<const Snapshot> trace_;
  const ReadEvent read_;
  mutable std::mutex mutex_;  // never held for long
  bool stopped_ = false;
  std::vector<std::shared_ptr<Part>> parts_;  // a few, those asked for first in front
};

}  // namespace lanescope
