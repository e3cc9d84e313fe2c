#include "core/view/events/flow_model.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <tuple>

#include "core/view/events/gpu_work.h"
#include "core/view/events/slice_stack.h"

namespace lanescope {
namespace {

/// The flow ends that have the same kind and id as a given one: [first, last).
std::pair<std::uint32_t, std::uint32_t> group_of(const FlowTable& flows, std::uint32_t half) {
  const auto key = [&](std::uint32_t i) { return std::tuple(flows.kind[i], flows.id[i]); };
  const auto own = key(half);
  std::uint32_t first = half;
  while (first > 0 && key(first - 1) == own) --first;
  std::uint32_t last = half + 1;
  while (last < flows.size() && key(last) == own) ++last;
  return {first, last};
}

class Partners {
 public:
  Partners(const FlowTable& flows, EventId slice, std::size_t limit)
      : flows_(flows), slice_(slice), limit_(limit) {}

  void add_partners_of(std::uint32_t half) {
    const auto [first, last] = group_of(flows_, half);
    if (flows_.phase[half] != FlowPhase::End) add_later(half, last);
    if (flows_.phase[half] != FlowPhase::Start) add_earlier(half, first, last);
  }

  std::vector<FlowPartner> take() { return std::move(out_); }

 private:
  /// A start connects to every end before the next start, or to the next step, which continues the
  /// flow.
  void add_later(std::uint32_t half, std::uint32_t last) {
    for (std::uint32_t i = half + 1; i < last && flows_.phase[i] != FlowPhase::Start; ++i) {
      add(i, true);
      if (flows_.phase[i] == FlowPhase::Step) return;
    }
  }

  void add_earlier(std::uint32_t half, std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = half; i-- > first;) {
      if (flows_.phase[i] == FlowPhase::End) continue;
      add(i, false);
      return;
    }
    // The clocks of host and device may disagree so much that the start comes last.
    for (std::uint32_t i = half + 1; i < last; ++i) {
      if (flows_.phase[i] != FlowPhase::Start) continue;
      add(i, false);
      return;
    }
  }

  void add(std::uint32_t half, bool forward) {
    const EventId event = flows_.slice[half];
    if (event == EventId::None || event == slice_ || out_.size() >= limit_) return;
    out_.push_back({event, flows_.kind[half], forward});
  }

  const FlowTable& flows_;
  EventId slice_;
  std::size_t limit_;
  std::vector<FlowPartner> out_;
};

/// The first flow end, sorted by slice, that is bound to this slice or a later one.
const std::uint32_t* first_half_from(const FlowTable& flows, EventId slice) {
  return std::ranges::lower_bound(flows.by_slice, slice, {},
                                  [&](std::uint32_t half) { return flows.slice[half]; });
}

bool is_called(const Snapshot& snapshot, std::uint16_t kind,
               std::span<const std::string_view> names) {
  if (!snapshot.flows || kind >= snapshot.flows->kinds.size()) return false;
  const FlowKind& flow = snapshot.flows->kinds[kind];
  const auto is_one = [&](StringId text) {
    return std::ranges::find(names, snapshot.text(text)) != names.end();
  };
  return is_one(flow.name) || is_one(flow.category);
}

/// Whether flows of this kind connect launch calls and GPU work.
bool is_launch_flow(const Snapshot& snapshot, std::uint16_t kind) {
  static constexpr std::array<std::string_view, 3> kNames = {"ac2g", "async_cpu_to_gpu", "launch"};
  return is_called(snapshot, kind, kNames);
}

enum class Side : std::uint8_t { Begin, End };

std::optional<ArrowEnd> arrow_end(const Snapshot& snapshot, EventId event, Side side) {
  const auto home = snapshot.find_slice(event);
  if (!home) return std::nullopt;
  const TimeRange range = home->chunk->range(home->slice);
  return ArrowEnd{event, home->track->id, home->chunk->row_of(home->slice),
                  side == Side::Begin ? range.begin_ns : range.end_ns};
}

template <typename Add>
void add_launches(const Snapshot& snapshot, EventId event, std::size_t limit, const Add& add) {
  const EventId call = launch_of(snapshot, event);
  if (call != EventId::None) {
    add(ArrowKind::Launch, call, event);
    return;
  }
  const auto home = snapshot.find_slice(event);
  if (!home) return;
  const CategoryKind kind = snapshot.kind_of(home->chunk->category[home->slice]);
  if (kind != CategoryKind::HostCall && kind != CategoryKind::CpuOp) return;
  for (const EventId work : gpu_work(snapshot, event, limit).events) {
    add(ArrowKind::Launch, launch_of(snapshot, work), work);
  }
}

}  // namespace

std::vector<FlowPartner> flow_partners(const Snapshot& snapshot, EventId slice, std::size_t limit) {
  if (!snapshot.flows) return {};
  const FlowTable& flows = *snapshot.flows;
  Partners partners(flows, slice, limit);
  const std::uint32_t* half = first_half_from(flows, slice);
  for (; half != flows.by_slice.end() && flows.slice[*half] == slice; ++half) {
    if (!is_launch_flow(snapshot, flows.kind[*half])) partners.add_partners_of(*half);
  }
  return partners.take();
}

EventId twinned_inside(const Snapshot& snapshot, EventId host_slice) {
  const auto home = snapshot.find_slice(host_slice);
  if (!home || !snapshot.flows) return EventId::None;
  const FlowTable& flows = *snapshot.flows;
  const TrackChunk& chunk = *home->chunk;
  for (std::uint32_t row = chunk.row_of(home->slice) + 1; row < chunk.rows.size(); ++row) {
    const auto [first, last] = slices_starting_in(chunk, row, chunk.range(home->slice));
    const std::uint32_t* half = first_half_from(flows, chunk.id_of(first));
    for (; half != flows.by_slice.end() && flows.slice[*half] < chunk.id_of(last); ++half) {
      if (is_autograd_flow(snapshot, flows.kind[*half])) return flows.slice[*half];
    }
  }
  return EventId::None;
}

bool is_autograd_flow(const Snapshot& snapshot, std::uint16_t kind) {
  static constexpr std::array<std::string_view, 1> kNames = {"fwdbwd"};
  return is_called(snapshot, kind, kNames);
}

std::vector<FlowArrow> flow_arrows(const Snapshot& snapshot, EventId event, std::size_t limit) {
  std::vector<FlowArrow> arrows;
  // Arrows leave a launch call at its start and an operator at its end: the times when they caused
  // what follows.
  const auto add = [&](ArrowKind kind, EventId from, EventId to) {
    const auto tail =
        arrow_end(snapshot, from, kind == ArrowKind::Autograd ? Side::End : Side::Begin);
    const auto head = arrow_end(snapshot, to, Side::Begin);
    if (tail && head) arrows.push_back({kind, *tail, *head});
  };
  add_launches(snapshot, event, limit, add);
  for (const FlowPartner& partner : flow_partners(snapshot, event, limit)) {
    const ArrowKind kind =
        is_autograd_flow(snapshot, partner.kind) ? ArrowKind::Autograd : ArrowKind::Other;
    add(kind, partner.forward ? event : partner.event, partner.forward ? partner.event : event);
  }
  std::ranges::stable_sort(arrows, {}, [](const FlowArrow& arrow) { return arrow.to.time_ns; });
  if (arrows.size() > limit) arrows.resize(limit);
  return arrows;
}

}  // namespace lanescope
