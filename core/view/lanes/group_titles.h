// What a lane is called where it does not stand below its group's header.
#pragma once

#include <string>

#include "core/view/lanes/tree.h"

namespace lanescope {

/// "GPU 0 · stream 7", "pid 25738 · main thread", "pid 25738 · main thread · samples". Only devices
/// and processes are named.
std::string title_with_group(const LaneGroup& group, const Lane& lane);

}  // namespace lanescope
