// The stacks in the bytes of a lane, put into words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope {

struct MarkedStack {
  std::uint64_t label = 0;
  bool found = false;  // the mark has a stack that was written before it
  bool cut = false;
  std::vector<std::string> frames;  // "name|file|line", innermost first
};

/// In the order of the marks that stack_probe.cpp writes.
std::vector<MarkedStack> stacks_in_lane(const std::string& bytes);

}  // namespace lanescope
