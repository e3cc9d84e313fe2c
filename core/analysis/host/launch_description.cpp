#include "core/analysis/host/launch_description.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/host/python_frame.h"
#include "core/analysis/host/site.h"

namespace lanescope {
namespace {

/// Real stacks are a few tens deep; the innermost say the most.
constexpr std::size_t kMostOps = 32, kMostFrames = 64;

std::uint32_t node_of(const HostStacks& stacks, EventId event) {
  return index_of(event) < stacks.of_event.size() ? stacks.of_event[index_of(event)] : 0;
}

/// Innermost first.
std::vector<std::string> stack_of(const Snapshot& trace, const HostStacks& stacks, EventId event) {
  std::vector<std::string> frames;
  for (std::uint32_t at = node_of(stacks, event); at != 0 && frames.size() < kMostFrames;
       at = stacks.nodes[at].parent)
    frames.emplace_back(trace.text(stacks.nodes[at].frame));
  return frames;
}

/// The frames that an event was called from and an operator around it was not, which `counts`
/// counts.
template <typename Counts>
std::uint32_t frames_inside(const HostStacks& stacks, EventId op, EventId event,
                            const Counts& counts) {
  const std::uint32_t around = node_of(stacks, op);
  std::uint32_t inside = 0;
  std::size_t passed = 0;
  for (std::uint32_t at = node_of(stacks, event); at != around && at != 0 && passed < kMostFrames;
       at = stacks.nodes[at].parent, ++passed)
    inside += counts(stacks.nodes[at].frame) ? 1 : 0;
  return inside;
}

JsonValue member(const JsonValue& args, std::string_view key) {
  const JsonValue* value = args.find(key);
  return value != nullptr ? *value : JsonValue{};
}

}  // namespace

LaunchDescriber::LaunchDescriber(const ReadTrace& in, std::string file)
    : in_(in),
      file_(std::move(file)),
      modules_(find_stacks(in.trace, StackKind::Modules)),
      frames_(find_stacks(in.trace, StackKind::Python)) {}

CapturedLaunch LaunchDescriber::describe(EventId launch) const {
  CapturedLaunch out;
  out.file = file_;
  out.call = std::string(in_.trace.text(slice_name(in_.trace, launch)));
  add_ops(launch, out);
  out.modules = stack_of(in_.trace, modules_, launch);
  std::ranges::reverse(out.modules);
  out.frames = stack_of(in_.trace, frames_, launch);
  std::erase_if(out.frames, [](const std::string& frame) { return !module_name(frame).empty(); });
  return out;
}

void LaunchDescriber::add_ops(EventId launch, CapturedLaunch& to) const {
  EventId op = innermost_op(in_.trace, launch);
  while (op != EventId::None && to.ops.size() < kMostOps) {
    const auto home = in_.trace.find_slice(op);
    if (!home) return;
    CapturedOp one{std::string(in_.trace.text(home->chunk->name[home->slice])), {}, {}, {}};
    one.call = index_of(op);
    one.frames_inside = frames_inside(frames_, op, launch, [this](StringId frame) {
      return module_name(in_.trace.text(frame)).empty();
    });
    one.modules_inside = frames_inside(modules_, op, launch, [](StringId) { return true; });
    const auto event = in_.read ? in_.read(op) : std::nullopt;
    if (const JsonValue* args = event ? event->find("args") : nullptr) {
      one.dims = member(*args, "Input Dims");
      if (one.dims.is_null()) one.dims = member(*args, "Input dims");
      one.types = member(*args, "Input type");
      one.inputs = member(*args, "Concrete Inputs");
    }
    to.ops.push_back(std::move(one));
    to.outermost_call = index_of(op);
    op = home->chunk->link[home->slice];
  }
}

}  // namespace lanescope
