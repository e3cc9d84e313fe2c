#include "core/analysis/ops/groups.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "core/analysis/events/step_ranges.h"
#include "core/analysis/host/forward_twins.h"
#include "core/analysis/host/op_texts.h"
#include "core/analysis/host/python_frame.h"
#include "core/analysis/ops/captured_stacks.h"
#include "core/base/threads/work.h"
#include "core/store/each_slice.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kOpGroupings> kNames = {"name",  "shape",  "stack", "module",
                                                               "dtype", "thread", "phase", "step"};
/// torch does not nest lists this deeply; this is for malicious traces.
constexpr int kMostNested = 8;
/// The maximum number of frames in a label; the innermost are kept.
constexpr std::size_t kMostLines = 256;

void append_shapes(const JsonValue& value, int depth, std::string& out) {
  const JsonArray* items = value.array();
  if (items == nullptr || depth >= kMostNested) {
    out += value.to_text(false);
    return;
  }
  out += '[';
  for (const JsonValue& item : *items) {
    if (&item != &items->front()) out += ", ";
    append_shapes(item, depth + 1, out);
  }
  out += ']';
}

/// Builds groups that are identified by a text.
class TextGroups {
 public:
  explicit TextGroups(const Snapshot& snapshot, OpGroups& groups) : groups_(groups) {
    groups.of_event.resize(snapshot.slice_count);
    groups.texts.resize(1);
  }
  std::uint32_t number(const std::string& text) {
    const auto next = static_cast<std::uint32_t>(groups_.texts.size());
    const auto [at, fresh] = known_.try_emplace(text, next);
    if (fresh) groups_.texts.push_back(text);
    groups_.count = groups_.texts.size();
    return at->second;
  }
  void add(EventId op, const std::string& text) { groups_.of_event[index_of(op)] = number(text); }
  /// Renumbers the groups by text, since operators were visited in file order.
  void sort() {
    std::vector<std::uint32_t> order(groups_.texts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin() + 1, order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return groups_.texts[a] < groups_.texts[b];
    });
    std::vector<std::uint32_t> renumbered(order.size());
    std::vector<std::string> texts;
    for (const std::uint32_t group : order) {
      renumbered[group] = static_cast<std::uint32_t>(texts.size());
      texts.push_back(std::move(groups_.texts[group]));
    }
    groups_.texts = std::move(texts);
    for (std::uint32_t& group : groups_.of_event) group = renumbered[group];
  }

 private:
  OpGroups& groups_;
  std::unordered_map<std::string, std::uint32_t> known_;
};

/// As the group of an operator of a capture trace; empty if unknown.
std::string captured_inputs(OpGroupBy by, const GraphSite::Op& op) {
  const JsonValue& inputs = by == OpGroupBy::Shape ? op.dims : op.types;
  return inputs.array() == nullptr ? std::string() : shapes_text(inputs);
}

void add_captured(const GraphOrigins& graphs, OpGroupBy by, TextGroups& texts) {
  for (const GraphSite& site : graphs.sites) {
    for (const GraphSite::Op& op : site.ops) {
      if (const std::string text = captured_inputs(by, op); !text.empty()) texts.number(text);
    }
  }
}

/// Groups by shapes or types in the operators' arguments.
void group_by_inputs(const Snapshot& snapshot, const ReadEvent& read, const std::stop_token& stop,
                     const GraphOrigins* graphs, OpGroups& groups) {
  TextGroups texts(snapshot, groups);
  if (!read) return;
  for (const EventId op : ops_in_file_order(snapshot)) {
    if (stop.stop_requested()) break;
    const auto event = read(op);
    const JsonValue* args = event ? event->find("args") : nullptr;
    if (args == nullptr) continue;
    const JsonValue* inputs =
        groups.by == OpGroupBy::Shape ? input_shapes(*args) : args->find("Input type");
    if (inputs != nullptr) texts.add(op, shapes_text(*inputs));
  }
  if (graphs != nullptr) add_captured(*graphs, groups.by, texts);
  texts.sort();
}

/// Calls visit(track, chunk, slice) for the operators of the host threads, by thread and time.
template <typename Visit>
void for_each_op(const Snapshot& snapshot, const Visit& visit) {
  for_each_slice_in_time(snapshot, TrackKind::CpuThread,
                         [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice) {
                           if (snapshot.kind_of(chunk.category[slice]) == CategoryKind::CpuOp)
                             visit(track, chunk, slice);
                         });
}

