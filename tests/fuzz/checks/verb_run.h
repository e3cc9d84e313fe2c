// Runs the program's command line in this process: the same verbs with the same arguments, but
// thousands of times a minute.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

struct VerbRun {
  std::string line;  // the command line, for messages
  int code = -1;
  std::string out, err;
};

/// What `lanescope WORDS...` prints, and its exit code. `screenshot` draws the window without a GPU
/// and always writes an SVG. An exception that only the program's last resort would catch is a
/// broken promise; running out of memory is not, and gives code 3. Uses stdout and stderr of the
/// process, so single-threaded.
VerbRun run_verb(std::vector<std::string> words);

}  // namespace lanescope
