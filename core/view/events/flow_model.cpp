#include "core/view/events/flow_model.h"

#include <algorithm>
#include <optional>

#include "core/view/events/flow_partners.h"
#include "core/view/events/gpu_work.h"

namespace lanescope {
namespace {

enum class Side : std::uint8_t { Begin, End };

std::optional<ArrowEnd> arrow_end(const Snapshot& snapshot, EventId event, Side side) {
  const auto home = snapshot.find_slice(event);
  if (!home) return std::nullopt;
  const TimeRange range = home->chunk->range(home->slice);
  return ArrowEnd{event, home->track->id, home->chunk->row_of(home->slice),
                  side == Side::Begin ? range.begin_ns : range.end_ns};
}

class ArrowList {
 public:
  explicit ArrowList(const Snapshot& snapshot) : snapshot_(snapshot) {}

  /// Arrows leave a launch call where it starts and an operator where it ends: that is when what
  /// they lead to was caused.
  void add(ArrowKind kind, EventId from, EventId to) {
    const auto tail =
        arrow_end(snapshot_, from, kind == ArrowKind::Autograd ? Side::End : Side::Begin);
    const auto head = arrow_end(snapshot_, to, Side::Begin);
    if (tail && head) arrows_.push_back({kind, *tail, *head});
  }

  std::vector<FlowArrow> take(std::size_t limit) {
    std::stable_sort(arrows_.begin(), arrows_.end(), [](const FlowArrow& a, const FlowArrow& b) {
      return a.to.time_ns < b.to.time_ns;
    });
    if (arrows_.size() > limit) arrows_.resize(limit);
    return std::move(arrows_);
  }

 private:
  const Snapshot& snapshot_;
  std::vector<FlowArrow> arrows_;
};

void add_launches(const Snapshot& snapshot, EventId event, std::size_t limit, ArrowList& arrows) {
  const EventId call = launch_of(snapshot, event);
  if (call != EventId::None) {
    arrows.add(ArrowKind::Launch, call, event);
    return;
  }
  const auto home = snapshot.find_slice(event);
  if (!home) return;
  const CategoryKind kind = snapshot.kind_of(home->chunk->category[home->slice]);
  if (kind != CategoryKind::HostCall && kind != CategoryKind::CpuOp) return;
  for (const EventId work : gpu_work(snapshot, event, limit).events) {
    arrows.add(ArrowKind::Launch, launch_of(snapshot, work), work);
  }
}

}  // namespace

std::vector<FlowArrow> flow_arrows(const Snapshot& snapshot, EventId event, std::size_t limit) {
  ArrowList arrows(snapshot);
  add_launches(snapshot, event, limit, arrows);
  for (const FlowPartner& partner : flow_partners(snapshot, event, limit)) {
    const ArrowKind kind =
        is_autograd_flow(snapshot, partner.kind) ? ArrowKind::Autograd : ArrowKind::Other;
    if (partner.forward) {
      arrows.add(kind, event, partner.event);
    } else {
      arrows.add(kind, partner.event, event);
    }
  }
  return arrows.take(limit);
}

}  // namespace lanescope
