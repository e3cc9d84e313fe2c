#include "core/build/flow_builder.h"

#include <algorithm>

#include "core/build/radix_sort.h"

namespace lanescope {
namespace {

struct FlowRef {
  const RawFlow* raw;
  std::uint32_t worker;
  RawRef slice_before;  // of another stretch of text: the last slice in front of it; else kNoRef
};

/// The deepest slice of the chunk that starts at exactly `time_ns`.
EventId slice_starting_at(const TrackChunk& chunk, Ns time_ns) {
  for (auto row = chunk.rows.rbegin(); row != chunk.rows.rend(); ++row) {
    const auto starts = chunk.start_ns.span().subspan(row->first, row->count);
    const auto at = std::upper_bound(starts.begin(), starts.end(), time_ns);
    if (at == starts.begin() || *(at - 1) != time_ns) continue;
    return chunk.id_of(row->first + static_cast<std::uint32_t>(at - 1 - starts.begin()));
  }
  return EventId::None;
}

class FlowWriter {
 public:
  explicit FlowWriter(const FlowInput& in) : in_(in) {
    RawRef last = kNoRef;  // of the batches before
    for (const RawBatch& batch : in.batches) {
      for (const RawFlow& raw : batch.flows) {
        const bool is_ahead = raw.place.offset() < batch.first_slice_offset;
        refs_.push_back({&raw, batch.worker, is_ahead ? last : kNoRef});
      }
      if (!batch.slices.empty()) last = batch.slices.back().end - 1;
    }
  }

  std::shared_ptr<const FlowTable> run() {
    const std::size_t n = refs_.size();
    auto table = std::make_shared<FlowTable>();
    table->kinds = in_.tables.flow_kinds;
    table->id = Column<std::uint64_t>(n);
    table->time_ns = Column<Ns>(n);
    table->track = Column<TrackId>(n);
    table->slice = Column<EventId>(n);
    table->kind = Column<std::uint16_t>(n);
    table->phase = Column<FlowPhase>(n);
    table->place = Column<Place>(n);
    std::uint32_t to = 0;
    for (const KeyedRow& row : sorted()) write(*table, to++, refs_[row.row]);
    table->by_slice = by_slice(*table);
    return table;
  }

 private:
  [[nodiscard]] std::uint16_t kind_of(const FlowRef& ref) const {
    return in_.tables.workers[ref.worker].flow_kinds[ref.raw->kind];
  }

  [[nodiscard]] Ns start_of(const RawHome& home) const {
    return in_.built.chunks[index_of(home.track)]->start_ns[home.slice];
  }

  /// The slice in front of the half when it has its time and thread. The reader finds it where both
  /// were parsed together; here it is found across the cuts, so that they make no difference.
  [[nodiscard]] RawRef carrier_of(const FlowRef& ref) const {
    const RawFlow& raw = *ref.raw;
    if (raw.on_slice) return raw.carrier;
    if (ref.slice_before == kNoRef) return kNoRef;
    const RawHome home = in_.built.homes[ref.slice_before];
    if (!home.is_slice() || start_of(home) != raw.time_ns) return kNoRef;
    const auto track = [&](TrackId id) -> const Track& { return in_.tables.tracks[index_of(id)]; };
    const Track& before = track(home.track);
    const Track& own = track(in_.tables.workers[ref.worker].tracks[raw.carrier]);
    const bool same = before.process == own.process && before.thread == own.thread;
    return same ? ref.slice_before : kNoRef;
  }

  /// By (kind, id, time): least significant first, each pass stable.
  std::vector<KeyedRow> sorted() const {
    std::vector<KeyedRow> rows(refs_.size());
    for (std::uint32_t i = 0; i < rows.size(); ++i) rows[i] = {refs_[i].raw->id, i};
    radix_sort(rows);
    if (in_.tables.flow_kinds.size() > 1) {
      for (KeyedRow& row : rows) row.key = kind_of(refs_[row.row]);
      radix_sort(rows);
    }
    order_runs_by_time(rows);
    return rows;
  }

  /// Halves of one flow are few: a plain sort of each run.
  void order_runs_by_time(std::vector<KeyedRow>& rows) const {
    const auto same = [&](const KeyedRow& a, const KeyedRow& b) {
      return refs_[a.row].raw->id == refs_[b.row].raw->id &&
             kind_of(refs_[a.row]) == kind_of(refs_[b.row]);
    };
    const auto time_of = [&](const KeyedRow& r) { return refs_[r.row].raw->time_ns; };
    for (std::size_t begin = 0; begin < rows.size();) {
      std::size_t end = begin + 1;
      while (end < rows.size() && same(rows[begin], rows[end])) ++end;
      const auto at = [&](std::size_t i) { return rows.begin() + static_cast<std::ptrdiff_t>(i); };
      std::sort(at(begin), at(end), [&](const KeyedRow& a, const KeyedRow& b) {
        return time_of(a) != time_of(b) ? time_of(a) < time_of(b) : a.row < b.row;
      });
      begin = end;
    }
  }

  void write(FlowTable& table, std::uint32_t to, const FlowRef& ref) const {
    const RawFlow& raw = *ref.raw;
    const RawRef carrier = carrier_of(ref);
    const bool is_carried = carrier != kNoRef && in_.built.homes[carrier].is_slice();
    const TrackId track = carrier != kNoRef ? in_.built.homes[carrier].track
                                            : in_.tables.workers[ref.worker].tracks[raw.carrier];
    const auto& chunk = in_.built.chunks[index_of(track)];
    EventId slice = EventId::None;
    if (is_carried) {
      slice = in_.built.event_of(carrier);
    } else if (chunk) {
      slice = slice_starting_at(*chunk, raw.time_ns);
    }
    table.id[to] = raw.id;
    table.time_ns[to] = raw.time_ns;
    table.track[to] = track;
    table.slice[to] = slice;
    table.kind[to] = kind_of(ref);
    table.phase[to] = raw.phase;
    table.place[to] = raw.place;
  }

  static Column<std::uint32_t> by_slice(const FlowTable& table) {
    std::vector<KeyedRow> rows;
    rows.reserve(table.size());
    for (std::uint32_t i = 0; i < table.size(); ++i) {
      if (table.slice[i] != EventId::None) rows.push_back({index_of(table.slice[i]), i});
    }
    radix_sort(rows);
    Column<std::uint32_t> order(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) order[i] = rows[i].row;
    return order;
  }

  const FlowInput& in_;
  std::vector<FlowRef> refs_;
};

}  // namespace

std::shared_ptr<const FlowTable> build_flows(const FlowInput& in) {
  return FlowWriter(in).run();
}

}  // namespace lanescope
