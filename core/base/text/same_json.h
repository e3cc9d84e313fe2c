// JSON values by how they are written, so that what is written alike is parsed once.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/text/json_value.h"

namespace lanescope {

/// For one pass over many texts. Not thread-safe. Bounded memory: starts anew when it is full.
class SameJson {
 public:
  static constexpr std::size_t kMostBytes = 1U << 20;  // of texts
  static constexpr std::size_t kLongest = 1U << 14;    // longer ones are not kept

  /// Null if unknown.
  [[nodiscard]] SharedJson find(std::string_view written);
  void keep(std::string_view written, SharedJson value);
  /// Whether enough has been found so far for looking to cost less than parsing.
  [[nodiscard]] bool pays() const { return asked_ < kTrial || found_ >= asked_ / 4; }

 private:
  static constexpr std::size_t kTrial = 256;
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_map<std::string, SharedJson, Hash, std::equal_to<>> known_;
  std::size_t bytes_ = 0, asked_ = 0, found_ = 0;
};

}  // namespace lanescope
