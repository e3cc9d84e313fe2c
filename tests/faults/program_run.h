// Runs the program as people do, by a line of bash, and looks at how it ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/core/base/temp_folder.h"

namespace lanescope {

inline constexpr int kUnusable = 3;
/// Where the limit does not even let the system load the program.
inline constexpr int kNotStarted = 127;

/// Built with a sanitizer that keeps a shadow of all memory, so that no limit of the address space
/// lets it start.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kHasShadow = true;
#elif defined(__has_feature)
inline constexpr bool kHasShadow =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kHasShadow = false;
#endif

/// A trace of a CPU, compressed.
std::string example();
std::string text_of(const std::string& path);

struct Ended {
  int code = -1;        // -1: by a signal, or as if by one
  int shell_code = -1;  // 128 and the number of a signal, as shells have it
  std::string errors;
  std::int64_t peak_bytes = 0;  // resident, of the largest process of the line

  [[nodiscard]] std::size_t error_lines() const;
  /// Those of the program itself; libraries of windows write theirs too.
  [[nodiscard]] std::size_t own_lines() const;
};

/// Runs a line of bash in the folder, in which $L is the program and $TARGET one that plays to be
/// recorded (tests/capture/fake). There is no display. stdout is thrown away where the line does
/// not send it elsewhere.
Ended run(const TempFolder& folder, const std::string& line);

/// One line that begins with the program's name, and exit code 3.
void check_refused(const Ended& ended);

}  // namespace lanescope
