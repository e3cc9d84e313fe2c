// The stacks in the bytes of a channel, as text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope {

struct ChannelStack {
  std::uint64_t label = 0;  // of a mark by stack_probe.cpp; for a CUDA call, its correlation
  bool found = false;       // it has a stack that was written earlier
  bool cut = false;
  std::vector<std::string> frames;  // "name|file|line", innermost first
};

/// The stacks of marks that stack_probe.cpp writes and of CUDA calls, in order.
std::vector<ChannelStack> stacks_in_channel(const std::string& bytes);

}  // namespace lanescope
