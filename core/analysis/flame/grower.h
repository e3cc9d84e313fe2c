// A flame graph while it grows: weights are charged to frames, then everything gets its place.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/flame/tree.h"

namespace lanescope {

enum class FlameOrder : std::uint8_t {
  LeftHeavy,  // equal frames in equal frames are one; the heaviest first, then by name
  Time,       // as they were called; only neighbours that are equal are one
};

class FlameGrower {
 public:
  struct Frame {
    StringId name = StringId::Empty;
    CategoryKind kind = CategoryKind::Other;
    FlameFrame what = FlameFrame::Event;
  };

  explicit FlameGrower(FlameOrder order) : order_(order), nodes_(1) {
    nodes_.front().frame.what = FlameFrame::Root;
  }

  [[nodiscard]] FlameOrder order() const { return order_; }
  /// Whether nothing was charged to anything.
  [[nodiscard]] bool empty() const { return nodes_.size() == 1 && nodes_.front().self == 0; }

  /// The frame in a parent, new or known. Cost: constant on average.
  std::uint32_t child(std::uint32_t parent, const Frame& frame);
  /// More events of a frame, and the longest of them.
  void add_calls(std::uint32_t node, std::uint32_t count, EventId longest, Ns longest_ns);
  void add_call(std::uint32_t node, EventId event, Ns dur_ns) { add_calls(node, 1, event, dur_ns); }
  /// `weight` is not negative; sums end at the largest int64.
  void charge(std::uint32_t node, std::int64_t weight);

  /// Everything of another one, its root becoming `under`.
  void graft(const FlameGrower& other, std::uint32_t under);
  /// What the nodes of another one hold, each to the node here that `places` says.
  void graft(const FlameGrower& other, std::span<const std::uint32_t> places);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  [[nodiscard]] const Frame& frame(std::uint32_t node) const { return nodes_[node].frame; }
  /// Of the root: itself.
  [[nodiscard]] std::uint32_t parent(std::uint32_t node) const { return nodes_[node].parent; }

  /// Cost: a sort of each frame's children. What would take the whole beyond int64 is left out.
  [[nodiscard]] FlameTree lay_out(const Snapshot& snapshot) const;

 private:
  struct Node {
    std::int64_t self = 0;
    Ns longest_ns = -1;
    std::uint32_t parent = 0;
    std::uint32_t last_child = 0;  // the one used last; 0: none
    EventId longest = EventId::None;
    std::uint32_t calls = 0;
    Frame frame;
  };

  [[nodiscard]] bool is(std::uint32_t node, std::uint32_t parent, const Frame& frame) const;
  std::uint32_t add(std::uint32_t parent, const Frame& frame);
  std::uint32_t find_or_add(std::uint32_t parent, const Frame& frame);
  void grow_slots();
  [[nodiscard]] std::vector<std::int64_t> totals() const;

  /// The children of each node: `child` from first[node] to first[node + 1].
  struct Families {
    std::vector<std::uint32_t> first, child;
  };
  [[nodiscard]] Families families() const;
  void sort_heaviest_first(const Snapshot& snapshot, const std::vector<std::int64_t>& total,
                           Families& families) const;

  FlameOrder order_;
  std::vector<Node> nodes_;           // the root first, parents before children
  std::vector<std::uint32_t> slots_;  // open addressing by (parent, name); 0 is free
};

}  // namespace lanescope
