// Finds slices of which most are near the one found before: kernels in the order of a stream were
// launched by few threads, and an operator is on the thread of the one around it.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// One thread; refers to the snapshot.
class SliceFinder {
 public:
  explicit SliceFinder(const Snapshot& snapshot) : snapshot_(snapshot) {}

  [[nodiscard]] const Snapshot& snapshot() const { return snapshot_; }

  /// Snapshot::find_slice(id). Cost: a comparison if it is in the same chunk as the one before.
  [[nodiscard]] std::optional<SliceRef> find(EventId id) {
    if (const std::uint32_t slice = index_of(id) - first_; slice < count_) {
      return SliceRef{track_, chunk_, slice};
    }
    const std::optional<SliceRef> found = snapshot_.find_slice(id);
    if (found) {
      track_ = found->track;
      chunk_ = found->chunk;
      first_ = index_of(chunk_->first_id);
      count_ = chunk_->size();
    }
    return found;
  }

 private:
  const Snapshot& snapshot_;
  const Track* track_ = nullptr;  // of the last slice, as are the rest
  const TrackChunk* chunk_ = nullptr;
  std::uint32_t first_ = 0, count_ = 0;
};

}  // namespace lanescope