void group_by_thread(const Snapshot& snapshot, OpGroups& groups) {
  TextGroups texts(snapshot, groups);
  for_each_op(snapshot, [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice) {
    const std::string_view name = snapshot.text(track.name);
    std::string text =
        name.empty() ? "thread " + std::string(snapshot.text(track.thread)) : std::string(name);
    texts.add(chunk.id_of(slice), text);
  });
}

void group_by_step(const Snapshot& snapshot, OpGroups& groups) {
  TextGroups texts(snapshot, groups);
  const std::vector<StepRange> steps = step_ranges(snapshot);
  if (steps.empty()) return;
  for_each_op(snapshot, [&](const Track&, const TrackChunk& chunk, std::uint32_t slice) {
    const Ns start_ns = chunk.start_ns[slice];
    const auto after = std::ranges::upper_bound(
        steps, start_ns, {}, [](const StepRange& step) { return step.range.begin_ns; });
    if (after == steps.begin() || !std::prev(after)->range.contains(start_ns)) return;
    texts.add(chunk.id_of(slice), std::string(snapshot.text(std::prev(after)->name)));
  });
}

/// Puts the operators of a capture trace at nodes of the stacks, which get those that they lack.
void add_captured_stacks(const GraphOrigins& graphs, OpGroups& groups) {
  CapturedStacks stacks(groups.stacks);
  for (const GraphSite& site : graphs.sites) {
    std::vector<std::uint32_t>& of_op = groups.of_site.emplace_back();
    for (const GraphSite::Op& op : site.ops) {
      of_op.push_back(groups.by == OpGroupBy::Module ? stacks.modules_of(site, &op)
                                                     : stacks.frames_of(site, op));
    }
  }
}

void group_by_stack(const Snapshot& snapshot, StackKind kind, const ReadEvent& read,
                    const std::stop_token& stop, const GraphOrigins* graphs, OpGroups& groups) {
  groups.stacks = find_stacks(snapshot, kind, stop);
  const ForwardTwins twins(snapshot, groups.stacks.nodes.size() > 1 ? read : ReadEvent(), stop);
  groups.of_event = op_stacks(snapshot, groups.stacks, twins).node;
  groups.stacks.of_event = {};
  if (graphs != nullptr) add_captured_stacks(*graphs, groups);
  std::vector<std::uint32_t> numbers(groups.stacks.nodes.size());
  groups.node = {0};
  const auto renumber = [&](std::uint32_t& group) {
    if (group == 0) return;
    std::uint32_t& number = numbers[group];
    if (number == 0) {
      number = static_cast<std::uint32_t>(groups.node.size());
      groups.node.push_back(group);
    }
    group = number;
  };
  std::ranges::for_each(groups.of_event, renumber);
  for (std::vector<std::uint32_t>& of_op : groups.of_site) std::ranges::for_each(of_op, renumber);
  groups.count = groups.node.size();
}

void group_by_phase(const Snapshot& snapshot, OpGroups& groups) {
  TextGroups texts(snapshot, groups);
  const std::vector<Phase> phases = op_phases(snapshot);
  for_each_op(snapshot, [&](const Track&, const TrackChunk& chunk, std::uint32_t slice) {
    const EventId op = chunk.id_of(slice);
    texts.add(op, std::string(phase_title(phases[index_of(op)])));
  });
}

/// Assigns merged calls to the group of the outer call.
void group_merged_calls(const Snapshot& snapshot, OpGroups& groups) {
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::CpuThread || track.chunks.empty()) continue;
    const TrackChunk& chunk = *track.chunks.front();
    const std::vector<std::uint8_t> merged = merged_calls(snapshot, chunk);
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      if (merged[slice] == 0) continue;
      groups.of_event[index_of(chunk.id_of(slice))] = groups.of(chunk.link[slice]);
    }
  }
}

}  // namespace

std::string_view op_group_by_name(OpGroupBy by) {
  return kNames[static_cast<std::size_t>(by)];
}

