// ChunkSequence: notices by their numbers which chunks of a recording are missing from its file, or
// in it twice.
#pragma once

#include <cstdint>
#include <optional>

namespace lanescope {

/// Numbers are from a file and may be anything. Files of version 1 have none: nothing is noticed.
class ChunkSequence {
 public:
  /// The next chunk in the file has that number. Returns how many are missing before it; nullopt:
  /// it was there before.
  std::optional<std::uint32_t> take(std::uint32_t number);
  /// What follows is from a part of the recording that was not kept, up to the chunk `next`: only
  /// chunks with definitions are left.
  void thin_out(std::uint32_t next);
  /// How many are missing behind the last one if the recording ended with `last`.
  [[nodiscard]] std::uint32_t missing_until(std::uint32_t last) const;

 private:
  std::uint32_t last_ = 0;  // 0: none yet
  std::optional<std::uint32_t> thin_until_;
};

}  // namespace lanescope
