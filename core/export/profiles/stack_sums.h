// Time by stack: how long exactly these frames were open.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/export/profiles/stack_walk.h"

namespace lanescope {

class StackSums {
 public:
  struct Node {
    StackFrame frame;
    std::uint32_t parent = 0;
    Ns self_ns = 0;
  };

  /// Adds a thread. Cost: a lookup for each slice.
  void add(const Snapshot& trace, const Track& thread, const std::optional<TimeRange>& range);

  /// The first is the root, which is no frame; parents come before children.
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  /// The frames of a stack, innermost first. Cost: the depth.
  [[nodiscard]] std::vector<StackFrame> frames_of(std::uint32_t node) const;

 private:
  std::uint32_t child(std::uint32_t parent, const StackFrame& frame);

  std::vector<Node> nodes_{1};
  std::unordered_map<std::uint64_t, std::uint32_t> children_;  // by parent and name
};

}  // namespace lanescope
