#include "core/analysis/gpu_time/modelled_calls.h"

#include "core/analysis/gpu_time/op_model.h"
#include "core/analysis/host/site.h"
#include "core/base/check.h"

namespace lanescope {

ModelledCalls::ModelledCalls(const Snapshot& snapshot, ReplayedWork captured)
    : ops_(snapshot, [](std::string_view name) { return modelled_op(name).has_value(); }),
      slices_(snapshot),
      captured_(std::move(captured)) {}

void ModelledCalls::begin_device(std::int64_t device) {
  known_ = {};
  device_ = device;
}

OpCall* ModelledCalls::call_of(const TimelineEvent& event, const ChargedLaunch& origin) {
  if (const ReplayedWork::Replayed* replayed = captured_.find(event.event))
    return &captured_call(*replayed, event);
  const std::uint32_t op = origin.name ? 0 : ops_.number(origin.launch);
  return op == 0 ? nullptr : &traced_call(op, origin.replay);
}

OpCall& ModelledCalls::traced_call(std::uint32_t op, EventId replay) {
  if (known_.of_op.size() <= op) known_.of_op.resize(std::size_t{op} + 1);
  std::uint32_t& latest = known_.of_op[op];
  std::uint32_t& number = replay == EventId::None ? latest : known_.of_replay[{op, replay}];
  if (number == 0) {
    const EventId event = ops_.of(op);
    const StringId name = slice_name(slices_, event);
    calls_.push_back({.op = event, .name = name, .device = device_, .again = latest != 0});
    number = latest = static_cast<std::uint32_t>(calls_.size());
  }
  return calls_[number - 1];
}

OpCall& ModelledCalls::captured_call(const ReplayedWork::Replayed& replayed,
                                     const TimelineEvent& event) {
  LANESCOPE_CHECK(replayed.op < captured_.ops().size(), "one of {} operators, not {}",
                  captured_.ops().size(), replayed.op);
  std::uint32_t& number = known_.of_captured[{replayed.op, replayed.call, event.link}];
  if (number == 0) {
    std::uint32_t& first = known_.of_captured[{replayed.op, replayed.call, EventId::None}];
    calls_.push_back({.op = event.event,
                      .name = captured_.ops()[replayed.op].name,
                      .device = device_,
                      .again = first != 0,
                      .captured = replayed.op});
    number = first = static_cast<std::uint32_t>(calls_.size());
  }
  return calls_[number - 1];
}

}  // namespace lanescope
