// A short name that distinguishes a text from others: for files that are kept about other files.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// Sixteen hexadecimal digits, the same in every run (FNV-1a). Not resistant to deliberate
/// collisions.
std::string hash_digits(std::string_view text);

}  // namespace lanescope
