// Demangled C++ names.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace lanescope {

/// Demangles a name of the Itanium C++ ABI ("_ZN2at3addEf" -> "at::add(float)"), also one that
/// begins with "__Z" or "___Z", as on macOS. nullopt for text that is not mangled, such as the name
/// of a function of C, and for a name whose demangled form exceeds `most_bytes`: each back
/// reference may double it, so 300 characters can expand to more than fits in memory. Any thread.
/// O(most_bytes).
std::optional<std::string> demangled(const std::string& symbol, std::size_t most_bytes);

}  // namespace lanescope
