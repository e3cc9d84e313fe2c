#include "core/base/files/user_folders.h"

#include <cstdlib>
#include <system_error>
#include <windows.h>

#include <fmt/format.h>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets variables
  return value != nullptr ? value : "";
}

/// Of this program, in a folder that a variable names.
std::string own_folder(const char* named_by) {
  const fs::path folder = variable(named_by);
  return folder.is_absolute() ? (folder / "Lanescope").string() : std::string();
}

}  // namespace

fs::path executable_folder() {
  std::wstring path(MAX_PATH, L'\0');
  for (;;) {
    const DWORD length =
        ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
    if (length < path.size()) return fs::path(path.substr(0, length)).parent_path();
    path.resize(path.size() * 2);
  }
}

std::vector<std::string> volume_roots() {
  std::vector<std::string> roots;
  const DWORD letters = ::GetLogicalDrives();
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    if ((letters >> static_cast<unsigned>(letter - 'A') & 1U) != 0)
      roots.push_back(std::string(1, letter) + ":\\");
  }
  return roots;
}

std::string user_home() {
  return variable("USERPROFILE");
}

std::string own_settings_folder() {
  return own_folder("APPDATA");
}

std::string own_state_folder() {
  return own_folder("LOCALAPPDATA");
}

std::string named_state_folder() {
  return "%LOCALAPPDATA%\\Lanescope\\";
}

std::vector<fs::path> own_cache_folders(const std::string& name) {
  std::vector<fs::path> folders;
  if (const std::string own = own_folder("LOCALAPPDATA"); !own.empty())
    folders.push_back(fs::path(own) / "Cache" / name);
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  folders.push_back((error ? fs::path("C:\\Windows\\Temp") : temporary) / ("lanescope-" + name));
  return folders;
}

/// What lies in the user's own folders is the user's alone, if nobody has changed that.
std::optional<Error> make_private_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && fs::is_directory(fs::symlink_status(folder, error))) return std::nullopt;
  return Error{Error::Kind::Unreadable,
               fmt::format("{}: {}", folder.string(),
                           error ? error.message() : std::string("is not a folder"))};
}

}  // namespace lanescope
