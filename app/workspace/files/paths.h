// Where the program's own files are, and a user's.
#pragma once

#include <string>

namespace lanescope {

/// A variable of the environment; empty where it is not set.
std::string environment_variable(const char* name);
/// The folder of fonts: beside the program, as in a build tree, or in share/lanescope as installed.
/// Empty when neither is there.
std::string font_folder();
/// The bundled example trace; empty when it is not there.
std::string example_trace();
/// Where settings are kept: $XDG_CONFIG_HOME/lanescope/settings.json, else below ~/.config. Empty
/// without a home.
std::string settings_file();
/// Where the program keeps its log: $XDG_STATE_HOME/lanescope/log, else below ~/.local/state. Empty
/// without a home.
std::string log_file();
/// The user's home, else "/".
std::string home_folder();
/// With all folders from the root on, without "." and "..".
std::string absolute_path(const std::string& path);
/// The same path as a person would write it: "~/traces/a.json".
std::string friendly_path(const std::string& path);

}  // namespace lanescope
