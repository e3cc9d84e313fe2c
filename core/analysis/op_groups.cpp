#include "core/analysis/op_groups.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/analysis/forward_twins.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"name", "shape", "stack", "module"};
/// Deeper lists than torch writes are a made-up trace's.
constexpr int kMostNested = 8;
/// Likewise deeper stacks: so many frames are named, the innermost.
constexpr std::size_t kMostLines = 256;

struct OpText {
  Place place;
  EventId op = EventId::None;
};

/// The operators in the order of the file, which is fastest to read.
std::vector<OpText> op_texts(const Snapshot& snapshot) {
  std::vector<OpText> texts;
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::CpuThread) continue;
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
        if (snapshot.kind_of(chunk->category[slice]) == CategoryKind::CpuOp) {
          texts.push_back({chunk->place[slice], chunk->id_of(slice)});
        }
      }
    }
  }
  std::sort(texts.begin(), texts.end(),
            [](const OpText& a, const OpText& b) { return a.place.offset() < b.place.offset(); });
  return texts;
}

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

/// "Input dims" until torch 1.10.
const JsonValue* shapes_of(const JsonValue& event) {
  const JsonValue* args = event.find("args");
  if (args == nullptr) return nullptr;
  const JsonValue* shapes = args->find("Input Dims");
  return shapes != nullptr ? shapes : args->find("Input dims");
}

void group_by_shape(const Snapshot& snapshot, const ReadEvent& read, const std::stop_token& stop,
                    OpGroups& groups) {
  groups.of_event.resize(snapshot.slice_count);
  groups.shapes.resize(1);
  std::unordered_map<std::string, std::uint32_t> known;
  for (const OpText& text : read ? op_texts(snapshot) : std::vector<OpText>{}) {
    if (stop.stop_requested()) break;
    const auto event = read(text.op);
    const JsonValue* shapes = event ? shapes_of(*event) : nullptr;
    if (shapes == nullptr) continue;
    const auto number = static_cast<std::uint32_t>(groups.shapes.size());
    const auto [at, fresh] = known.try_emplace(shapes_text(*shapes), number);
    if (fresh) groups.shapes.push_back(at->first);
    groups.of_event[index_of(text.op)] = at->second;
  }
  groups.count = groups.shapes.size();
}

void group_by_stack(const Snapshot& snapshot, StackKind kind, const std::stop_token& stop,
                    OpGroups& groups) {
  groups.stacks = find_stacks(snapshot, kind, stop);
  groups.of_event = op_stacks(snapshot, groups.stacks, ForwardTwins(snapshot)).node;
  groups.stacks.of_event = {};
  std::vector<std::uint32_t> numbers(groups.stacks.nodes.size());
  groups.node = {0};
  for (std::uint32_t& group : groups.of_event) {
    if (group == 0) continue;
    std::uint32_t& number = numbers[group];
    if (number == 0) {
      number = static_cast<std::uint32_t>(groups.node.size());
      groups.node.push_back(group);
    }
    group = number;
  }
  groups.count = groups.node.size();
}

/// A merged call has the group of the one around it.
void group_merged_calls(const Snapshot& snapshot, OpGroups& groups) {
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::CpuThread || track.chunks.empty()) continue;
    const TrackChunk& chunk = *track.chunks.front();
    const std::vector<bool> merged = merged_calls(snapshot, chunk);
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      if (!merged[slice]) continue;
      groups.of_event[index_of(chunk.id_of(slice))] = groups.of(chunk.link[slice]);
    }
  }
}

}  // namespace

std::string_view op_group_by_name(OpGroupBy by) {
  return kNames[static_cast<std::size_t>(by)];
}

std::optional<OpGroupBy> op_group_by_of(std::string_view name) {
  const auto at = std::find(kNames.begin(), kNames.end(), name);
  if (at == kNames.end()) return std::nullopt;
  return static_cast<OpGroupBy>(at - kNames.begin());
}

std::string shapes_text(const JsonValue& shapes) {
  std::string text;
  append_shapes(shapes, 0, text);
  return text;
}

std::vector<bool> merged_calls(const Snapshot& snapshot, const TrackChunk& chunk) {
  std::vector<std::uint8_t> inside(chunk.size());  // operators right inside, 2 for more
  const auto is_inner = [&](std::uint32_t slice) {
    return snapshot.kind_of(chunk.category[slice]) == CategoryKind::CpuOp &&
           chunk.link[slice] != EventId::None;
  };
  const auto outer_of = [&](std::uint32_t slice) {
    return index_of(chunk.link[slice]) - index_of(chunk.first_id);
  };
  for (std::uint32_t slice = 0; slice < chunk.size(); ++slice) {
    if (is_inner(slice) && inside[outer_of(slice)] < 2) ++inside[outer_of(slice)];
  }
  std::vector<bool> merged(chunk.size());
  for (std::uint32_t slice = 0; slice < chunk.size(); ++slice) {
    merged[slice] = is_inner(slice) && inside[outer_of(slice)] == 1 &&
                    chunk.name[outer_of(slice)] == chunk.name[slice];
  }
  return merged;
}

std::vector<std::string> OpGroups::lines(const Snapshot& snapshot, std::uint32_t group) const {
  if (group == 0) return {};
  if (by == OpGroupBy::Shape) return {shapes[group]};
  std::vector<std::string> lines;
  for (std::uint32_t at = node[group]; at != 0 && lines.size() < kMostLines;
       at = stacks.nodes[at].parent) {
    const std::string_view frame = snapshot.text(stacks.nodes[at].frame);
    lines.emplace_back(by == OpGroupBy::Module ? module_of_name(frame) : frame);
  }
  if (by == OpGroupBy::Module) std::reverse(lines.begin(), lines.end());
  return lines;
}

OpGroups group_ops(const Snapshot& snapshot, OpGroupBy by, const ReadEvent& read,
                   const std::stop_token& stop) {
  OpGroups groups;
  groups.by = by;
  if (by == OpGroupBy::Name) return groups;
  if (by == OpGroupBy::Shape) group_by_shape(snapshot, read, stop, groups);
  if (by == OpGroupBy::Stack) group_by_stack(snapshot, StackKind::Python, stop, groups);
  if (by == OpGroupBy::Module) group_by_stack(snapshot, StackKind::Modules, stop, groups);
  group_merged_calls(snapshot, groups);
  return groups;
}

}  // namespace lanescope
