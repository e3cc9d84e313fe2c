// What leads to details, for the time that nothing is selected.
#pragma once

#include <string_view>

namespace lanescope {

struct Snapshot;

/// Sentences about what this kind of file has. Cost: a look at each counter.
std::string_view what_to_click(const Snapshot& snapshot);

}  // namespace lanescope
