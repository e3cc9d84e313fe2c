// Runs the program's command line in this process: the same verbs, from the same words, but
// thousands of times a minute.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

struct VerbRun {
  std::string line;  // what was run, for a message
  int code = -1;
  std::string out, err;
};

/// What `lanescope WORDS...` prints and ends with. `screenshot` draws the window without a GPU and
/// always writes an SVG. An exception that the program's last resort would have to catch is a
/// broken promise; to run out of memory is not, and reads as code 3. Uses stdout and stderr of the
/// process: one thread.
VerbRun run_verb(std::vector<std::string> words);

}  // namespace lanescope
