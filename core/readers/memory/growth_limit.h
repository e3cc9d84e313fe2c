// Limits how much a file can expand when converted, since a few bytes can reference a long list or
// text again and again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace lanescope {

/// Call take() for each byte written and each item visited. When the limit is exceeded, stop
/// reading and return error().
class GrowthLimit {
 public:
  /// `factor` times the file's size, plus a constant that is enough for any small file.
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
