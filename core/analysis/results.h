// The results of all analyses for one window of one trace. Each is computed once, on first request,
// and shared by reports, panes, comparisons, ranks, findings and other analyses.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <typeindex>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/ops/groups.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// Defined for the Result of every line of LANESCOPE_ANALYSES, see registry.h.
template <typename Result>
Result analyse(const AnalysisResults& in);

/// Thread-safe. An analysis may request other results, but a cycle throws std::logic_error.
class AnalysisResults {
 public:
  /// `trace` is complete and outlives this. `read` must be callable from every thread that requests
  /// results. A result computed after `stop` was requested may be incomplete: it is returned, but
  /// not kept, and the caller must discard it.
  AnalysisResults(const Snapshot& trace, AnalysisWindow window, ReadEvent read = {},
                  std::stop_token stop = {}, OpGroupBy group_by = OpGroupBy::Name);
  AnalysisResults(const AnalysisResults&) = delete;
  AnalysisResults& operator=(const AnalysisResults&) = delete;
  ~AnalysisResults();

  const Snapshot& trace;
  const AnalysisWindow window;
  const ReadEvent read;
  const std::stop_token stop;
  const OpGroupBy group_by;

  /// The result of one analysis. Cost: that of the analysis on the first request; while another
  /// thread computes it, waits for that thread.
  template <typename Result>
  [[nodiscard]] std::shared_ptr<const Result> of() const {
    return of<Result>(&analyse<Result>);
  }
  /// The same for a result derived from analyses. There is one result per type, so always pass the
  /// same `compute`, a pure function.
  template <typename Result>
  [[nodiscard]] std::shared_ptr<const Result> of(Result (*compute)(const AnalysisResults&)) const {
    return std::static_pointer_cast<const Result>(
        of(typeid(Result), [compute](const AnalysisResults& in) -> Value {
          return std::make_shared<const Result>(compute(in));
        }));
  }

  /// The results for another window of the trace, kept as long as these.
  [[nodiscard]] const AnalysisResults& about(const AnalysisWindow& other) const;

  /// A result that is already computed, else null. Cost: a lookup.
  [[nodiscard]] std::shared_ptr<const void> ready(std::type_index type) const;
  /// Releases a result that is no longer needed and returns it, since freeing it may take long. The
  /// next request computes it again.
  std::shared_ptr<const void> drop(std::type_index type) const;

  /// How many results were computed, including those for other windows. For tests.
  [[nodiscard]] std::size_t computed() const;

  /// What the results took so far, including those for other windows. For benchmarks.
  struct Cost {
    std::string name;          // the type: "GpuTime"
    std::int64_t own_ns = 0;   // without the results that it asked for
    std::size_t computed = 0;  // how often
  };
  [[nodiscard]] std::vector<Cost> costs() const;

 private:
  using Value = std::shared_ptr<const void>;
  struct Slot {
    Value value;
    bool making = false;
    std::thread::id maker;
    std::size_t computed = 0;
    std::int64_t own_ns = 0;
  };
  Value of(std::type_index type, const std::function<Value(const AnalysisResults&)>& make) const;

  mutable std::mutex mutex_;
  mutable std::condition_variable made_;
  mutable std::map<std::type_index, Slot> slots_;
  mutable std::vector<std::unique_ptr<AnalysisResults>> others_;
};

}  // namespace lanescope
