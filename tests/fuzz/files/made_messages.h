// Files in protobuf, as profilers write them, with events at random.
#pragma once

#include <random>
#include <string>

namespace lanescope {

/// An XSpace of a host and GPUs.
std::string xplane_file(std::mt19937_64& random);
std::string pprof_file(std::mt19937_64& random);

}  // namespace lanescope
