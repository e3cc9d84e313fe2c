#include "core/base/replace_file.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <stdlib.h>  // mkostemps
#include <system_error>
#include <unistd.h>

#include <sys/stat.h>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kUsualRights = 0644;
constexpr std::size_t kLargestPiece = 1U << 20;

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::write(file, bytes.data(), std::min<std::size_t>(bytes.size(), kLargestPiece));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::string advice_for(int reason) {
  switch (reason) {
    case ENOSPC:
    case EDQUOT:
      return ", make room or choose another place";
    case EACCES:
    case EPERM:
    case EROFS:
      return ", choose another folder";
    default:
      return "";
  }
}

Error error_of(int reason) {
  return {Error::Kind::Unreadable, std::generic_category().message(reason) + advice_for(reason)};
}

/// Where the bytes go: what a link points to.
std::string target_of(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}

/// Of the file that is replaced, so that nobody loses or gains the right to read it.
mode_t rights_for(const std::string& path) {
  struct stat old {};
  return ::stat(path.c_str(), &old) == 0 ? old.st_mode & 0777 : kUsualRights;
}

}  // namespace

std::optional<Error> replace_file(const std::string& path, std::string_view bytes) {
  const std::string target = target_of(path);
  std::error_code ignored;
  if (fs::exists(target, ignored) && !fs::is_regular_file(target, ignored)) {
    return Error{Error::Kind::Unreadable, "there is something of that name that is no file"};
  }
  std::string fresh = target + ".XXXXXX.tmp";  // mkostemps puts its own letters there
  const int file = ::mkostemps(fresh.data(), 4, 0);
  if (file < 0) return error_of(errno);
  const bool written =
      write_all(file, bytes) && ::fchmod(file, rights_for(target)) == 0 && ::fsync(file) == 0;
  int reason = errno;
  const bool closed = ::close(file) == 0;
  if (written && closed && ::rename(fresh.c_str(), target.c_str()) == 0) return std::nullopt;
  if (written) reason = errno;
  ::unlink(fresh.c_str());
  return error_of(reason);
}

}  // namespace lanescope
