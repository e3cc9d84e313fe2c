// C++ names as people write them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace lanescope {

/// The plain form of a name mangled by the Itanium C++ ABI ("_ZN2at3addEf" -> "at::add(float)").
/// Nothing for a text that is none, and for a name whose plain form has more than `most_bytes`:
/// each of its references may double it, so 300 characters can stand for more than memory holds.
/// Any thread. O(most_bytes).
std::optional<std::string> demangled(const std::string& symbol, std::size_t most_bytes);

}  // namespace lanescope
