#include "core/build/links/flow_bindings.h"

#include <algorithm>
#include <ranges>
#include <tuple>

namespace lanescope {
namespace {

constexpr std::string_view kAutogradFlow = "fwdbwd";

/// How many slices that begin together are searched for an operator.
constexpr std::uint32_t kSearchedSlices = 64;

/// A slice that carries an id some doubtful half has.
struct Numbered {
  std::uint64_t id;
  TrackId track;
  Ns start_ns;
  EventId event;

  [[nodiscard]] auto key() const { return std::tuple(id, track, start_ns, event); }
};

/// A half that several slices could carry.
struct Doubtful {
  std::size_t binding;
  TrackId track;  // its own
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

  /// Tracks are sorted by process and thread. Spans of async events lie on no thread.
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

  /// Places in the chunk's time order.
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
        const auto at = std::lower_bound(
            numbered.begin(), numbered.end(), wanted,
            [](const Numbered& a, const Numbered& b) { return a.key() < b.key(); });
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
    std::sort(numbered.begin(), numbered.end(),
              [](const Numbered& a, const Numbered& b) { return a.key() < b.key(); });
    return numbered;
  }

  const FlowInput& in_;
  std::vector<bool> is_autograd_;  // by kind
  std::vector<FlowBinding> bindings_;
  std::vector<Doubtful> doubtful_;
};

}  // namespace

std::vector<FlowBinding> bind_flows(const FlowInput& input) {
  return Binder(input).run();
}

}  // namespace lanescope
