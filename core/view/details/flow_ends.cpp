#include "core/view/details/flow_ends.h"

#include <string>

#include "core/store/engine_call.h"
#include "core/view/events/flow_model.h"

namespace lanescope {
namespace {

std::optional<DetailsTwin> twin_by_flow(const Snapshot& snapshot, EventId event) {
  for (const FlowPartner& partner : flow_partners(snapshot, event)) {
    if (!is_autograd_flow(snapshot, partner.kind)) continue;
    const auto home = snapshot.find_slice(partner.event);
    if (!home) continue;
    const GpuWork work = gpu_work(snapshot, partner.event, 0);
    return DetailsTwin{partner.event,   std::string(snapshot.text(home->chunk->name[home->slice])),
                       partner.forward, work.count,
                       work.total_ns,   home->chunk->dur_ns[home->slice]};
  }
  return std::nullopt;
}

std::optional<DetailsTwin> twin_of_op(const Snapshot& snapshot, const DetailsOp& op) {
  auto twin = twin_by_flow(snapshot, op.event);
  // Of what autograd's engine calls, the node alone has the arrow.
  if (!twin && op.name.starts_with(kAutogradEngineCall))
    twin = twin_by_flow(snapshot, twinned_inside(snapshot, op.event));
  return twin;
}

}  // namespace

std::optional<DetailsTwin> twin_of_event(const Snapshot& snapshot, const DetailsModel& model) {
  if (auto twin = twin_by_flow(snapshot, model.event)) return twin;
  for (const DetailsOp& op : model.ops) {
    if (auto twin = twin_of_op(snapshot, op)) return twin;
  }
  if (model.kind != CategoryKind::CpuOp) return std::nullopt;
  return twin_by_flow(snapshot, twinned_inside(snapshot, model.event));
}

std::vector<DetailsFlow> other_flows(const Snapshot& snapshot, EventId event) {
  std::vector<DetailsFlow> flows;
  for (const FlowPartner& partner : flow_partners(snapshot, event)) {
    const auto home = snapshot.find_slice(partner.event);
    if (!home || is_autograd_flow(snapshot, partner.kind)) continue;
    const FlowKind& kind = snapshot.flows->kinds[partner.kind];
    flows.push_back({partner.event, std::string(snapshot.text(home->chunk->name[home->slice])),
                     std::string(snapshot.text(kind.name)), partner.forward});
  }
  return flows;
}

}  // namespace lanescope
