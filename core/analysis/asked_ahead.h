// Results that one analysis needs, computed on the other cores before it asks for them.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace lanescope {

/// The caller asks for `count` results in order; until it is done, other threads ask for them from
/// the last to the first, so that the caller finds them ready or waits for the one in progress. The
/// results must be such that each is computed once, whoever asks: see AnalysisResults.
class AskedAhead {
 public:
  /// `ask` is called from several threads at once. What it throws is ignored: the caller, who asks
  /// for the same, gets it too. Uses as many threads as there are other cores, fewer if the system
  /// refuses some. Cost: starts threads.
  AskedAhead(std::size_t count, std::function<void(std::size_t)> ask);
  /// Waits for what is being computed.
  ~AskedAhead();
  AskedAhead(const AskedAhead&) = delete;
  AskedAhead& operator=(const AskedAhead&) = delete;

  /// The caller now asks for this one; it and those before are left to the caller.
  void caller_at(std::size_t item) { callers_ = static_cast<std::ptrdiff_t>(item); }

 private:
  void work();

  std::function<void(std::size_t)> ask_;
  const std::ptrdiff_t count_;
  std::atomic<std::ptrdiff_t> callers_{0};
  std::atomic<std::ptrdiff_t> next_;  // the one to ask for next; falls
  std::vector<std::jthread> threads_;
};

}  // namespace lanescope
