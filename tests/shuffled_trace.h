// A trace with its events in another order, which says the same.
#pragma once

#include <cstdint>
#include <string>

namespace lanescope {

/// Shuffles the elements of "traceEvents", or of a bare list, in well-formed JSON. Begin and end
/// events keep their order among themselves: where their times are equal the order of the file is
/// what pairs them.
std::string shuffled_trace(const std::string& text, std::uint64_t seed);

}  // namespace lanescope
