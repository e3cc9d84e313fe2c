// The table of events. A batch is a part of a chunk of a track as the store has it; chunks too
// small for that to pay off are copied together.
#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "app/cli/events/event_line.h"
#include "app/python/dictionaries.h"
#include "app/python/event_tables.h"

namespace lanescope {
namespace {

/// A smaller chunk costs less to copy than to hand over with its own arrays.
constexpr std::uint32_t kLeastViewed = 16'384;
/// Of a batch: so the columns that have one value for all rows of a lane share a short buffer.
constexpr std::uint32_t kMostRows = 65'536;

enum class EventField : std::uint8_t { Id, Time, Duration, Name, Category, Lane, LaneName, Parent };

struct LanedChunk {
  const TrackChunk* chunk = nullptr;
  std::int32_t lane = 0;
};

/// Chunks with consecutive ids or a part of one, or all instants if there are none.
struct EventBatch {
  std::vector<LanedChunk> chunks;
  std::int64_t rows = 0;
  std::uint32_t first_id = 0;
  std::size_t begin = 0;  // in the chunk, if it is only one
};

/// Everything that the columns are made from.
struct EventSource {
  std::shared_ptr<const Snapshot> trace;
  TrackList lanes;
  NumberedTexts titles;          // of the lanes
  NumberedTexts categories;      // their names
  bool shows_categories = true;  // the store's numbers are those of the names
  std::vector<EventBatch> batches;
  std::mutex mutex;  // guards what follows
  std::map<std::pair<std::size_t, EventField>, ArrowColumn> made;
  std::map<std::int32_t, std::shared_ptr<const std::vector<std::int32_t>>> repeated;  // by value

