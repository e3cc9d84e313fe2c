#include "core/base/files/replace_file.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include "core/base/files/fresh_name.h"
#include "core/base/files/keep_file.h"
#include "core/base/files/system_file.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kOurs = 0600, kUsual = 0666;

std::string advice_for(int reason) {
  if (means_full_disk(reason)) return "; free up space or choose another location";
  if (reason == ENOENT) return "; create its folder first";
  const bool forbidden = reason == EACCES || reason == EPERM || reason == EROFS;
  return forbidden ? "; choose another folder" : "";
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

/// Locks a new file until it is closed, which tells remove_abandoned() that it is being written.
/// False if that has removed it before it was locked.
bool hold(int file, const std::string& path) {
  if (is_locked_by_other(file)) return false;
  const auto own = facts_of(file), there = facts_of(path);
  return own && there && own->volume == there->volume && own->number == there->number;
}

/// Creates a unique file next to `target` and puts its name in `fresh`; -1 with errno.
int create_beside(const std::string& target, mode_t rights, std::string& fresh) {
  constexpr int kAttempts = 100;
  std::random_device random;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::string letters;
    for (std::size_t i = 0; i < kFreshLength; ++i)
      letters += kFreshLetters[random() % kFreshLetters.size()];
    fresh = fresh_name(target, letters);
    const int file = create_file(fresh, rights);
    if (file < 0 && errno != EEXIST) return file;
    if (file < 0) continue;
    if (hold(file, fresh)) return file;
    close_file(file);
    errno = EEXIST;
  }
  return -1;
}

}  // namespace

mode_t rights_of_source(const std::string& source) {
  std::error_code error;
  const fs::file_status file = fs::status(source, error);
  return (fs::exists(file) ? static_cast<mode_t>(file.permissions()) & kUsual : 0) | kOurs;
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
  if (file_ >= 0) close_file(file_);
  std::error_code ignored;
  if (!fresh_.empty()) fs::remove(fresh_, ignored);
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
  const bool whole = take_over_rights(file_, target_, most_) && write_through(file_);
  int reason = errno;
  const bool closed = close_file(std::exchange(file_, -1));
  if (whole && closed && rename_over(fresh_, target_)) {
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
