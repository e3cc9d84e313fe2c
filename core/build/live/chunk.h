// Chunks of a growing track: sealed as slices arrive, and merged while they are small.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/check.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/track_chunk.h"

namespace lanescope {

struct LiveSlice {
  static constexpr std::uint32_t kAnyRow = 0xFFFF;

  Ns begin_ns = 0, end_ns = 0;
  Place place;
  StringId name = StringId::Empty;
  CategoryId category = CategoryId::None;
  std::uint32_t row = kAnyRow;  // the row of the lane, if known
};

/// Assigns ids to slices. Ids of merged chunks are not reused.
class LiveIds {
 public:
  explicit LiveIds(EventId first = EventId{0}) : next_(index_of(first)) {}

  EventId take(std::size_t count) {
    LANESCOPE_CHECK(count <= UINT32_MAX - next_, "fewer than 2^32 slices: {} more after {}", count,
                    next_);
    const EventId first{next_};
    next_ += static_cast<std::uint32_t>(count);
    return first;
  }
  [[nodiscard]] std::uint32_t limit() const { return next_; }

 private:
  std::uint32_t next_;
};

/// Seals slices, which may be in any order. Those without a row are laid out among themselves.
/// Cost: a sort.
std::shared_ptr<const TrackChunk> seal_chunk(std::vector<LiveSlice> slices, LiveIds& ids);

class LiveTrack {
 public:
  void add(std::vector<LiveSlice> slices, LiveIds& ids);
  /// All slices, with their rows. Cost: linear.
  [[nodiscard]] std::vector<LiveSlice> all() const;
  [[nodiscard]] const std::vector<std::shared_ptr<const TrackChunk>>& chunks() const {
    return chunks_;
  }
  [[nodiscard]] std::uint64_t slices() const { return slices_; }
  [[nodiscard]] TimeRange bounds() const { return bounds_; }
  [[nodiscard]] std::uint32_t rows() const { return rows_; }

 private:
  std::vector<std::shared_ptr<const TrackChunk>>
      chunks_;  // small chunks are each more than twice as large as the next
  std::uint64_t slices_ = 0;
  TimeRange bounds_{kMaxNs, kMinNs};
  std::uint32_t rows_ = 0;
};

}  // namespace lanescope
