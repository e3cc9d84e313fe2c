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
    return block.after_begin ? block.begin_ns + block.after_begin[i % kBlock]
                             : block.far[i % kBlock];
  }
  /// The last one at or before a time; 0 if there is none. Cost: log of its distance from `near`,
  /// one of them.
  [[nodiscard]] std::size_t last_until(Ns time_ns, std::size_t near) const;

 private:
  static constexpr std::size_t kBlock = 4096;
  static constexpr std::uint64_t kMostNear = std::numeric_limits<std::uint32_t>::max();

  struct Block {
    Ns begin_ns = 0;  // the first
    std::unique_ptr<std::uint32_t[]> after_begin;
    std::vector<Ns> far;  // instead, if one of them is too far from the first for 32 bits
  };

  /// Modulo 2^64, since two times may be further apart than any Ns.
  static std::uint64_t after(Ns begin_ns, Ns time_ns) {
    return static_cast<std::uint64_t>(time_ns) - static_cast<std::uint64_t>(begin_ns);
  }
  void begin_block(Ns time_ns);
  /// The block of the next time, whose index in it is `at`, has times too far from its first.
  static void add_far(Block& block, std::size_t at, Ns time_ns);
  /// The last index below `count` for which is_until is true, as it is for those before; 0 if it is
  /// for none. Cost: log of its distance from `near`.
  template <typename IsUntil>
  static std::size_t last_index(std::size_t count, std::size_t near, const IsUntil& is_until);

  std::size_t size_ = 0;
  std::vector<Block> blocks_;
};

inline void RisingTimes::add(Ns time_ns) {
  const std::size_t at = size_++ % kBlock;
  if (at == 0) begin_block(time_ns);
  Block& block = blocks_.back();
  const std::uint64_t after_ns = after(block.begin_ns, time_ns);
  if (!block.after_begin || after_ns > kMostNear) return add_far(block, at, time_ns);
  block.after_begin[at] = static_cast<std::uint32_t>(after_ns);
}

// Not inlined, so that add() is.
[[gnu::noinline]] inline void RisingTimes::begin_block(Ns time_ns) {
  blocks_.push_back({time_ns, std::make_unique_for_overwrite<std::uint32_t[]>(kBlock), {}});
}

[[gnu::noinline]] inline void RisingTimes::add_far(Block& block, std::size_t at, Ns time_ns) {
  if (block.after_begin) {
    for (std::size_t i = 0; i < at; ++i) block.far.push_back(block.begin_ns + block.after_begin[i]);
    block.after_begin.reset();
  }
  block.far.push_back(time_ns);
}

template <typename IsUntil>
std::size_t RisingTimes::last_index(std::size_t count, std::size_t near, const IsUntil& is_until) {
  // Steps that double, then a search within the last one.
  std::size_t first = near, last = near + 1;  // around the last one
  for (std::size_t step = 1; first != 0 && !is_until(first); step *= 2) {
    last = first;
    first -= std::min(first, step);
  }
  if (first == near) {
    for (std::size_t step = 1; last < count && is_until(last); step *= 2) {
      first = last;
      last = std::min(count, last + step);
    }
  }
  while (last - first > 1) {
    const std::size_t middle = first + (last - first) / 2;
    (is_until(middle) ? first : last) = middle;
  }
  return first;
}

inline std::size_t RisingTimes::last_until(Ns time_ns, std::size_t near) const {
  const auto begins_until = [&](std::size_t block) { return blocks_[block].begin_ns <= time_ns; };
  std::size_t of = near / kBlock;
  const bool same =
      begins_until(of) && (of + 1 == blocks_.size() || !begins_until(of + 1));  // as most are
  if (!same) of = last_index(blocks_.size(), of, begins_until);
  const Block& block = blocks_[of];
  if (block.begin_ns > time_ns) return 0;
  const std::size_t first = of * kBlock, count = std::min(kBlock, size_ - first);
  const std::size_t from = std::clamp(near, first, first + count - 1) - first;
  if (!block.after_begin) {
    return first + last_index(count, from, [&](std::size_t i) { return block.far[i] <= time_ns; });
  }
  const std::uint64_t after_ns = after(block.begin_ns, time_ns);
  const std::uint32_t* times = block.after_begin.get();
  return first + last_index(count, from, [&](std::size_t i) { return times[i] <= after_ns; });
}

}  // namespace lanescope
