// What the program prints, for tests that compare it.
#pragma once

#include <string>

namespace lanescope {

struct PrintedOutput {
  std::string text;  // stdout and stderr, without what a load took
  int code = -1;     // -1: ended by a signal
};

/// Runs `program` with the arguments, which a shell reads, in a folder, without a display.
PrintedOutput program_output(const std::string& program, const std::string& arguments,
                             const std::string& folder, unsigned threads);

}  // namespace lanescope
