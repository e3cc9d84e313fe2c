// The stacks in the bytes of a channel, put into words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope {

struct ChannelStack {
  std::uint64_t label = 0;  // of a mark of stack_probe.cpp; of a call into CUDA its correlation
  bool found = false;       // it has a stack, which was written before it
  bool cut = false;
  std::vector<std::string> frames;  // "name|file|line", innermost first
};

/// Of marks that stack_probe.cpp writes and of calls into CUDA, in their order.
std::vector<ChannelStack> stacks_in_channel(const std::string& bytes);

}  // namespace lanescope
