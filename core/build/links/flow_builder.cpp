#include "core/build/links/flow_builder.h"

#include <algorithm>
#include <ranges>
#include <tuple>

#include "core/base/check.h"
#include "core/base/radix_sort.h"

namespace lanescope {
namespace {

constexpr std::string_view kAutogradFlow = "fwdbwd";

/// At most this many of the slices that begin together are searched for an operator.
constexpr std::uint32_t kSearchedSlices = 64;

/// A slice whose correlation id is that of an ambiguous half.
struct Numbered {
  std::uint64_t id;
  TrackId track;
  Ns start_ns;
  EventId event;

  [[nodiscard]] auto key() const { return std::tuple(id, track, start_ns, event); }
};

/// A half that could be on several slices.
struct Doubtful {
  std::size_t binding;
  TrackId track;  // of the half
  std::uint64_t id;
  Ns time_ns;
};

class Binder {
 public:
  explicit Binder(const FlowInput& in) : in_(in) {
    for (const FlowKind& kind : in.tables.flow_kinds) {
      const StringTable& strings = *in.tables.strings;
      is_autograd_.push_back(strings[kind.category] == kAutogradFlow ||
                             strings[kind.name] == kAutogradFlow);
    }
  }

  std::vector<FlowBinding> run() {
    std::size_t halves = 0;
    for (const RawBatch& batch : in_.batches) halves += batch.flows.size();
    bindings_.reserve(halves);
    for (const RawBatch& batch : in_.batches) {
      const WorkerMap& map = in_.tables.workers[batch.worker];
      for (const RawFlow& raw : batch.flows)
        bindings_.push_back(raw.on_slice ? carried(raw) : searched(raw, map));
    }
    if (!doubtful_.empty()) bind_by_id();
    return std::move(bindings_);
  }

 private:
  [[nodiscard]] FlowBinding carried(const RawFlow& raw) const {
    const RawLocation home = in_.built.locations[raw.carrier];
    if (!home.is_slice()) return {home.track, EventId::None};
    return {home.track, in_.built.event_of(raw.carrier)};
  }

  FlowBinding searched(const RawFlow& raw, const WorkerMap& map) {
    const TrackId own = map.tracks[raw.carrier];
    const bool is_autograd = is_autograd_[map.flow_kinds[raw.kind]];
    FlowBinding best{own, EventId::None};
    std::uint64_t candidates = 0;
    each_track_of_thread(own, [&](TrackId track, const TrackChunk& chunk) {
      const auto [first, last] = starting_at(chunk, raw.time_ns);
      if (first == last) return;
      candidates += last - first;
      if (best.slice != EventId::None && track != own) return;
      best = {track, chunk.id_of(is_autograd ? deepest_op(chunk, first, last)
                                             : chunk.in_time_order(last - 1))};
    });
    if (candidates > 1 && raw.id != 0)
      doubtful_.push_back({bindings_.size(), own, raw.id, raw.time_ns});
    return best;
  }

  /// Tracks are sorted by process and thread. Spans of async events belong to no thread.
  template <typename Visit>
  void each_track_of_thread(TrackId own, const Visit& visit) const {
    const std::vector<Track>& tracks = in_.tables.tracks;
    const auto same = [&](std::size_t t) {
      return tracks[t].process == tracks[index_of(own)].process &&
             tracks[t].thread == tracks[index_of(own)].thread;
    };
    std::size_t t = index_of(own);
    while (t > 0 && same(t - 1)) --t;
    for (; t < tracks.size() && same(t); ++t) {
      const auto& chunk = in_.built.chunks[t];
      if (chunk && tracks[t].kind != TrackKind::Async)
        visit(TrackId{static_cast<std::uint32_t>(t)}, *chunk);
    }
  }

  /// Positions in the chunk's time order.
  static std::pair<std::uint32_t, std::uint32_t> starting_at(const TrackChunk& chunk, Ns time_ns) {
    const auto start_of = [&](std::uint32_t i) { return chunk.start_ns[chunk.in_time_order(i)]; };
    const auto [first, last] =
        std::ranges::equal_range(std::views::iota(0U, chunk.size()), time_ns, {}, start_of);
    return {static_cast<std::uint32_t>(first - std::views::iota(0U, chunk.size()).begin()),
            static_cast<std::uint32_t>(last - std::views::iota(0U, chunk.size()).begin())};
  }

  [[nodiscard]] std::uint32_t deepest_op(const TrackChunk& chunk, std::uint32_t first,
                                         std::uint32_t last) const {
    const std::uint32_t least = last - std::min(last - first, kSearchedSlices);
    for (std::uint32_t i = last; i-- > least;) {
      const std::uint32_t slice = chunk.in_time_order(i);
      if (in_.tables.categories[index_of(chunk.category[slice])].kind == CategoryKind::CpuOp)
        return slice;
    }
    return chunk.in_time_order(last - 1);
  }

  void bind_by_id() {
    const std::vector<Numbered> numbered = slices_with_doubtful_ids();
    for (const Doubtful& half : doubtful_) {
      each_track_of_thread(half.track, [&](TrackId track, const TrackChunk&) {
        const Numbered wanted{half.id, track, half.time_ns, EventId{0}};
        const auto at = std::ranges::lower_bound(numbered, wanted.key(), {}, &Numbered::key);
        if (at == numbered.end() || at->id != half.id || at->track != track ||
            at->start_ns != half.time_ns)
          return;
        bindings_[half.binding] = {track, at->event};
      });
    }
  }