  [[nodiscard]] std::int32_t lane_of(TrackId track) const {
    return static_cast<std::int32_t>(lanes.lane_of_track[index_of(track)]);
  }
};

bool can_join(const EventBatch& batch, const TrackChunk& chunk) {
  const bool small =
      chunk.size() < kLeastViewed && batch.chunks.back().chunk->size() < kLeastViewed;
  return small && batch.rows + chunk.size() <= kMostRows;
}

void find_batches(EventSource& source) {
  for (const Snapshot::ChunkLocation& at : source.trace->chunk_locations) {
    const Track& track = source.trace->tracks[index_of(at.track)];
    const TrackChunk& chunk = *track.chunks[at.chunk];
    if (chunk.size() == 0) continue;
    std::vector<EventBatch>& batches = source.batches;
    const LanedChunk laned{&chunk, source.lane_of(at.track)};
    if (!batches.empty() && can_join(batches.back(), chunk)) {
      batches.back().chunks.push_back(laned);
      batches.back().rows += chunk.size();
      continue;
    }
    for (std::uint32_t begin = 0; begin < chunk.size(); begin += kMostRows) {
      const std::uint32_t rows = std::min(kMostRows, chunk.size() - begin);
      batches.push_back({{laned}, rows, index_of(chunk.first_id) + begin, begin});
    }
  }
  if (const InstantTable& instants = *source.trace->instants; instants.size() != 0)
    source.batches.push_back({{}, instants.size(), index_of(instants.first_id)});
}

/// A column of the store: of one chunk as it is, of several copied together.
template <typename T>
ArrowColumn stored_column(const EventSource& source, const EventBatch& batch,
                          const Column<T> TrackChunk::*member) {
  if (batch.chunks.size() == 1) {
    const std::span<const T> all = (batch.chunks.front().chunk->*member).span();
    return viewed_column(all.subspan(batch.begin, static_cast<std::size_t>(batch.rows)),
                         source.trace);
  }
  std::vector<T> all(static_cast<std::size_t>(batch.rows));
  T* to = all.data();
  for (const LanedChunk& laned : batch.chunks) {
    const std::span<const T> part = (laned.chunk->*member).span();
    to = std::copy(part.begin(), part.end(), to);
  }
  return own_column(std::move(all));
}

/// Marks the rows with this value as null.
template <typename T>
ArrowColumn with_null(ArrowColumn column, T null) {
  const T* values = static_cast<const T*>(column.buffers[1].data);
  const std::span<const T> all(values, static_cast<std::size_t>(column.length));
  if (std::ranges::find(all, null) == all.end()) return column;
  ArrowValidity valid(all.size());
  for (std::size_t row = 0; row < all.size(); ++row) {
    if (all[row] == null) valid.set_null(row);
  }
  column.nulls = valid.nulls();
  column.buffers[0] = valid.buffer();
  return column;
}

ArrowColumn id_column(const EventBatch& batch) {
  std::vector<std::uint32_t> ids(static_cast<std::size_t>(batch.rows));
  std::iota(ids.begin(), ids.end(), batch.first_id);
  return own_column(std::move(ids));
}

/// The same value in all rows: all batches share one buffer. The source must be locked.
ArrowColumn repeated_column(EventSource& source, std::int32_t value, std::int64_t rows) {
  auto& buffer = source.repeated[value];
  const auto count = static_cast<std::size_t>(rows);
  if (buffer == nullptr || buffer->size() < count)
    buffer = std::make_shared<const std::vector<std::int32_t>>(count, value);
  return viewed_column(std::span(*buffer).first(count), buffer);
}

/// A number for each row by its lane.
template <typename Number>
ArrowColumn lane_column(EventSource& source, const EventBatch& batch, const Number& number) {
  if (batch.chunks.size() == 1)
    return repeated_column(source, number(batch.chunks.front().lane), batch.rows);
  std::vector<std::int32_t> rows;
  rows.reserve(static_cast<std::size_t>(batch.rows));
  for (const LanedChunk& laned : batch.chunks)
    rows.insert(rows.end(), laned.chunk->size(), number(laned.lane));
  const std::vector<std::uint32_t>& begin = source.trace->instants->track_begin;
  for (std::size_t track = 0; batch.chunks.empty() && track + 1 < begin.size(); ++track)
    rows.insert(rows.end(), begin[track + 1] - begin[track],
                number(source.lane_of(static_cast<TrackId>(track))));
  return own_column(std::move(rows));
}

/// Instants have no duration and no parent.
ArrowColumn duration_column(const EventSource& source, const EventBatch& batch) {
  if (!batch.chunks.empty()) return stored_column(source, batch, &TrackChunk::dur_ns);
  return own_column(std::vector<Ns>(static_cast<std::size_t>(batch.rows)));
}

ArrowColumn parent_column(const EventSource& source, const EventBatch& batch) {
  if (batch.chunks.empty())
    return with_null(
        own_column(std::vector<EventId>(static_cast<std::size_t>(batch.rows), EventId::None)),
        EventId::None);
  return with_null(stored_column(source, batch, &TrackChunk::link), EventId::None);
}

template <typename T>
ArrowColumn stored_or_instant(const EventSource& source, const EventBatch& batch,
                              const Column<T> TrackChunk::*member, const Column<T>& instants) {
  return batch.chunks.empty() ? viewed_column(instants.span(), source.trace)
                              : stored_column(source, batch, member);
}

/// No category is null, and so is one without a name.
ArrowColumn category_column(const EventSource& source, ArrowColumn stored) {
  if (source.shows_categories) return with_null(std::move(stored), CategoryId::None);
  const auto* ids = static_cast<const CategoryId*>(stored.buffers[1].data);
  std::vector<std::int32_t> numbers;
  ArrowValidity valid(static_cast<std::size_t>(stored.length));
  for (std::size_t row = 0; row < static_cast<std::size_t>(stored.length); ++row) {
    const std::uint16_t category = index_of(ids[row]);
    if (source.trace->categories[category].name == StringId::Empty) valid.set_null(row);
    numbers.push_back(source.categories.number[category]);
  }
  ArrowColumn column = own_column(std::move(numbers));
  column.nulls = valid.nulls();
  column.buffers[0] = valid.buffer();
  return column;
}

/// The source must be locked.
ArrowColumn column_of(EventSource& source, std::size_t number, EventField field) {
  const EventBatch& batch = source.batches[number];
  const InstantTable& instants = *source.trace->instants;
  switch (field) {
    case EventField::Id:
      return id_column(batch);
    case EventField::Time:
      return stored_or_instant(source, batch, &TrackChunk::start_ns, instants.time_ns);
    case EventField::Duration:
      return duration_column(source, batch);
    case EventField::Name:
      return stored_or_instant(source, batch, &TrackChunk::name, instants.name);
    case EventField::Category:
      return category_column(
          source, stored_or_instant(source, batch, &TrackChunk::category, instants.category));
    case EventField::Lane:
      return lane_column(source, batch, [](std::int32_t lane) { return lane; });
    case EventField::LaneName:
      return lane_column(source, batch, [&](std::int32_t lane) {
        return source.titles.number[static_cast<std::size_t>(lane)];
      });
    case EventField::Parent:
      break;
  }
  return parent_column(source, batch);
}

/// Made once for all who read the table.
ArrowColumn shared_column(EventSource& source, std::size_t number, EventField field) {
  const auto key = std::pair(number, field);
  const std::lock_guard lock(source.mutex);
  const auto found = source.made.find(key);
  if (found != source.made.end()) return found->second;
  return source.made.emplace(key, column_of(source, number, field)).first->second;
}

/// The store may have a name twice, and more names than 16 bits with a sign can tell apart, which
/// is what readers accept.
void find_categories(EventSource& source) {
  std::vector<std::string> names;
  for (const Category& category : source.trace->categories)
    names.emplace_back(source.trace->text(category.name));
  source.categories = number_texts(names);
  source.shows_categories =
      source.categories.dictionary->length == static_cast<std::int64_t>(names.size()) &&
      names.size() <= std::numeric_limits<std::int16_t>::max();
}

/// Lanes of different processes may have one title.
NumberedTexts lane_titles(const Snapshot& trace, const TrackList& lanes) {
  std::vector<std::string> titles;
  for (const TrackSummary& lane : lanes.lanes)
    titles.push_back(lane_title(trace, lane.tracks.front()));
  return number_texts(titles);
}

}  // namespace

std::shared_ptr<const ArrowTable> event_table(std::shared_ptr<const Snapshot> trace) {
  const auto source = std::make_shared<EventSource>();
  source->trace = std::move(trace);
  source->lanes = list_tracks(*source->trace);
  find_categories(*source);
  source->titles = lane_titles(*source->trace, source->lanes);
  find_batches(*source);
  auto table = std::make_shared<ArrowTable>();
  table->fields = {{"id", arrow::kUint32},
                   {"ts_ns", arrow::kInt64},
                   {"dur_ns", arrow::kInt64},
                   {"name", arrow::kInt32, false, {}, name_texts(*source->trace)},
                   {"cat",
                    source->shows_categories ? arrow::kInt16 : arrow::kInt32,
                    true,
                    {},
                    source->categories.dictionary},
                   {"lane", arrow::kInt32},
                   {"lane_name", arrow::kInt32, false, {}, source->titles.dictionary},
                   {"parent_id", arrow::kUint32, true}};
  for (const EventBatch& batch : source->batches) table->batch_rows.push_back(batch.rows);
  table->column = [source](std::size_t batch, std::size_t field) {
    return shared_column(*source, batch, static_cast<EventField>(field));
  };
  return table;
}

}  // namespace lanescope
