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
#include <set>
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

/// Defined for the Result of every line of registry.h.
template <typename Result>
Result analyse(const AnalysisResults& in);

/// A Result that is the same in all windows of a trace says so: `static constexpr bool kOfTrace =
/// true`. It is computed once for all of them.
template <typename Result>
inline constexpr bool kIsOfTrace = requires {
  Result::kOfTrace;
};

/// Thread-safe. An analysis may request other results, but a cycle throws std::logic_error.
class AnalysisResults {
 public:
  /// `trace` is complete and outlives this. `read` must be callable from every thread that requests
  /// results. A result computed after `stop` was requested may be incomplete: it is returned, but
  /// to nobody else, and the caller must discard it. `of_trace`, which outlives this, keeps the
  /// results that are the same in all windows; null: these do.
  AnalysisResults(const Snapshot& trace, AnalysisWindow window, ReadEvent read = {},
                  std::stop_token stop = {}, OpGroupBy group_by = OpGroupBy::Name,
                  const AnalysisResults* of_trace = nullptr);
  AnalysisResults(const AnalysisResults&) = delete;
  AnalysisResults& operator=(const AnalysisResults&) = delete;
  ~AnalysisResults();

  const Snapshot& trace;
  const AnalysisWindow window;
  const ReadEvent read;
  const std::stop_token stop;
  const OpGroupBy group_by;

  /// The result of one analysis, which lives as long as this unless it is dropped. Cost: that of
  /// the analysis on the first request; while another thread computes it, waits for that thread.
  template <typename Result>
  [[nodiscard]] std::shared_ptr<const Result> of() const {
    const AnalysisResults& home = kIsOfTrace<Result> ? of_trace_ : *this;
    return home.of<Result>(&analyse<Result>);
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

  /// A result that was computed, of this window or of another that it asked for. For benchmarks and
  /// for the graph in README.md.
  struct Cost {
    std::string name;             // the type: "GpuTime"
    std::int64_t own_ns = 0;      // without the results that it asked for
    std::size_t computed = 0;     // how often
    std::set<std::string> asked;  // which results it asked for
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
    std::set<std::type_index> asked;
  };
  Value of(std::type_index type, const std::function<Value(const AnalysisResults&)>& make) const;

  const AnalysisResults& of_trace_;
  mutable std::mutex mutex_;
  mutable std::condition_variable made_;
  mutable std::map<std::type_index, Slot> slots_;
  mutable std::vector<Value> incomplete_;  // may still be in use
  mutable std::vector<std::unique_ptr<AnalysisResults>> others_;
};

}  // namespace lanescope
