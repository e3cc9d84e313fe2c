#include "core/build/live/chunk.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "core/build/tracks/nesting.h"
#include "core/build/tracks/run_sort.h"

namespace lanescope {
namespace {

/// Larger chunks are not merged: that would delay the next snapshot more than a few additional
/// chunks cost per frame.
constexpr std::size_t kMostJoined = 1U << 17;

bool parents_first(const LiveSlice& a, const LiveSlice& b) {
  if (a.begin_ns != b.begin_ns) return a.begin_ns < b.begin_ns;
  if (a.end_ns != b.end_ns) return a.end_ns > b.end_ns;
  return a.row < b.row;
}

/// Assigns rows to slices of unknown depth. `slices` are sorted by time.
void lay_out(std::vector<LiveSlice>& slices) {
  std::vector<SortedSlice> loose;
  std::vector<std::size_t> at;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    if (slices[i].row != LiveSlice::kAnyRow) continue;
    loose.push_back({slices[i].begin_ns, slices[i].end_ns, 0, 0});
    at.push_back(i);
  }
  if (loose.empty()) return;
  assign_rows(loose);
  for (std::size_t i = 0; i < at.size(); ++i) slices[at[i]].row = loose[i].row;
}

void fill(TrackChunk& chunk, const std::vector<LiveSlice>& slices,
          const std::vector<std::uint32_t>& order) {
  const std::size_t count = slices.size();
  make_columns(count, chunk.start_ns, chunk.dur_ns, chunk.name, chunk.category, chunk.place,
               chunk.link);
  for (std::size_t to = 0; to < count; ++to) {
    const LiveSlice& slice = slices[order[to]];
    chunk.start_ns[to] = slice.begin_ns;
    chunk.dur_ns[to] = slice.end_ns - slice.begin_ns;
    chunk.name[to] = slice.name;
    chunk.category[to] = slice.category;
    chunk.place[to] = slice.place;
    chunk.link[to] = EventId::None;
  }
}

/// Appends the slices of a chunk, each with its row.
void unseal(const TrackChunk& chunk, std::vector<LiveSlice>& out) {
  for (std::uint32_t r = 0; r < chunk.rows.size(); ++r) {
    const Row& row = chunk.rows[r];
    for (std::uint32_t s = row.first; s < row.first + row.count; ++s) {
      out.push_back({chunk.start_ns[s], chunk.end_ns(s), chunk.place[s], chunk.name[s],
                     chunk.category[s], r});
    }
  }
}

}  // namespace

std::shared_ptr<const TrackChunk> seal_chunk(std::vector<LiveSlice> slices, LiveIds& ids) {
  // Merged chunks are a few sorted sequences one after the other.
  run_sort(std::span(slices), parents_first);
  lay_out(slices);
  auto chunk = std::make_shared<TrackChunk>();
  std::uint32_t rows = 0;
  for (const LiveSlice& slice : slices) {
    LANESCOPE_CHECK(slice.row != LiveSlice::kAnyRow && slice.begin_ns <= slice.end_ns,
                    "a slice on a row, which ends after its begin: {} to {} on row {}",
                    slice.begin_ns, slice.end_ns, slice.row);
    rows = std::max(rows, slice.row + 1);
  }
  chunk->rows.resize(rows);
  for (const LiveSlice& slice : slices) ++chunk->rows[slice.row].count;
  std::vector<std::uint32_t> next(rows);
  std::uint32_t first = 0;
  for (std::uint32_t r = 0; r < rows; ++r) {
    chunk->rows[r].first = next[r] = first;
    first += chunk->rows[r].count;
  }
  // Row by row, and by time within a row.
  std::vector<std::uint32_t> order(slices.size());
  for (std::uint32_t i = 0; i < slices.size(); ++i) order[next[slices[i].row]++] = i;
  fill(*chunk, slices, order);
  for (Row& row : chunk->rows) row.lod = Lod(chunk->slices_of(row));
  if (rows > 1) {
    chunk->time_order = Column<std::uint32_t>(slices.size());
    for (std::uint32_t to = 0; to < order.size(); ++to) chunk->time_order[order[to]] = to;
  }
  Ns last_ns = kMinNs;
  for (const LiveSlice& slice : slices) last_ns = std::max(last_ns, slice.end_ns);
  chunk->bounds = {slices.empty() ? 0 : slices.front().begin_ns, slices.empty() ? 0 : last_ns};
  chunk->intervals = IntervalIndex(static_cast<std::uint32_t>(slices.size()), [&](std::uint32_t i) {
    return TimeRange{slices[i].begin_ns, slices[i].end_ns};
  });
  chunk->first_id = ids.take(slices.size());
  return chunk;
}

void LiveTrack::add(std::vector<LiveSlice> slices, LiveIds& ids) {
  if (slices.empty()) return;
  slices_ += slices.size();
  while (!chunks_.empty() && chunks_.back()->size() <= std::min(2 * slices.size(), kMostJoined)) {
    unseal(*chunks_.back(), slices);
    chunks_.pop_back();
  }
  chunks_.push_back(seal_chunk(std::move(slices), ids));
  const TrackChunk& newest = *chunks_.back();
  bounds_.include(newest.bounds);
  rows_ = std::max(rows_, static_cast<std::uint32_t>(newest.rows.size()));
}

std::vector<LiveSlice> LiveTrack::all() const {
  std::vector<LiveSlice> out;
  out.reserve(slices_);
  for (const auto& chunk : chunks_) unseal(*chunk, out);
  return out;
}

}  // namespace lanescope
