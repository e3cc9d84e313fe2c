// Runs the program as users do, by a line of bash, and examines how it ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/core/base/temp_folder.h"

namespace lanescope {

inline constexpr int kUnusable = 3;
/// When the limit does not even let the system load the program.
inline constexpr int kNotStarted = 127;

/// Built with a sanitizer whose shadow memory does not fit into any limit of the address space.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kHasShadow = true;
#elif defined(__has_feature)
inline constexpr bool kHasShadow =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kHasShadow = false;
#endif

/// A CPU-only trace, compressed.
std::string example();
std::string text_of(const std::string& path);

struct Ended {
  int code = -1;        // -1: by a signal, or as if by one
  int shell_code = -1;  // 128 plus the signal number, as in shells
  std::string errors;
  std::int64_t peak_bytes = 0;  // resident, of the largest process in the line

  [[nodiscard]] std::size_t error_lines() const;
  /// Lines of the program itself; window system libraries also write to stderr.
  [[nodiscard]] std::size_t own_lines() const;
};

/// Runs a line of bash in the folder, with $L as the program and $TARGET as one that simulates CUDA
/// and can be recorded (tests/capture/fake). There is no display. stdout is discarded unless the
/// line redirects it.
Ended run(const TempFolder& folder, const std::string& line);

/// Checks for one line that starts with the program's name, and exit code 3.
void check_refused(const Ended& ended);

}  // namespace lanescope
