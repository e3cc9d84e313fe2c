#include "core/base/replace_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <stdlib.h>  // mkostemps
#include <system_error>
#include <unistd.h>
#include <utility>

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

FileReplacement::FileReplacement(int file, std::string target, std::string fresh)
    : file_(file), target_(std::move(target)), fresh_(std::move(fresh)) {}

FileReplacement::FileReplacement(FileReplacement&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      target_(std::move(other.target_)),
      fresh_(std::exchange(other.fresh_, {})) {}

FileReplacement::~FileReplacement() {
  if (file_ >= 0) ::close(file_);
  if (!fresh_.empty()) ::unlink(fresh_.c_str());
}

Result<FileReplacement> FileReplacement::begin(const std::string& path) {
  std::string target = target_of(path);
  std::error_code ignored;
  if (fs::exists(target, ignored) && !fs::is_regular_file(target, ignored)) {
    return Error{Error::Kind::Unreadable, "there is something of that name that is not a file"};
  }
  std::string fresh = target + ".XXXXXX.tmp";  // mkostemps puts its own letters there
  const int file = ::mkostemps(fresh.data(), 4, O_CLOEXEC);
  if (file < 0) return error_of(errno);
  return FileReplacement(file, std::move(target), std::move(fresh));
}

std::optional<Error> FileReplacement::write(std::string_view bytes) {
  if (write_all(file_, bytes)) return std::nullopt;
  return error_of(errno);
}

std::optional<Error> FileReplacement::commit() {
  const bool whole = ::fchmod(file_, rights_for(target_)) == 0 && ::fsync(file_) == 0;
  int reason = errno;
  const bool closed = ::close(std::exchange(file_, -1)) == 0;
  if (whole && closed && ::rename(fresh_.c_str(), target_.c_str()) == 0) {
    fresh_.clear();
    return std::nullopt;
  }
  if (whole) reason = errno;
  return error_of(reason);
}

std::optional<Error> replace_file(const std::string& path, std::string_view bytes) {
  auto file = FileReplacement::begin(path);
  if (!file.ok()) return file.error();
  if (auto error = file.value().write(bytes)) return error;
  return file.value().commit();
}

}  // namespace lanescope
