// The program's output, for tests that compare it.
#pragma once

#include <string>

namespace lanescope {

struct PrintedOutput {
  std::string text;  // stdout and stderr, without load times
  int code = -1;     // -1: ended by a signal
};

/// Runs `program` with arguments that are parsed by a shell, in `folder`, without a display.
PrintedOutput program_output(const std::string& program, const std::string& arguments,
                             const std::string& folder, unsigned threads);

}  // namespace lanescope