  [[nodiscard]] std::vector<Numbered> slices_with_doubtful_ids() const {
    std::vector<std::uint64_t> ids;
    for (const Doubtful& half : doubtful_) ids.push_back(half.id);
    std::sort(ids.begin(), ids.end());
    std::vector<Numbered> numbered;
    for (const RawBatch& batch : in_.batches) {
      for (const RawLink& link : batch.links) {
        const RawLocation home = in_.built.locations[link.slice];
        if (!home.is_slice() || !std::binary_search(ids.begin(), ids.end(), link.correlation))
          continue;
        const TrackChunk& chunk = *in_.built.chunks[index_of(home.track)];
        numbered.push_back(
            {link.correlation, home.track, chunk.start_ns[home.slice], chunk.id_of(home.slice)});
      }
    }
    std::ranges::sort(numbered, {}, &Numbered::key);
    return numbered;
  }

  const FlowInput& in_;
  std::vector<bool> is_autograd_;  // by kind
  std::vector<FlowBinding> bindings_;
  std::vector<Doubtful> doubtful_;
};

struct FlowRef {
  const RawFlow* raw;
  std::uint32_t worker;
  FlowBinding binding;
};

std::size_t flows_in(std::span<const RawBatch> batches) {
  std::size_t flows = 0;
  for (const RawBatch& batch : batches) flows += batch.flows.size();
  return flows;
}

class FlowWriter {
 public:
  explicit FlowWriter(const FlowInput& in) : in_(in) {
    const std::vector<FlowBinding> bindings = bind_flows(in);
    LANESCOPE_CHECK(bindings.size() == flows_in(in.batches),
                    "a seat for each of {} flow halves, not {}", flows_in(in.batches),
                    bindings.size());
    refs_.reserve(bindings.size());
    std::size_t at = 0;  // index of the flow among those of all batches
    for (const RawBatch& batch : in.batches) {
      for (const RawFlow& raw : batch.flows) {
        const FlowBinding binding = bindings[at++];
        if (is_admitted(raw, batch.worker)) refs_.push_back({&raw, batch.worker, binding});
      }
    }
  }

  std::shared_ptr<const FlowTable> run() {
    const std::size_t n = refs_.size();
    auto table = std::make_shared<FlowTable>();
    table->kinds = in_.tables.flow_kinds;
    make_columns(n, table->id, table->time_ns, table->track, table->slice, table->kind,
                 table->phase, table->place);
    std::uint32_t to = 0;
    for (const KeyedRow& row : sorted()) write(*table, to++, refs_[row.row]);
    table->by_slice = by_slice(*table);
    return table;
  }

 private:
  [[nodiscard]] std::uint16_t kind_of(const FlowRef& ref) const {
    return in_.tables.workers[ref.worker].flow_kinds[ref.raw->kind];
  }

  [[nodiscard]] bool is_admitted(const RawFlow& raw, std::uint32_t worker) const {
    if (in_.plausible.all()) return true;
    const TrackId track = raw.on_slice ? in_.built.locations[raw.carrier].track
                                       : in_.tables.workers[worker].tracks[raw.carrier];
    return in_.plausible.admits(track, raw.time_ns, raw.time_ns);
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

  /// A flow has few halves: each run is simply sorted.
  void order_runs_by_time(std::vector<KeyedRow>& rows) const {
    const auto same = [&](const KeyedRow& a, const KeyedRow& b) {
      return refs_[a.row].raw->id == refs_[b.row].raw->id &&
             kind_of(refs_[a.row]) == kind_of(refs_[b.row]);
    };
    // A start precedes an end of the same time; only halves that agree in everything keep the order
    // of the file.
    const auto place_of = [&](const KeyedRow& r) {
      const FlowRef& ref = refs_[r.row];
      return std::tuple(ref.raw->time_ns, ref.raw->phase, ref.binding.track, ref.binding.slice,
                        r.row);
    };
    for (std::size_t begin = 0; begin < rows.size();) {
      std::size_t end = begin + 1;
      while (end < rows.size() && same(rows[begin], rows[end])) ++end;
      const auto at = [&](std::size_t i) { return rows.begin() + static_cast<std::ptrdiff_t>(i); };
      std::sort(at(begin), at(end),
                [&](const KeyedRow& a, const KeyedRow& b) { return place_of(a) < place_of(b); });
      begin = end;
    }
  }

  void write(FlowTable& table, std::uint32_t to, const FlowRef& ref) const {
    const RawFlow& raw = *ref.raw;
    table.id[to] = raw.id;
    table.time_ns[to] = raw.time_ns;
    table.track[to] = ref.binding.track;
    table.slice[to] = ref.binding.slice;
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

std::vector<FlowBinding> bind_flows(const FlowInput& input) {
  return Binder(input).run();
}

std::shared_ptr<const FlowTable> build_flows(const FlowInput& in) {
  return FlowWriter(in).run();
}

}  // namespace lanescope
