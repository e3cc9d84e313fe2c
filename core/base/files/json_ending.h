// Which file names say that their contents are Kineto JSON.
#pragma once

#include <string_view>

namespace lanescope {

/// ".json", ".json.gz" or ".json.zst" in any case, as the name ends in it; empty if it is the name
/// of something else.
std::string_view json_ending(std::string_view name);

}  // namespace lanescope
