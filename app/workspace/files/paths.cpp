#include "app/workspace/files/paths.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/base/files/program_files.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// In the folder named by the XDG variable, else in the default folder.
std::string own_file(const char* folder, const char* usual, const char* file) {
  const std::string named = environment_variable(folder);
  if (named.starts_with('/')) return named + file;
  const std::string home = environment_variable("HOME");
  return home.empty() ? std::string() : home + usual + file;
}

/// Empty where it is missing. Tests are one folder below the program.
std::string program_file(const std::string& name) {
  for (const std::string& place : {name, "../" + name}) {
    if (auto path = find_program_file(place); path.ok()) return path.value();
  }
  return {};
}

}  // namespace

std::string environment_variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets variables
  return value != nullptr ? value : "";
}

std::string font_folder() {
  return program_file("fonts");
}

std::string example_trace() {
  return program_file("examples/transformer-cpu.json.gz");
}

std::string home_folder() {
  const std::string home = environment_variable("HOME");
  return home.empty() ? "/" : home;
}

std::string settings_file() {
  return own_file("XDG_CONFIG_HOME", "/.config", "/lanescope/settings.json");
}

std::string log_file() {
  return own_file("XDG_STATE_HOME", "/.local/state", "/lanescope/log");
}

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

std::string friendly_path(const std::string& path) {
  const std::string home = home_folder();
  if (home.size() > 1 && path.starts_with(home + "/")) return "~" + path.substr(home.size());
  return path;
}

}  // namespace lanescope
