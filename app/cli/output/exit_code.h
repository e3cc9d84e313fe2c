// What the process tells its caller, and how it complains.
#pragma once

#include <string_view>

namespace lanescope {

inline constexpr int kDone = 0;
inline constexpr int kGateFailed = 1;  // `compare --gate`
inline constexpr int kWrongUsage = 2;
inline constexpr int kUnusable = 3;  // the input or the machine can not be used

/// Prints "lanescope: SUBJECT: MESSAGE" as one line on stderr, whatever the two contain, has it in
/// the log too, and returns `code`.
int complain(int code, std::string_view subject, std::string_view message);

}  // namespace lanescope
