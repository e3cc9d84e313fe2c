#include "core/readers/rows/sample_lane.h"

#include <algorithm>

#include "core/base/check.h"

namespace lanescope {

bool SampleLane::has(std::span<const SampleItem> items) const {
  return std::ranges::equal(open_, items, {}, &Open::item);
}

std::size_t SampleLane::change(std::span<const SampleItem> items, Ns time_ns, Place place,
                               RowSink& sink) {
  std::size_t same = 0;
  while (same < items.size() && same < open_.size() && open_[same].item == items[same]) ++same;
  const std::size_t ended = end(same, time_ns, sink);
  for (const SampleItem& item : items.subspan(same)) open_.push_back({item, time_ns, place});
  return ended;
}

std::size_t SampleLane::end(std::size_t depth, Ns end_ns, RowSink& sink) {
  std::size_t ended = 0;
  for (std::size_t row = depth; row < open_.size(); ++row) {
    RowSink::Slice slice = slice_at(row);
    slice.end_ns = end_ns;
    if (slice.begin_ns >= end_ns) continue;  // it was put right at once
    if (begins_with_neighbor(row)) slice.begin_order = slice.row + 1U;
    sink.slice(slice);
    ++ended;
  }
  open_.resize(std::min(depth, open_.size()));
  return ended;
}

void SampleLane::add_open(std::vector<RowSink::Slice>& out) const {
  for (std::size_t row = 0; row < open_.size(); ++row) out.push_back(slice_at(row));
}

RowSink::Slice SampleLane::slice_at(std::size_t row) const {
  LANESCOPE_CHECK(row < open_.size(), "one of {} open slices, not {}", open_.size(), row);
  const Open& open = open_[row];
  RowSink::Slice slice;
  slice.track = track_;
  slice.category = open.item.category;
  slice.name = open.item.name;
  slice.begin_ns = open.begin_ns;
  slice.place = open.place;
  slice.row = static_cast<std::uint16_t>(first_row_ + row);
  return slice;
}

bool SampleLane::begins_with_neighbor(std::size_t row) const {
  const auto begins_at = [&](std::size_t other) {
    return other < open_.size() && open_[other].begin_ns == open_[row].begin_ns;
  };
  return begins_at(row + 1) || (row > 0 && begins_at(row - 1));
}

}  // namespace lanescope
