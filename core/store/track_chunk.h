// TrackChunk: a sealed run of slices of one track, as columns, with its own indexes. A complete
// track has one chunk; a track that is still growing has several, which may overlap in time.
//
// Slices are stored row by row (depth-major): a row is one line of the lane. Within a row, slices
// are sorted by start and never overlap, so both starts and ends increase and every lookup is a
// binary search. Slices that overlap without nesting are put on rows of their own; nothing is
// dropped.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/check.h"
#include "core/base/column.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/interval_index.h"
#include "core/store/lod.h"
#include "core/store/place.h"

namespace lanescope {

/// One line of a lane: slices [first, first + count) of the chunk.
struct Row {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  Lod lod;
};

struct TrackChunk {
  EventId first_id = EventId::None;  // id of slice 0; ids are consecutive within the chunk

  // One entry per slice.
  Column<Ns> start_ns;
  Column<Ns> dur_ns;  // >= 0
  Column<StringId> name;
  Column<CategoryId> category;
  Column<Place> place;
  /// The logical parent, which depends on the kind of slice: GPU work -> its launch call; launch or
  /// other host call -> innermost CPU operator open at its start; operator -> enclosing operator;
  /// Python frame -> enclosing frame; None if there is none.
  Column<EventId> link;

  std::vector<Row> rows;  // depth 0 first
  /// Slice indexes in time order (increasing start, decreasing end: parents before children); empty
  /// if there is a single row, which is already in time order.
  Column<std::uint32_t> time_order;
  /// Over the slices in time order.
  IntervalIndex intervals;

  TimeRange bounds;  // first start, largest end

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(start_ns.size()); }
  [[nodiscard]] Ns end_ns(std::uint32_t slice) const { return start_ns[slice] + dur_ns[slice]; }
  [[nodiscard]] TimeRange range(std::uint32_t slice) const {
    return {start_ns[slice], end_ns(slice)};
  }
  [[nodiscard]] EventId id_of(std::uint32_t slice) const {
    return EventId{index_of(first_id) + slice};
  }
  /// The slice at a position of the time order.
  [[nodiscard]] std::uint32_t in_time_order(std::uint32_t position) const {
    LANESCOPE_SLOW_CHECK(position < size(), "place {} of {} slices", position, size());
    return time_order.empty() ? position : time_order[position];
  }
  /// The columns of one row, for Lod and query_row.
  [[nodiscard]] RowSlices slices_of(const Row& row) const {
    LANESCOPE_CHECK(row.first <= size() && row.count <= size() - row.first,
                    "a row of this chunk: {} slices from {}, of {}", row.count, row.first, size());
    return {start_ns.span().subspan(row.first, row.count),
            dur_ns.span().subspan(row.first, row.count), name.span().subspan(row.first, row.count),
            category.span().subspan(row.first, row.count)};
  }
  /// The row that a slice is on. Cost: log(rows).
  [[nodiscard]] std::uint32_t row_of(std::uint32_t slice) const;
  [[nodiscard]] std::size_t memory_bytes() const;
  [[nodiscard]] std::size_t lod_bytes() const;
};

}  // namespace lanescope
