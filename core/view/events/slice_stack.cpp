#include "core/view/events/slice_stack.h"

#include <algorithm>

namespace lanescope {
namespace {

/// The first slice of a row that starts at or after a time.
std::uint32_t first_from(const TrackChunk& chunk, const Row& row, Ns time_ns) {
  const Ns* begin = chunk.start_ns.begin() + row.first;
  return row.first +
         static_cast<std::uint32_t>(std::lower_bound(begin, begin + row.count, time_ns) - begin);
}

}  // namespace

std::optional<std::uint32_t> slice_covering(const TrackChunk& chunk, std::uint32_t row,
                                            TimeRange range) {
  const Row& line = chunk.rows[row];
  const std::uint32_t after = first_from(chunk, line, saturating_add(range.begin_ns, 1));
  if (after == line.first) return std::nullopt;
  const bool covers = chunk.end_ns(after - 1) >= std::max(range.begin_ns, range.end_ns);
  return covers ? std::optional(after - 1) : std::nullopt;
}

std::vector<SliceRef> slices_at(const Track& track, Ns time_ns) {
  std::vector<SliceRef> open;
  for (const auto& chunk : track.chunks) {
    for (std::uint32_t row = 0; row < chunk->rows.size(); ++row) {
      const auto slice = slice_covering(*chunk, row, {time_ns, saturating_add(time_ns, 1)});
      if (slice) open.push_back({&track, chunk.get(), *slice});
    }
  }
  // Rows with slices that cross others, and chunks of a track that is still growing, are not
  // ordered by depth.
  std::stable_sort(open.begin(), open.end(), [](const SliceRef& a, const SliceRef& b) {
    const TimeRange x = a.chunk->range(a.slice);
    const TimeRange y = b.chunk->range(b.slice);
    return x.begin_ns != y.begin_ns ? x.begin_ns < y.begin_ns : x.end_ns > y.end_ns;
  });
  return open;
}

std::pair<std::uint32_t, std::uint32_t> slices_starting_in(const TrackChunk& chunk,
                                                           std::uint32_t row, TimeRange range) {
  const Row& line = chunk.rows[row];
  return {first_from(chunk, line, range.begin_ns), first_from(chunk, line, range.end_ns)};
}

}  // namespace lanescope
