// Level of detail of one row: what fills each pixel, at a cost that depends on the number of
// pixels, not of events.
//
// A pyramid over the row's slices: cell i of level 0 covers slices [8 i, 8 i + 8), a cell of level
// l + 1 covers four of level l. A cell has its start and end, how much of it is busy, and the name
// of its longest slice, so drawing a block never reads the slices themselves. It takes 20 bytes;
// all cells together take 3.3 bytes per slice. A query walks the cells that are narrower than a
// pixel and descends to slices only where cells are wider.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/check.h"
#include "core/base/column.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"

namespace lanescope {

/// The columns of one row: starts increase, slices do not overlap, all spans have the same length.
struct RowSlices {
  std::span<const Ns> start_ns;
  std::span<const Ns> dur_ns;
  std::span<const StringId> name;
  std::span<const CategoryId> category;

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(start_ns.size()); }
};

class Lod {
 public:
  static constexpr std::uint32_t kFirst = 8;      // slices per cell of level 0
  static constexpr std::uint32_t kFanout = 4;     // cells per cell of the next level
  static constexpr std::uint32_t kSmallRow = 64;  // shorter rows are read slice by slice

  /// Packed into 20 bytes: splitting the start in two avoids the padding of an int64.
  struct Cell {
    std::uint32_t start_low;
    std::uint32_t start_high;
    float extent_ns;      // first start to last end, rounded up
    StringId name;        // of the longest slice
    CategoryId category;  // of the longest slice
    std::uint16_t share;  // busy part of the extent, in 1/65535

    [[nodiscard]] Ns start_ns() const {
      return static_cast<Ns>(static_cast<std::uint64_t>(start_high) << 32U | start_low);
    }
    [[nodiscard]] float busy_ns() const {
      return extent_ns * (static_cast<float>(share) * (1.0F / 65535.0F));
    }
  };
  static_assert(sizeof(Cell) == 20);

  Lod() = default;
  /// Cost: one pass.
  explicit Lod(const RowSlices& row);

  [[nodiscard]] std::size_t levels() const {
    return level_begin_.empty() ? 0 : level_begin_.size() - 1;
  }
  [[nodiscard]] std::span<const Cell> level(std::size_t l) const {
    LANESCOPE_SLOW_CHECK(l < levels(), "level {} of {}", l, levels());
    return cells_.span().subspan(level_begin_[l], level_begin_[l + 1] - level_begin_[l]);
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return cells_.memory_bytes() + level_begin_.capacity() * sizeof(std::uint32_t);
  }

 private:
  Column<Cell> cells_;  // all levels, finest first; empty for small rows
  std::vector<std::uint32_t>
      level_begin_;  // where each level starts in cells_, plus the end of the last one
};

/// What a row shows at one position: a slice at least a pixel wide, or a block of `count` slices
/// that together are about a pixel wide. Has no default values, so creating a buffer of pieces
/// costs nothing.
struct RowPiece {
  Ns begin_ns;
  Ns end_ns;
  std::uint32_t slice;  // the slice, or the first of the block (relative to the row); the slices of
                        // a block are consecutive
  std::uint32_t count;  // 1: a single slice
  float busy_ns;        // busy time within the piece
  StringId name;        // of the slice, or of approximately the longest one of the block
  CategoryId category;  // as `name`
};

/// A reusable buffer of pieces. query_row writes to it without checking its size for every piece.
class RowPieces {
 public:
  void clear() { size_ = 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const RowPiece* begin() const { return data_.get(); }
  [[nodiscard]] const RowPiece* end() const { return data_.get() + size_; }
  const RowPiece& operator[](std::size_t i) const { return data_[i]; }

  /// For the writer: space for `room` more pieces.
  RowPiece* room(std::size_t room) {
    if (capacity_ - size_ < room) grow(room);
    return data_.get() + size_;
  }
  /// Keeps what was written up to `end`, and makes room for more: returns where the next piece
  /// goes.
  RowPiece* keep(const RowPiece* end, std::size_t more) {
    size_ = static_cast<std::size_t>(end - data_.get());
    LANESCOPE_CHECK(size_ <= capacity_, "at most the {} pieces there was room for, not {}",
                    capacity_, size_);
    return room(more);
  }
  /// Removes the pieces at the end that begin at `time_ns` or later.
  void drop_from(Ns time_ns);

 private:
  void grow(std::size_t room);

  std::unique_ptr<RowPiece[]> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

/// Appends to `out` the pieces of a row that overlap `window`, in time order, for pixels of
/// `ns_per_px` counted from the window's begin; their ends are not clipped to the window.
/// Zero-length slices give pieces too. At most two pieces start in a pixel; a block is less than
/// two and a half pixels wide, and no gap between its slices is wider than a pixel. Cost: O(pixels
/// * log n), no allocation once `out` has grown.
void query_row(const Lod& lod, const RowSlices& row, TimeRange window, double ns_per_px,
               RowPieces& out);

/// The longest of slices [first, first + count), the earliest if several are equal. Cost: O(count);
/// for the block under the cursor.
std::uint32_t longest_slice(const RowSlices& row, std::uint32_t first, std::uint32_t count);

/// Adds to `busy_ns[p]` the time that the row is busy within pixel p of `window` (equal pixels, as
/// many as `busy_ns` has). Exact where slices or cells are wider than a pixel, otherwise spread
/// evenly over a cell's extent. Cost: as query_row.
void add_busy(const Lod& lod, const RowSlices& row, TimeRange window, std::span<double> busy_ns);

}  // namespace lanescope
