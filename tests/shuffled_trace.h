// A trace with its events in another order, with the same meaning.
#pragma once

#include <cstdint>
#include <string>

namespace lanescope {

/// Shuffles the elements of "traceEvents", or of a bare list, in well-formed JSON. Begin and end
/// events keep their relative order: if their times are equal, they are paired by the order of the
/// file.
std::string shuffled_trace(const std::string& text, std::uint64_t seed);

}  // namespace lanescope
