#include "app/cli/output/exit_code.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "app/cli/output/printable.h"
#include "core/base/files/log.h"

namespace lanescope {
namespace {

/// errno; what was to be written is gone, so that the next flush succeeds.
std::atomic<int> lost_reason{0};

}  // namespace

int why_output_was_lost() {
  return lost_reason;
}

int complain(int code, std::string_view subject, std::string_view message) {
  // Not fmt::print, which throws if stderr is closed or full.
  const std::string line =
      fmt::format("lanescope: {}: {}\n", printable(subject), printable(message));
  // If both go to the same place, this line must follow what was printed before.
  if (std::fflush(stdout) != 0 && lost_reason == 0) lost_reason = errno;
  std::fputs(line.c_str(), stderr);
  log_line(code == kDone ? LogLevel::Warning : LogLevel::Error,
           fmt::format("{}: {}", subject, message));
  return code;
}

}  // namespace lanescope
