// A flame graph: a tree of frames as wide as what they hold, laid out so that a stretch of a line
// is found by a binary search.
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

/// What a frame stands for.
enum class FlameFrame : std::uint8_t {
  Event,     // all events of a name that were called the same way
  Root,      // everything that is counted
  Thread,    // a host thread
  Untraced,  // time of a thread in which no frame is open
  Unlinked,  // GPU work that no host thread launched while the trace was recorded
  Forward,   // the place of a forward operator, while a graph grows; in no finished tree
};

struct FlameNode {
  std::int64_t begin = 0;         // where it starts, from the root's start, in units of the weight
  std::int64_t total = 0;         // with all that is inside
  std::uint32_t parent = 0;       // of the root: itself
  std::uint32_t first_child = 0;  // children end where those of the next node begin
  StringId name = StringId::Empty;
  EventId longest = EventId::None;  // the longest of its events
  std::uint32_t calls = 0;          // its events that hold something
  CategoryKind kind = CategoryKind::Other;
  FlameFrame what = FlameFrame::Event;

  [[nodiscard]] std::int64_t end() const { return begin + total; }
};
static_assert(sizeof(FlameNode) == 40);

/// Nodes line by line, the root first; those of a line from left to right. Children stand side by
/// side from their parent's start on, in the same order as their parents; what is left of a
/// parent's width after the last child is its own. All widths are exact.
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
  /// What no child holds. O(1).
  [[nodiscard]] std::int64_t self(std::uint32_t node) const;
  /// 0 for the root. Cost: log(lines).
  [[nodiscard]] std::uint32_t depth(std::uint32_t node) const;
  /// From below the root to the node. Cost: its depth.
  [[nodiscard]] std::vector<std::uint32_t> path(std::uint32_t node) const;
};

/// What a frame is called: its event's name as in the file, a thread's name or number, "all",
/// "(untraced)", "(launch not recorded)". Good as long as the snapshot.
std::string_view flame_name(const Snapshot& snapshot, const FlameNode& node);

}  // namespace lanescope
