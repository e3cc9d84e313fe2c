// The folders that this system has for the user and for what programs keep for them. One source a
// system. Any thread; nobody changes environment variables.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

/// Where the executable lies; empty if the system does not say.
std::filesystem::path executable_folder();

/// Where trees of folders begin, such as "C:\\", in order; empty if there is only one: "/".
std::vector<std::string> volume_roots();

/// Of the user's documents; empty if unknown.
std::string user_home();
/// Where this program keeps settings, and what it notes about its own runs; empty if unknown. They
/// need not exist.
std::string own_settings_folder();
std::string own_state_folder();
/// The latter as people are told: "~/.local/state/lanescope/".
std::string named_state_folder();
/// Where a folder of that name may keep what can be made again, the best place first; never empty.
std::vector<std::filesystem::path> own_cache_folders(const std::string& name);

/// Makes a folder that nobody else can write to, or makes sure that it is one. The parent folder is
/// made as well.
std::optional<Error> make_private_folder(const std::filesystem::path& folder);

}  // namespace lanescope
