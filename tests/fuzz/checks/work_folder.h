// The folder that verbs run in, as the current directory, so that their output contains no paths
// that vary between runs.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// Enters an empty folder of this process, which is removed when the process exits normally.
/// Removes what the previous input left in it. Ends the process on failure.
void enter_work_folder();

/// Writes a file in the work folder; folders in `name` are created.
void write_work_file(const std::string& name, std::string_view bytes);

/// The contents of a file; empty if there is none.
std::string read_work_file(const std::string& name);

}  // namespace lanescope
