// RawSliceStore: where workers put slices while a trace is being read. It has blocks of 65,536 rows
// that never move, so a 32-bit ref finds a row in two steps, and nothing is copied as the store
// grows.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "core/base/check.h"
#include "core/base/column.h"
#include "core/build/tracks/raw_events.h"

namespace lanescope {

class RawSliceStore {
 public:
  static constexpr std::uint32_t kBlockBits = 16;
  static constexpr std::uint32_t kBlockRows = 1U << kBlockBits;

  RawSlice& operator[](RawRef ref) {
    LANESCOPE_SLOW_CHECK(ref < ref_limit(), "row {}, all are below {}", ref, ref_limit());
    return blocks_[ref >> kBlockBits].rows[ref & (kBlockRows - 1)];
  }
  const RawSlice& operator[](RawRef ref) const {
    LANESCOPE_SLOW_CHECK(ref < ref_limit(), "row {}, all are below {}", ref, ref_limit());
    return blocks_[ref >> kBlockBits].rows[ref & (kBlockRows - 1)];
  }
  [[nodiscard]] std::uint32_t worker_of(RawRef ref) const {
    LANESCOPE_SLOW_CHECK(ref < ref_limit(), "row {}, all are below {}", ref, ref_limit());
    return blocks_[ref >> kBlockBits].worker;
  }
  /// Frees all rows; their refs become invalid, and writers must begin a new block before they
  /// continue.
  void release() {
    for (Block& block : blocks_) block.rows = {};
    blocks_.clear();
  }
  /// All refs are below this.
  [[nodiscard]] std::size_t ref_limit() const { return blocks_.size() << kBlockBits; }

 private:
  friend class RawSliceWriter;
  struct Block {
    Column<RawSlice> rows;
    std::uint32_t worker = 0;
  };
  /// Allocates a new block; any thread. Returns false if 2^32 refs are used up.
  bool add_block(std::uint32_t worker, RawSlice*& rows, RawRef& first);

  std::mutex mutex_;
  std::vector<Block> blocks_;
};

/// One worker's writer: appends rows and records their runs in the current batch. Owned and used by
/// one thread.
class RawSliceWriter {
 public:
  RawSliceWriter(RawSliceStore& store, std::uint32_t worker) : store_(&store), worker_(worker) {}

  /// The ref of the new row; kNoRef if the store is full (2^32 rows).
  RawRef append(const RawSlice& slice, RawBatch& batch);
  /// The next row will start a new block.
  void begin_block() { next_ = block_end_ = 0; }

 private:
  RawSliceStore* store_;
  std::uint32_t worker_;
  RawSlice* rows_ = nullptr;
  RawRef next_ = 0;
  RawRef block_end_ = 0;
};

}  // namespace lanescope
