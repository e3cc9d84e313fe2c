// The table of events. A batch is a part of a chunk of a track as the store has it; chunks too
// small for that to pay off are copied together.
#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/events/event_line.h"
#include "app/python/dictionaries.h"
#include "app/python/event_tables.h"
#include "app/python/made_columns.h"

namespace lanescope {
namespace {

/// A smaller chunk costs less to copy than to hand over with its own arrays.
constexpr std::uint32_t kLeastViewed = 4'096;

enum class EventField : std::uint8_t { Id, Time, Duration, Name, Category, Lane, LaneName, Parent };

/// Consecutive events of a lane: of a chunk, or instants if there is none.
struct LanedPart {
  const TrackChunk* chunk = nullptr;
  std::int32_t lane = 0;
  std::size_t begin = 0;  // in the chunk or the table of instants
  std::uint32_t rows = 0;
};

/// Parts of one kind with consecutive ids.
struct EventBatch {
  std::vector<LanedPart> parts;
  std::int64_t rows = 0;
  std::uint32_t first_id = 0;

  [[nodiscard]] bool are_instants() const { return parts.front().chunk == nullptr; }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(rows); }
};

/// Everything that the columns are made from.
struct EventSource {
  std::shared_ptr<const Snapshot> trace;
  TrackList lanes;
  NumberedTexts titles;          // of the lanes
  NumberedTexts categories;      // their names
  bool shows_categories = true;  // the store's numbers are those of the names
  std::vector<EventBatch> batches;
  ArrowBuffer zeros;  // for the durations of a batch
  MadeColumns made;
  RepeatedNumbers repeated;  // used while `made` makes a column

  [[nodiscard]] std::int32_t lane_of(TrackId track) const {
    return static_cast<std::int32_t>(lanes.lane_of_track[index_of(track)]);
  }
};

bool can_join(const EventBatch& batch, const LanedPart& part) {
  const LanedPart& last = batch.parts.back();
  return part.rows < kLeastViewed && last.rows < kLeastViewed &&
         (part.chunk == nullptr) == batch.are_instants() &&
         batch.rows + part.rows <= kMostBatchRows;
}

void add_part(std::vector<EventBatch>& batches, LanedPart part, std::uint32_t first_id) {
  if (part.rows == 0) return;
  if (!batches.empty() && can_join(batches.back(), part)) {
    batches.back().parts.push_back(part);
    batches.back().rows += part.rows;
    return;
  }
  for (std::uint32_t done = 0; done < part.rows; done += kMostBatchRows) {
    const std::uint32_t rows = std::min(kMostBatchRows, part.rows - done);
    batches.push_back({{{part.chunk, part.lane, part.begin + done, rows}}, rows, first_id + done});
  }
}

void find_batches(EventSource& source) {
  for (const Snapshot::ChunkLocation& at : source.trace->chunk_locations) {
    const Track& track = source.trace->tracks[index_of(at.track)];
    const TrackChunk& chunk = *track.chunks[at.chunk];
    add_part(source.batches, {&chunk, source.lane_of(at.track), 0, chunk.size()},
             index_of(chunk.first_id));
  }
  const InstantTable& instants = *source.trace->instants;
  const std::vector<std::uint32_t>& begin = instants.track_begin;
  for (std::size_t track = 0; track + 1 < begin.size(); ++track) {
    add_part(source.batches,
             {nullptr, source.lane_of(static_cast<TrackId>(track)), begin[track],
              begin[track + 1] - begin[track]},
             index_of(instants.first_id) + begin[track]);
  }
  if (instants.size() != 0)
    source.zeros = zero_buffer(std::min(instants.size(), kMostBatchRows) * sizeof(Ns));
}

/// A column of the store: of one chunk, or of instants, as it is, of several chunks copied
/// together.
template <typename T>
ArrowColumn stored_column(const EventSource& source, const EventBatch& batch,
                          const Column<T> TrackChunk::*member, const Column<T>& instants) {
  const auto column_of = [&](const LanedPart& part) {
    return part.chunk == nullptr ? instants.span() : (part.chunk->*member).span();
  };
  const LanedPart& first = batch.parts.front();
  if (batch.parts.size() == 1 || batch.are_instants())
    return viewed_column(column_of(first).subspan(first.begin, batch.size()), source.trace);
  std::vector<T> all(batch.size());
  T* to = all.data();
  for (const LanedPart& part : batch.parts)
    to = std::ranges::copy(column_of(part).subspan(part.begin, part.rows), to).out;
  return own_column(std::move(all));
}

ArrowColumn id_column(const EventBatch& batch) {
  std::vector<std::uint32_t> ids(batch.size());
  std::iota(ids.begin(), ids.end(), batch.first_id);
  return own_column(std::move(ids));
}

/// A number for each row by its lane: one for all lanes is repeated. Lanes and their titles mostly
/// have the same numbers and, being of one type, the same buffer.
template <typename NumberOf>
ArrowColumn lane_column(EventSource& source, const EventBatch& batch, const NumberOf& number_of) {
  const auto number = [&](const LanedPart& part) { return number_of(part.lane); };
  const std::int32_t first = number(batch.parts.front());
  if (std::ranges::all_of(
          batch.parts, [=](std::int32_t other) { return other == first; }, number))
    return source.repeated.column(arrow::kInt32, first, batch.rows);
  std::vector<std::int32_t> rows;
  rows.reserve(batch.size());
  for (const LanedPart& part : batch.parts) rows.insert(rows.end(), part.rows, number(part));
  return own_column(std::move(rows));
}

/// Instants have no duration.
ArrowColumn duration_column(const EventSource& source, const EventBatch& batch) {
  if (batch.are_instants()) return {batch.rows, 0, {{}, source.zeros}, {}};
  return stored_column(source, batch, &TrackChunk::dur_ns, {});
}

/// Instants have no parent: no bit of their validity is set.
ArrowColumn parent_column(const EventSource& source, const EventBatch& batch) {
  if (batch.are_instants()) return {batch.rows, batch.rows, {source.zeros, source.zeros}, {}};
  return with_null(stored_column(source, batch, &TrackChunk::link, {}), EventId::None);
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

ArrowColumn column_of(EventSource& source, const EventBatch& batch, EventField field) {
  const InstantTable& instants = *source.trace->instants;
  switch (field) {
    case EventField::Id:
      return id_column(batch);
    case EventField::Time:
      return stored_column(source, batch, &TrackChunk::start_ns, instants.time_ns);
    case EventField::Duration:
      return duration_column(source, batch);
    case EventField::Name:
      return stored_column(source, batch, &TrackChunk::name, instants.name);
    case EventField::Category:
      return category_column(
          source, stored_column(source, batch, &TrackChunk::category, instants.category));
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
    return source->made.column(batch, field, [&] {
      return column_of(*source, source->batches[batch], static_cast<EventField>(field));
    });
  };
  return table;
}

}  // namespace lanescope
