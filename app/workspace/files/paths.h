// Paths of the program's own files and of the user's folders.
#pragma once

#include <string>

namespace lanescope {

/// An environment variable; empty if not set.
std::string environment_variable(const char* name);
/// The font folder: next to the program, as in a build tree, or in share/lanescope when installed.
/// Empty if neither exists.
std::string font_folder();
/// A file that lies beside the program or is carried inside it; empty if it is missing. Tests are
/// one folder below the program.
std::string program_file(const std::string& name);
/// The settings file: $XDG_CONFIG_HOME/lanescope/settings.json, else below ~/.config. Empty if
/// there is no home folder.
std::string settings_file();
/// The log file: $XDG_STATE_HOME/lanescope/log, else below ~/.local/state. Empty if there is no
/// home folder.
std::string log_file();
/// The user's home, else "/".
std::string home_folder();
/// Whether it separates the names in a path.
bool is_separator(char c);
/// With all folders from the root, without "." and "..".
std::string absolute_path(const std::string& path);
/// The path abbreviated for display: "~/traces/a.json".
std::string friendly_path(const std::string& path);

}  // namespace lanescope
