// Files of other profilers that real programs wrote, as further starting points.
#pragma once

#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace lanescope {

/// One of the files in the folder that LANESCOPE_FUZZ_TRACES names whose names, without ".gz", end
/// so; decompressed. None larger than 4 MiB. nullopt if there are none.
std::optional<std::string> file_sample(std::mt19937_64& random, std::string_view ending);

}  // namespace lanescope
