// Samples of a process of which it is not known yet whether there will be a recording: what threads
// waited in is worth a file only once there is something else to record. Bounded: the oldest go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace lanescope {

/// One thread.
class HeldSamples {
 public:
  /// `records`: whole ones, in the order in which they were written.
  void add(std::span<const std::byte> records);
  /// All that is held, definitions first, and forgets it.
  std::vector<std::byte> take();
  /// Samples that were too many to be held.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

  static constexpr std::size_t kMostBytes = 1U << 20U;  // without definitions

 private:
  struct Piece {
    std::vector<std::byte> records;
    std::uint64_t samples = 0;
  };
  void forget_all();
  void drop_oldest();

  std::vector<std::byte> definitions_;  // which later records may refer to, since the last open
  std::deque<Piece> pieces_;
  std::size_t bytes_ = 0;  // of the pieces
  std::uint64_t dropped_ = 0;
};

}  // namespace lanescope