std::optional<OpGroupBy> op_group_by_of(std::string_view name) {
  const auto at = std::ranges::find(kNames, name);
  if (at == kNames.end()) return std::nullopt;
  return static_cast<OpGroupBy>(at - kNames.begin());
}

const JsonValue* input_shapes(const JsonValue& args) {
  const JsonValue* shapes = args.find("Input Dims");
  return shapes != nullptr ? shapes : args.find("Input dims");
}

std::string shapes_text(const JsonValue& shapes) {
  std::string text;
  append_shapes(shapes, 0, text);
  return text;
}

std::vector<std::uint8_t> merged_calls(const Snapshot& snapshot, const TrackChunk& chunk) {
  const std::span<const EventId> links = chunk.link.span();
  const auto is_op = [&](std::size_t slice) {
    return snapshot.kind_of(chunk.category[slice]) == CategoryKind::CpuOp;
  };
  const auto outer_of = [&](std::size_t slice) {
    return index_of(links[slice]) - index_of(chunk.first_id);
  };
  std::vector<std::uint8_t> inside(chunk.size());  // operator children; 2: more than one
  count_work(Work::Events, chunk.size());
  for (std::size_t slice = 0; slice < links.size(); ++slice) {
    if (links[slice] == EventId::None || !is_op(slice)) continue;
    std::uint8_t& children = inside[outer_of(slice)];
    if (children < 2) ++children;
  }
  std::vector<std::uint8_t> merged(chunk.size());
  count_work(Work::Events, chunk.size());
  for (std::size_t slice = 0; slice < links.size(); ++slice) {
    if (links[slice] == EventId::None || !is_op(slice)) continue;
    const std::uint32_t outer = outer_of(slice);
    if (inside[outer] == 1 && chunk.name[outer] == chunk.name[slice]) merged[slice] = 1;
  }
  return merged;
}

std::uint32_t OpGroups::of_captured(const GraphOrigins& graphs, std::uint32_t site,
                                    std::size_t op) const {
  if (by == OpGroupBy::Stack || by == OpGroupBy::Module)
    return site < of_site.size() ? of_site[site][op] : 0;
  if (by != OpGroupBy::Shape && by != OpGroupBy::Type) return 0;
  const std::string text = captured_inputs(by, graphs.sites[site].ops[op]);
  if (text.empty() || texts.empty()) return 0;
  const auto at = std::lower_bound(texts.begin() + 1, texts.end(), text);
  return at != texts.end() && *at == text ? static_cast<std::uint32_t>(at - texts.begin()) : 0;
}

std::vector<std::string> OpGroups::lines(const Snapshot& snapshot, std::uint32_t group) const {
  if (group == 0) return {};
  if (by != OpGroupBy::Stack && by != OpGroupBy::Module) return {texts[group]};
  std::vector<std::string> lines;
  for (std::uint32_t at = node[group]; at != 0 && lines.size() < kMostLines;
       at = stacks.nodes[at].parent) {
    const std::string_view frame = snapshot.text(stacks.nodes[at].frame);
    lines.emplace_back(by == OpGroupBy::Module ? module_name(frame) : frame);
  }
  if (by == OpGroupBy::Module) std::ranges::reverse(lines);
  return lines;
}

OpGroups group_ops(const Snapshot& snapshot, OpGroupBy by, const ReadEvent& read,
                   const std::stop_token& stop, const GraphOrigins* graphs) {
  OpGroups groups;
  groups.by = by;
  switch (by) {
    case OpGroupBy::Name:
      return groups;
    case OpGroupBy::Shape:
    case OpGroupBy::Type:
      group_by_inputs(snapshot, read, stop, graphs, groups);
      break;
    case OpGroupBy::Stack:
      group_by_stack(snapshot, StackKind::Python, read, stop, graphs, groups);
      break;
    case OpGroupBy::Module:
      group_by_stack(snapshot, StackKind::Modules, read, stop, graphs, groups);
      break;
    case OpGroupBy::Thread:
      group_by_thread(snapshot, groups);
      break;
    case OpGroupBy::Phase:
      group_by_phase(snapshot, groups);
      break;
    case OpGroupBy::Step:
      group_by_step(snapshot, groups);
      break;
  }
  group_merged_calls(snapshot, groups);
  return groups;
}

}  // namespace lanescope
