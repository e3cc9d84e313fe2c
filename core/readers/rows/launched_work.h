// LaunchedWork: how much of the GPU work has no launch call in the file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope {

/// Calls and work may come in any order. Cost: 4 bytes for each work, a bit for each call.
class LaunchedWork {
 public:
  /// A call with this number (CallNumbers::number); 0: it has none.
  void call(std::uint32_t number) {
    if (number >= calls_.size()) calls_.resize(number + std::size_t{1});
    calls_[number] = number != 0;
  }
  /// Work that the call with this number launched; 0: it names none.
  void work(std::uint32_t number) { launched_.push_back(number); }

  /// How much of the work names no call that there is.
  [[nodiscard]] std::uint64_t without_call() const {
    return static_cast<std::uint64_t>(std::ranges::count_if(launched_, [&](std::uint32_t number) {
      return number >= calls_.size() || !calls_[number];
    }));
  }

 private:
  std::vector<bool> calls_;  // by number: there is one
  std::vector<std::uint32_t> launched_;
};

}  // namespace lanescope
