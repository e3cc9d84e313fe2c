#include "app/workspace/files/paths.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/base/files/program_files.h"
#include "core/base/files/user_folders.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Empty if the folder is unknown.
std::string file_in(const std::string& folder, const std::string& name) {
  return folder.empty() ? std::string() : (fs::path(folder) / name).string();
}

}  // namespace

std::string program_file(const std::string& name) {
  for (const std::string& place : {name, "../" + name}) {
    if (auto path = find_program_file(place); path.ok()) return path.value();
  }
  return {};
}

std::string environment_variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets variables
  return value != nullptr ? value : "";
}

std::string font_folder() {
  return program_file("fonts");
}

std::string home_folder() {
  const std::string home = user_home();
  return home.empty() ? fs::path("/").make_preferred().string() : home;
}

std::string settings_file() {
  return file_in(own_settings_folder(), "settings.json");
}

std::string log_file() {
  return file_in(own_state_folder(), "log");
}

bool is_separator(char c) {
  constexpr std::array kSeparators{'/', static_cast<char>(fs::path::preferred_separator)};
  return std::ranges::find(kSeparators, c) != kSeparators.end();
}

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

std::string friendly_path(const std::string& path) {
  const std::string home = home_folder();
  const bool below = home.size() > 1 && path.size() > home.size() && path.starts_with(home) &&
                     is_separator(path[home.size()]);
  return below ? "~" + path.substr(home.size()) : path;
}

}  // namespace lanescope
