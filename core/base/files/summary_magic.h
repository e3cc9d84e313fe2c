// How the summary of a rank begins (core/ranks/summary), for its reader and for those who are given
// one instead of a trace.
#pragma once

#include <string_view>

namespace lanescope {

inline constexpr std::string_view kSummaryMagic = "\x89LSRANK\n";

}  // namespace lanescope
