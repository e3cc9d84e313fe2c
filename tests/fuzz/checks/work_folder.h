// The folder that verbs work in, as the current one: what they print has no paths in it that differ
// from run to run.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// Enters an empty folder of this process, which is removed when the process ends in good order.
/// What was in it from the input before is gone. Ends the process where that can not be done.
void enter_work_folder();

/// Writes a file of the work folder; `name` may lie in a folder, which is made.
void write_work_file(const std::string& name, std::string_view bytes);

/// All of a file; empty where there is none.
std::string read_work_file(const std::string& name);

}  // namespace lanescope
