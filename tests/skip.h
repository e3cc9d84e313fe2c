// A case that this machine can not run ends as skipped, not as passed.
#pragma once

#include <string>

namespace lanescope {

/// Ends the running case, which then counts as skipped: its reason is printed when the program
/// ends, and a program that ran no other case ends with kAllSkipped, which ctest shows as skipped
/// too. What was asserted before still counts. Only on the thread of the case.
[[noreturn]] void skip_case(const std::string& why);

inline constexpr int kAllSkipped = 77;

}  // namespace lanescope
