#include "core/base/files/replace_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <sys/stat.h>

#include "core/base/files/keep_file.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kOurs = 0600, kUsual = 0666;
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
      return "; free up space or choose another location";
    case EACCES:
    case EPERM:
    case EROFS:
      return "; choose another folder";
    default:
      return "";
  }
}

Error error_of(int reason) {
  return {Error::Kind::Unreadable, std::generic_category().message(reason) + advice_for(reason)};
}

/// The file to be written: the target of a symbolic link.
std::string target_of(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}

/// Copies the mode and the owner of the file being replaced, so that nobody loses or gains the
/// right to read it.
bool take_over_rights(int file, const std::string& path, mode_t most) {
  struct stat old {};
  if (::stat(path.c_str(), &old) != 0) return true;
  mode_t rights = old.st_mode & 0777;
  struct stat fresh {};
  if (::fstat(file, &fresh) != 0) return false;
  const bool same = fresh.st_uid == old.st_uid && fresh.st_gid == old.st_gid;
  if (!same && ::fchown(file, old.st_uid, old.st_gid) != 0 &&
      ::fchown(file, static_cast<uid_t>(-1), old.st_gid) != 0 && fresh.st_gid != old.st_gid) {
    // The file keeps our group, which so far had the permissions of others.
    rights = (rights & ~mode_t{0070}) | (rights & 0007U) << 3U;
  }
  return ::fchmod(file, rights & most) == 0;
}

/// Creates a unique file next to `target` and puts its name in `fresh`; -1 with errno.
int create_beside(const std::string& target, mode_t rights, std::string& fresh) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
  constexpr int kAttempts = 100;
  std::random_device random;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    fresh = target + ".";
    for (int i = 0; i < 6; ++i) fresh += kLetters[random() % kLetters.size()];
    fresh += ".tmp";
    const int file = ::open(fresh.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, rights);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

}  // namespace

mode_t rights_of_source(const std::string& source) {
  struct stat file {};
  return (::stat(source.c_str(), &file) == 0 ? file.st_mode & kUsual : 0) | kOurs;
}

mode_t rights_of_sources(const std::vector<std::string>& sources) {
  mode_t most = kRightsOfAll;
  for (const std::string& source : sources) most &= rights_of_source(source);
  return most;
}

FileReplacement::FileReplacement(int file, std::string target, std::string fresh, mode_t most)
    : file_(file), most_(most), target_(std::move(target)), fresh_(std::move(fresh)) {}

FileReplacement::FileReplacement(FileReplacement&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      most_(other.most_),
      target_(std::move(other.target_)),
      fresh_(std::exchange(other.fresh_, {})) {}

FileReplacement::~FileReplacement() {
  if (file_ >= 0) ::close(file_);
  if (!fresh_.empty()) ::unlink(fresh_.c_str());
}

Result<FileReplacement> FileReplacement::begin(const std::string& path, mode_t most) {
  std::string target = target_of(path);
  std::error_code ignored;
  const bool is_there = fs::exists(target, ignored);
  if (is_there && !fs::is_regular_file(target, ignored)) {
    return Error{Error::Kind::Unreadable, "that name is taken by something that is not a file"};
  }
  std::string fresh;
  // Until the new file has the old one's permissions, only its owner may read it.
  const int file = create_beside(target, is_there ? kOurs : kUsual & most, fresh);
  if (file < 0) return error_of(errno);
  return FileReplacement(file, std::move(target), std::move(fresh), most);
}

std::optional<Error> FileReplacement::write(std::string_view bytes) {
  if (write_all(file_, bytes)) return std::nullopt;
  return error_of(errno);
}

std::optional<Error> FileReplacement::commit() {
  const bool whole = take_over_rights(file_, target_, most_) && ::fsync(file_) == 0;
  int reason = errno;
  const bool closed = ::close(std::exchange(file_, -1)) == 0;
  if (whole && closed && ::rename(fresh_.c_str(), target_.c_str()) == 0) {
    fresh_.clear();
    keep_file(target_);
    return std::nullopt;
  }
  if (whole) reason = errno;
  return error_of(reason);
}

std::optional<Error> replace_file(const std::string& path, std::string_view bytes, mode_t most) {
  auto file = FileReplacement::begin(path, most);
  if (!file.ok()) return file.error();
  if (auto error = file.value().write(bytes)) return error;
  return file.value().commit();
}

}  // namespace lanescope
