// Exit codes, and how errors are printed.
#pragma once

#include <string_view>

namespace lanescope {

inline constexpr int kDone = 0;
inline constexpr int kGateFailed = 1;  // `compare --gate`
inline constexpr int kWrongUsage = 2;
inline constexpr int kUnusable = 3;  // the input or the machine cannot be used

/// Prints "lanescope: SUBJECT: MESSAGE" on stderr, always as a single line, writes it to the log,
/// and returns `code`.
int complain(int code, std::string_view subject, std::string_view message);

/// The errno of the first write to stdout that failed before a complaint; 0: none did.
int why_output_was_lost();

}  // namespace lanescope
