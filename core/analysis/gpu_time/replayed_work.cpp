#include "core/analysis/gpu_time/replayed_work.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "core/analysis/events/event_arguments.h"

namespace lanescope {
namespace {

std::vector<EventId> captured_events(const GraphOrigins& graphs,
                                     std::span<const DeviceTimeline> timelines) {
  std::vector<EventId> events;
  for (const DeviceTimeline& timeline : timelines) {
    for (const TimelineEvent& event : timeline.events) {
      const GraphOrigins::Node* node = graphs.find(event.event);
      if (node != nullptr && !graphs.site_of(*node).ops.empty()) events.push_back(event.event);
    }
  }
  return events;
}

/// As an operator of the trace itself has them.
JsonValue arguments_of(const CapturedOp& op) {
  return JsonValue{JsonObject{
      {"Input Dims", op.dims}, {"Input type", op.types}, {"Concrete Inputs", op.inputs}}};
}

/// The name of an operator around the launch, in this trace.
StringId name_in(const Snapshot& snapshot, const GraphSite& site, std::string_view name) {
  const auto at = std::ranges::find_if(
      site.ops, [&](const GraphSite::Op& op) { return snapshot.text(op.name) == name; });
  return at == site.ops.end() ? StringId::Empty : at->name;
}

}  // namespace

ReplayedWork::ReplayedWork(const Snapshot& snapshot, const ReadEvent& read,
                           const GraphOrigins& graphs, std::span<const DeviceTimeline> timelines) {
  constexpr std::array<std::string_view, 1> kKeys = {kCapturedAs};
  const std::vector<EventId> events = captured_events(graphs, timelines);
  std::map<std::pair<StringId, std::string>, std::size_t> known;
  const auto note = [&](EventId event, const JsonValue& args) {
    const auto captured = captured_launch(args);
    if (!captured) return;
    const auto op = std::ranges::find_if(
        captured->ops, [](const CapturedOp& one) { return modelled_op(one.name).has_value(); });
    if (op == captured->ops.end()) return;
    const StringId name = name_in(snapshot, graphs.site_of(*graphs.find(event)), op->name);
    if (name == StringId::Empty) return;
    const JsonValue inputs = arguments_of(*op);
    const auto [at, fresh] = known.try_emplace({name, inputs.to_text()}, ops_.size());
    if (fresh) ops_.push_back({name, work_of_op(op->name, inputs)});
    replayed_.emplace(event, Replayed{at->second, op->call});
  };
  for (std::size_t i = 0; i < events.size(); i += kMostArgumentTexts) {
    const auto some = std::span(events).subspan(i, std::min(kMostArgumentTexts, events.size() - i));
    read_arguments(snapshot, some, kKeys, read,
                   [&](std::size_t at, const JsonValue& args) { note(some[at], args); });
  }
}

}  // namespace lanescope
