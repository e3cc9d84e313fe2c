// A flame graph: a tree of frames whose width is their weight, laid out so that a part of a line is
// found by binary search.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text/ids.h"
#include "core/store/category.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// What a frame represents.
enum class FlameFrame : std::uint8_t {
  Event,     // all events with one name and call path
  Root,      // everything that is counted
  Thread,    // a host thread
  Untraced,  // time of a thread outside frames
  Unlinked,  // GPU work without a launch on a host thread in the trace
  Forward,   // of backward work, its forward operator: resolved before the graph is handed out
};

struct FlameNode {
  std::int64_t begin = 0;         // offset from the root's start, in units of the weight
  std::int64_t total = 0;         // including children
  std::uint32_t parent = 0;       // the root's is itself
  std::uint32_t first_child = 0;  // children end where those of the next node begin
  StringId name = StringId::Empty;
  EventId longest = EventId::None;  // the longest of its events
  std::uint32_t calls = 0;          // its events that have a weight
  CategoryKind kind = CategoryKind::Other;
  FlameFrame what = FlameFrame::Event;

  [[nodiscard]] std::int64_t end() const { return begin + total; }
};
static_assert(sizeof(FlameNode) == 40);

/// Nodes are ordered by line, the root first, and from left to right. Children are placed side by
/// side from their parent's start, in the order of their parents; the rest of a parent's width is
/// its self weight. All widths are exact.
struct FlameTree {
  std::vector<FlameNode> nodes{
      {0, 0, 0, 1, StringId::Empty, EventId::None, 0, CategoryKind::Other, FlameFrame::Root}};
  std::vector<std::uint32_t> line_begin{0, 1};  // line d: nodes [line_begin[d], line_begin[d + 1])

  [[nodiscard]] std::int64_t total() const { return nodes.front().total; }
  [[nodiscard]] std::uint32_t lines() const {
    return static_cast<std::uint32_t>(line_begin.size()) - 1;
  }
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> line(std::uint32_t depth) const {
    return {line_begin[depth], line_begin[depth + 1]};
  }
  /// Children are [first, second).
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> children(std::uint32_t node) const;
  /// The weight not covered by children. O(1).
  [[nodiscard]] std::int64_t self(std::uint32_t node) const;
  /// 0 for the root. Cost: log(lines).
  [[nodiscard]] std::uint32_t depth(std::uint32_t node) const;
  /// The nodes from below the root to this one. Cost: its depth.
  [[nodiscard]] std::vector<std::uint32_t> path(std::uint32_t node) const;
};

/// The label of a frame: its event's name as in the file, a thread's name or number, "all",
/// "(untraced)", "(launch not recorded)". Valid as long as the snapshot.
std::string_view flame_name(const Snapshot& snapshot, const FlameNode& node);

}  // namespace lanescope
