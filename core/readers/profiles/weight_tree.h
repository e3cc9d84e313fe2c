// Stacks with weights but without times, as a tree: laid out side by side, so that lanes show them
// as a flame graph would.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/readers/profiles/profile_text.h"

namespace lanescope {

class WeightTree {
 public:
  using Frame = ProfileText::Frame;

  /// `text` counts the memory of the tree, and must outlive this.
  explicit WeightTree(ProfileText& text) : text_(text) {}

  /// Adds a stack, outermost first. False if the weight is negative, or the sum becomes more than
  /// any profile lasts. Frames beyond ProfileText::kMostFrames are left out. Cost: the depth.
  [[nodiscard]] bool add(std::span<const Frame> stack, std::int64_t weight);
  [[nodiscard]] std::int64_t total() const { return nodes_.front().total; }

  /// Samples for the current thread of the text: a unit of weight lasts `unit_ns`, by which the
  /// total must not become more than any profile lasts. Children are in order of weight, the
  /// heaviest first, after what their parent has of its own. Cost: the depth of each node.
  void lay_out(Ns unit_ns = 1) const;

 private:
  struct Node {
    Frame frame{};
    std::uint32_t parent = 0;
    std::int64_t self = 0, total = 0;
  };
  std::uint32_t child(std::uint32_t parent, Frame frame);
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> sorted_children() const;

  ProfileText& text_;
  std::vector<Node> nodes_{1};                                 // parents before children
  std::unordered_map<std::uint64_t, std::uint32_t> children_;  // by parent and frame
};

}  // namespace lanescope
