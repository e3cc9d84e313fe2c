// The words in which long names differ. They make equal titles distinct: see tell_apart().
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// For each name, what stands between the text that all names begin with and the text that they end
/// with: "128, 64" and "256, 64". Where that is too long to read or the same for several, as among
/// kernels with dozens of template arguments, the fewest arguments that tell all names apart:
/// "RowMajor, 256" and "RowMajor, 128". Equal names, and what still is the same, are numbered.
/// Cost: the names; for long ones times the number of arguments shown.
std::vector<std::string> distinct_words(const std::vector<std::string_view>& names);

}  // namespace lanescope
