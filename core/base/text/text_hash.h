// A short name for a text that tells it from others: for files that are kept about other files.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// Sixteen hexadecimal digits, the same in every run (FNV-1a). No defence against those who want
/// two texts to collide.
std::string hash_digits(std::string_view text);

}  // namespace lanescope
