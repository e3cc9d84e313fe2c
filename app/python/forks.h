// Forks of the process: a child has the memory of its parent, but none of its other threads.
#pragma once

#include <cstdint>

namespace lanescope {

/// From now on, children have nothing of what their parent was doing. Once per process.
void follow_forks();

/// How many forks lie between this process and the one that loaded the module. What has threads
/// must not be destroyed in another generation than the one that made it: it would join them.
std::uint64_t fork_generation();

}  // namespace lanescope
