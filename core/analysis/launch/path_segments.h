// The segments of a critical path: millions in a long trace, so they are kept in columns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/index_iterator.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"

namespace lanescope {

/// What a segment of the path consists of.
enum class PathClass : std::uint8_t {
  GpuCompute,
  GpuComm,
  GpuMemory,
  KernelGap,      // since the end of the previous work on its stream or on one it waited for
  LaunchLatency,  // since the start of the launch call
  CpuOp,
  Python,
  Runtime,     // CUDA runtime and driver calls, without waiting for the GPU
  SyncReturn,  // since the end of the work that a call waited for
  DataLoading,
  HostComm,  // collectives on the host, in a trace without GPU events
  Untraced,  // nothing was traced, or annotations only
};
inline constexpr std::size_t kPathClasses = 12;

/// A segment of the path; each ends where the next one begins.
struct PathSegment {
  TimeRange range;
  PathClass what = PathClass::Untraced;
  EventId event = EventId::None;  // the GPU work, operator or call; None for Untraced
};

/// By time, without gaps. Built from the last segment to the first. Movable, not copyable. Memory:
/// 13 bytes for each segment; none is moved when others are added.
class PathSegments {
 public:
  PathSegments() = default;
  /// `end_ns` is where the last segment ends.
  explicit PathSegments(Ns end_ns) : end_ns_(end_ns) {}

  /// Adds what precedes all others, from `begin_ns` to where they begin. It joins the first of them
  /// if that has the same class and event.
  void add_before(Ns begin_ns, PathClass what, EventId event);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// In order of time. Cost: constant.
  [[nodiscard]] PathSegment operator[](std::size_t i) const;

  using Iterator = IndexIterator<const PathSegments*, PathSegment>;
  [[nodiscard]] Iterator begin() const { return {this, 0}; }
  [[nodiscard]] Iterator end() const { return {this, size_}; }

 private:
  static constexpr std::size_t kBlockSegments = 4096;
  struct Block {
    std::array<Ns, kBlockSegments> begin_ns;
    std::array<EventId, kBlockSegments> event;
    std::array<PathClass, kBlockSegments> what;
  };

  [[nodiscard]] Ns begin_of(std::size_t from_end) const {
    return blocks_[from_end / kBlockSegments]->begin_ns[from_end % kBlockSegments];
  }

  Ns end_ns_ = 0;
  std::size_t size_ = 0;
  std::vector<std::unique_ptr<Block>> blocks_;  // the last segment comes first
};

inline void PathSegments::add_before(Ns begin_ns, PathClass what, EventId event) {
  if (size_ != 0) {
    Block& block = *blocks_.back();
    const std::size_t first = (size_ - 1) % kBlockSegments;
    if (block.what[first] == what && block.event[first] == event) {
      block.begin_ns[first] = begin_ns;
      return;
    }
  }
  const std::size_t at = size_++ % kBlockSegments;
  if (at == 0) blocks_.push_back(std::make_unique_for_overwrite<Block>());
  Block& block = *blocks_.back();
  block.begin_ns[at] = begin_ns;
  block.event[at] = event;
  block.what[at] = what;
}

inline PathSegment PathSegments::operator[](std::size_t i) const {
  const std::size_t from_end = size_ - 1 - i;
  const Block& block = *blocks_[from_end / kBlockSegments];
  const std::size_t at = from_end % kBlockSegments;
  const Ns end_ns = from_end == 0 ? end_ns_ : begin_of(from_end - 1);
  return {{block.begin_ns[at], end_ns}, block.what[at], block.event[at]};
}

}  // namespace lanescope
