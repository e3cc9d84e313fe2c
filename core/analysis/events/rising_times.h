// Times that only rise, of which an analysis keeps millions: four bytes each, where neighbours are
// within seconds of each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/base/time.h"

namespace lanescope {

/// Movable, not copyable. None is moved in memory when others are added.
class RisingTimes {
 public:
  /// `time_ns` is not before the last one. Cost: constant, amortized.
  void add(Ns time_ns);

  [[nodiscard]] std::size_t size() const { return size_; }
  /// Cost: constant.
  [[nodiscard]] Ns operator[](std::size_t i) const {
    const Block& block = blocks_[i / kBlock];
    return block.far.empty() ? block.begin_ns + block.after_begin[i % kBlock]
                             : block.far[i % kBlock];
  }

 private:
  static constexpr std::size_t kBlock = 4096;
  static constexpr std::uint64_t kMostNear = std::numeric_limits<std::uint32_t>::max();

  struct Block {
    Ns begin_ns = 0;  // the first
    std::unique_ptr<std::uint32_t[]> after_begin;
    std::vector<Ns> far;  // instead, if one of them is too far from the first for 32 bits
  };

  /// The block of the next time, whose index in it is `at`, has times too far from its first.
  static void add_far(Block& block, std::size_t at, Ns time_ns);

  std::size_t size_ = 0;
  std::vector<Block> blocks_;
};

inline void RisingTimes::add(Ns time_ns) {
  const std::size_t at = size_++ % kBlock;
  if (at == 0) {
    blocks_.push_back({time_ns, std::make_unique_for_overwrite<std::uint32_t[]>(kBlock), {}});
  }
  Block& block = blocks_.back();
  // Modulo 2^64, since two times may be further apart than any Ns.
  const std::uint64_t after =
      static_cast<std::uint64_t>(time_ns) - static_cast<std::uint64_t>(block.begin_ns);
  if (after > kMostNear || !block.far.empty()) return add_far(block, at, time_ns);
  block.after_begin[at] = static_cast<std::uint32_t>(after);
}

inline void RisingTimes::add_far(Block& block, std::size_t at, Ns time_ns) {
  if (block.far.empty()) {
    for (std::size_t i = 0; i < at; ++i) block.far.push_back(block.begin_ns + block.after_begin[i]);
    block.after_begin.reset();
  }
  block.far.push_back(time_ns);
}

}  // namespace lanescope
