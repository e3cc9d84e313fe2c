// The traces that come with the program.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct Example {
  std::string name;        // on the command line: "slow"
  std::string what;        // it shows, in one line
  std::string path;        // of a file, or of a folder of ranks
  bool generated = false;  // by the script beside them, not recorded
};

/// Those that this program has, in the order in which to look at them. Unpacks them if the
/// executable carries them inside. Any thread.
std::vector<Example> find_examples();
/// Null if there is none of this name.
const Example* find_example(std::span<const Example> examples, std::string_view name);
/// Whether a path is one of theirs, or in a folder of theirs.
bool is_example(std::span<const Example> examples, std::string_view path);

}  // namespace lanescope
