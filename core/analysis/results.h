// What the analyses find in one part of one trace: each is computed once, by whoever asks for it
// first, for all that ask: reports, panes, comparisons, ranks, findings and other analyses.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <typeindex>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/ops/groups.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// For the Result of every line of LANESCOPE_ANALYSES, see registry.h.
template <typename Result>
Result analyse(const AnalysisResults& in);

/// Any thread may ask. An analysis may ask for others, but for none that asks for itself: that is
/// an error of the program, std::logic_error.
class AnalysisResults {
 public:
  /// `trace` is complete and outlives this. `read` must stay callable from all threads that ask.
  /// What is computed after `stop` was requested is given to who asked, who must throw it away, and
  /// is not kept.
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

  /// What one analysis found. Cost: that of the analysis when it was not asked for before, or while
  /// another thread computes it.
  template <typename Result>
  [[nodiscard]] std::shared_ptr<const Result> of() const {
    return of<Result>(&analyse<Result>);
  }
  /// The same of what is made from the analyses: one result a type, so always ask for it with the
  /// same `compute`, a pure function.
  template <typename Result>
  [[nodiscard]] std::shared_ptr<const Result> of(Result (*compute)(const AnalysisResults&)) const {
    return std::static_pointer_cast<const Result>(
        of(typeid(Result), [compute](const AnalysisResults& in) -> Value {
          return std::make_shared<const Result>(compute(in));
        }));
  }

  /// The results of another part of the trace, kept as long as these.
  [[nodiscard]] const AnalysisResults& about(const AnalysisWindow& other) const;

  /// A result that is there already, else null. Cost: a look-up.
  [[nodiscard]] std::shared_ptr<const void> ready(std::type_index type) const;
  /// Lets go of a result that is not needed any more, and gives it back, since it may take long to
  /// free; it would be computed again.
  std::shared_ptr<const void> drop(std::type_index type) const;

  /// How many results were computed, those of other parts included: for tests.
  [[nodiscard]] std::size_t computed() const;

 private:
  using Value = std::shared_ptr<const void>;
  struct Slot {
    Value value;
    bool making = false;
    std::thread::id maker;
    std::size_t computed = 0;
  };
  Value of(std::type_index type, const std::function<Value(const AnalysisResults&)>& make) const;

  mutable std::mutex mutex_;
  mutable std::condition_variable made_;
  mutable std::map<std::type_index, Slot> slots_;
  mutable std::vector<std::unique_ptr<AnalysisResults>> others_;
};

}  // namespace lanescope
