// The pieces of the gaps of a device: millions in a long trace, so they are kept in columns.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/analysis/events/rising_times.h"
#include "core/analysis/host/idle_class.h"
#include "core/base/index_iterator.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"

namespace lanescope {

/// A part of a gap with one class and one culprit.
struct IdlePiece {
  TimeRange range;
  IdleClass what = IdleClass::Untraced;
  /// The innermost operator, else Python frame, else annotation, else the call or the GPU event
  /// itself; None if nothing was traced.
  EventId culprit = EventId::None;
  /// The event that determines the class, such as a call or the loader; of an operator, the system
  /// call that it was in for most of this time.
  EventId cause = EventId::None;
  EventId source = EventId::None;  // the Python frame of user code around it
};

/// By time. Those of a gap follow each other without holes, so only their starts are kept. Movable,
/// not copyable. Memory: 17 bytes for each; none is moved when others are added.
class IdlePieces {
 public:
  /// `piece` begins after all others.
  void add(const IdlePiece& piece);

  [[nodiscard]] std::size_t size() const { return begins_.size(); }
  [[nodiscard]] Ns begin_of(std::size_t i) const { return begins_[i]; }
  [[nodiscard]] IdleClass what_of(std::size_t i) const {
    return blocks_[i / kBlock]->what[i % kBlock];
  }
  /// Cost: constant.
  [[nodiscard]] IdlePiece piece(std::size_t i, Ns end_ns) const {
    const Block& block = *blocks_[i / kBlock];
    const std::size_t at = i % kBlock;
    return {
        {begins_[i], end_ns}, block.what[at], block.culprit[at], block.cause[at], block.source[at]};
  }

 private:
  static constexpr std::size_t kBlock = 4096;
  struct Block {
    std::array<EventId, kBlock> culprit, cause, source;
    std::array<IdleClass, kBlock> what;
  };

  RisingTimes begins_;
  std::vector<std::unique_ptr<Block>> blocks_;
};

inline void IdlePieces::add(const IdlePiece& piece) {
  const std::size_t at = begins_.size() % kBlock;
  if (at == 0) blocks_.push_back(std::make_unique_for_overwrite<Block>());
  begins_.add(piece.range.begin_ns);
  Block& block = *blocks_.back();
  block.what[at] = piece.what;
  block.culprit[at] = piece.culprit;
  block.cause[at] = piece.cause;
  block.source[at] = piece.source;
}

/// The pieces of one gap, by value. Refers to all of them.
class GapPieces {
 public:
  /// `count` from `first`; the last one ends at `end_ns`.
  GapPieces(const IdlePieces& all, std::size_t first, std::size_t count, Ns end_ns)
      : all_(&all), first_(first), count_(count), end_ns_(end_ns) {}

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] IdlePiece operator[](std::size_t i) const {
    return all_->piece(first_ + i, end_of(i));
  }
  [[nodiscard]] Ns end_of(std::size_t i) const {
    return i + 1 < count_ ? all_->begin_of(first_ + i + 1) : end_ns_;
  }
  /// The first one from `from` on that ends after a time, else size(). Cost: log(pieces).
  [[nodiscard]] std::size_t ends_after(Ns time_ns, std::size_t from = 0) const;

  using Iterator = IndexIterator<GapPieces, IdlePiece>;
  [[nodiscard]] Iterator begin() const { return {*this, 0}; }
  [[nodiscard]] Iterator end() const { return {*this, count_}; }

 private:
  const IdlePieces* all_;
  std::size_t first_, count_;
  Ns end_ns_;
};

inline std::size_t GapPieces::ends_after(Ns time_ns, std::size_t from) const {
  std::size_t until = count_;
  while (from < until) {
    const std::size_t middle = from + (until - from) / 2;
    if (end_of(middle) <= time_ns) {
      from = middle + 1;
    } else {
      until = middle;
    }
  }
  return from;
}

}  // namespace lanescope
