// What becomes of a file must stay in proportion to it: a few bytes can name a long list or text
// again and again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace lanescope {

/// Taken from: each byte written and each item looked at. Once it is used up, the reading should
/// end with error().
class GrowthLimit {
 public:
  /// `factor` times the file's bytes, and so much more that no small file is near it.
  GrowthLimit(std::uint64_t file_bytes, std::uint64_t factor)
      : factor_(factor), left_(file_bytes * factor + kSmallFile) {}

  void take(std::uint64_t amount) {
    exceeded_ |= amount > left_;
    left_ -= std::min(left_, amount);
  }
  [[nodiscard]] bool exceeded() const { return exceeded_; }
  [[nodiscard]] Error error() const {
    return {Error::Kind::WrongFormat,
            "repeats the same lists or texts until they are more than " + std::to_string(factor_) +
                " times its size, which no profiler writes; record it again"};
  }

 private:
  static constexpr std::uint64_t kSmallFile = std::uint64_t{1} << 20;

  std::uint64_t factor_, left_;
  bool exceeded_ = false;
};

}  // namespace lanescope
