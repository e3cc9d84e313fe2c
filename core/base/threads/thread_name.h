// What a thread is called in tools that list threads.
#pragma once

#include <string>

namespace lanescope {

/// Names the calling thread, with 15 characters at most.
void name_thread(const std::string& name);

}  // namespace lanescope
