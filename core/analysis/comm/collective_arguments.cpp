#include "core/analysis/comm/collective_arguments.h"

#include <string_view>
#include <vector>

#include "core/analysis/comm/collective.h"
#include "core/analysis/events/event_arguments.h"
#include "core/analysis/host/site.h"

namespace lanescope {
namespace {

/// The operator that has the arguments of a collective in traces before PyTorch 2.2.
constexpr std::string_view kCommsOp = "record_param_comms";
/// How many operators around the launch are searched for it.
constexpr int kMostOps = 8;

EventId comms_op(const Snapshot& snapshot, EventId link) {
  EventId op = innermost_op(snapshot, link);
  for (int i = 0; i < kMostOps && op != EventId::None; ++i) {
    const auto at = snapshot.find_slice(op);
    if (snapshot.text(at->chunk->name[at->slice]) == kCommsOp) return op;
    op = at->chunk->link[at->slice];
  }
  return EventId::None;
}

bool is_collective(const JsonValue& args) {
  return !text_argument(args, "Collective name").empty();
}

}  // namespace

bool read_collective_arguments(const Snapshot& snapshot, std::span<const CollectiveKernel> kernels,
                               const ReadEvent& read,
                               const std::function<void(std::size_t, const JsonValue&)>& visit,
                               const std::stop_token& stop) {
  std::vector<EventId> events;
  events.reserve(kernels.size());
  for (const CollectiveKernel& kernel : kernels) events.push_back(kernel.event);
  std::vector<char> known(kernels.size(), 0);
  const auto visit_kernel = [&](std::size_t i, const JsonValue& args) {
    if (!is_collective(args)) return;
    known[i] = 1;
    visit(i, args);
  };
  if (!read_arguments(snapshot, events, kCollectiveArguments, read, visit_kernel, stop))
    return false;
  std::vector<EventId> ops;
  std::vector<std::size_t> of_op;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const EventId op = known[i] != 0 ? EventId::None : comms_op(snapshot, kernels[i].link);
    if (op == EventId::None) continue;
    ops.push_back(op);
    of_op.push_back(i);
  }
  const auto visit_op = [&](std::size_t i, const JsonValue& args) {
    if (is_collective(args)) visit(of_op[i], args);
  };
  read_arguments(snapshot, ops, kCollectiveArguments, read, visit_op, stop);
  return true;
}

}  // namespace lanescope
