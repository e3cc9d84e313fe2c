// Builds a flame graph: weights are charged to frames, then the tree is laid out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/flame/tree.h"

namespace lanescope {

enum class FlameOrder : std::uint8_t {
  LeftHeavy,  // equal stacks are merged; siblings by weight, descending, then by name
  Time,       // in call order; only adjacent equal frames are merged
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
  /// Whether nothing was charged.
  [[nodiscard]] bool empty() const { return nodes_.size() == 1 && nodes_.front().self == 0; }

  /// The child of a node, created if needed. Cost: constant on average.
  std::uint32_t child(std::uint32_t parent, const Frame& frame);
  /// Adds `count` events to a frame; `longest` is the longest of them.
  void add_calls(std::uint32_t node, std::uint32_t count, EventId longest, Ns longest_ns);
  void add_call(std::uint32_t node, EventId event, Ns dur_ns) { add_calls(node, 1, event, dur_ns); }
  /// `weight` is non-negative; sums saturate.
  void charge(std::uint32_t node, std::int64_t weight);

  /// Adds another graph, with its root at `under`.
  void graft(const FlameGrower& other, std::uint32_t under);
  /// Adds the weights and calls of another graph's nodes to the nodes given by `places`.
  void graft(const FlameGrower& other, std::span<const std::uint32_t> places);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  [[nodiscard]] const Frame& frame(std::uint32_t node) const { return nodes_[node].frame; }
  /// The parent; the root's is itself.
  [[nodiscard]] std::uint32_t parent(std::uint32_t node) const { return nodes_[node].parent; }

  /// Cost: a sort of each frame's children. Weights that would exceed int64 in total are dropped.
  [[nodiscard]] FlameTree lay_out(const Snapshot& snapshot) const;

 private:
  struct Node {
    std::int64_t self = 0;
    Ns longest_ns = -1;
    std::uint32_t parent = 0;
    std::uint32_t last_child = 0;  // the most recently used one; 0: none
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
  std::vector<std::uint32_t> slots_;  // open addressing by (parent, name); 0: free
};

}  // namespace lanescope
