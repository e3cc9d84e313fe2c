// A case that this machine cannot run ends as skipped, not as passed.
#pragma once

#include <string>

namespace lanescope {

/// Ends the running case, which then counts as skipped: its reason is printed when the program
/// ends, and a program that ran no other case exits with kAllSkipped, which ctest also shows as
/// skipped. Earlier assertions still count. Only on the case's thread.
[[noreturn]] void skip_case(const std::string& why);

inline constexpr int kAllSkipped = 77;

}  // namespace lanescope
