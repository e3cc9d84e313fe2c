#include "core/base/files/user_folders.h"

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/stat.h>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets variables
  return value != nullptr ? value : "";
}

/// In the folder named by the XDG variable, else in the usual one at home.
std::string own_folder(const char* xdg, const char* usual) {
  constexpr const char* kOwn = "/lanescope";
  const std::string named = variable(xdg);
  if (named.starts_with('/')) return named + kOwn;
  const std::string home = variable("HOME");
  return home.empty() ? std::string() : home + usual + kOwn;
}

}  // namespace

fs::path executable_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

std::vector<std::string> volume_roots() {
  return {};
}

std::string user_home() {
  return variable("HOME");
}

std::string own_settings_folder() {
  return own_folder("XDG_CONFIG_HOME", "/.config");
}

std::string own_state_folder() {
  return own_folder("XDG_STATE_HOME", "/.local/state");
}

std::string named_state_folder() {
  return "~/.local/state/lanescope/";
}

std::vector<fs::path> own_cache_folders(const std::string& name) {
  std::vector<fs::path> folders;
  if (const std::string cache = own_folder("XDG_CACHE_HOME", "/.cache"); cache.starts_with('/'))
    folders.push_back(fs::path(cache) / name);
  folders.push_back(fs::path("/tmp") / fmt::format("lanescope-{}-{}", ::geteuid(), name));
  return folders;
}

namespace {

/// Whether only this user and root can put something else in the folder's place, or in that of one
/// around it. What belongs to a group that is the user's own counts as the user's.
bool is_out_of_reach(const fs::path& folder) {
  std::error_code error;
  fs::path around = fs::canonical(folder, error);
  while (!error) {
    struct stat info {};
    if (::stat(around.c_str(), &info) != 0) return false;
    if (info.st_uid != 0 && info.st_uid != ::geteuid()) return false;
    const bool is_own_group = info.st_gid == ::getegid() && info.st_uid == ::geteuid();
    const mode_t others = is_own_group ? S_IWOTH : S_IWGRP | S_IWOTH;
    if ((info.st_mode & others) != 0 && (info.st_mode & S_ISVTX) == 0) return false;
    if (around == around.root_path()) return true;
    around = around.parent_path();
  }
  return false;
}

}  // namespace

std::optional<Error> make_private_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST)
    return Error{Error::Kind::Unreadable,
                 fmt::format("{}: {}", folder.string(), std::generic_category().message(errno))};
  struct stat info {};
  const bool known = ::lstat(folder.c_str(), &info) == 0;
  if (known && S_ISDIR(info.st_mode) && info.st_uid == ::geteuid() &&
      (info.st_mode & (S_IWGRP | S_IWOTH)) == 0 && is_out_of_reach(folder.parent_path()))
    return std::nullopt;
  return Error{Error::Kind::Unreadable,
               fmt::format("{}: is not a private folder of this user", folder.string())};
}

}  // namespace lanescope
