#include "core/base/files/system_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <sys/file.h>
#include <sys/stat.h>

namespace lanescope {
namespace {

FileFacts::Kind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileFacts::Kind::File;
  if (S_ISDIR(mode)) return FileFacts::Kind::Folder;
  return S_ISFIFO(mode) ? FileFacts::Kind::Pipe : FileFacts::Kind::Device;
}

/// macOS has another name for it.
Ns written_ns(const auto& about) {
  constexpr Ns kSecond = 1'000'000'000;
  const auto since_1970 = [](const auto& time) {
    return saturating_add(time.tv_sec * kSecond, time.tv_nsec);
  };
  if constexpr (requires { about.st_mtim; }) {
    return since_1970(about.st_mtim);
  } else {
    return since_1970(about.st_mtimespec);
  }
}

FileFacts facts_from(const struct stat& about) {
  return {kind_of(about.st_mode), static_cast<std::uint64_t>(about.st_size),
          static_cast<std::uint64_t>(about.st_dev), static_cast<std::uint64_t>(about.st_ino),
          written_ns(about)};
}

}  // namespace

int open_to_read(const std::string& path) {
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

int open_to_append(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
}

int create_file(const std::string& path, mode_t rights) {
  return ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, rights);
}

std::optional<FileFacts> facts_of(int file) {
  struct stat about {};
  if (::fstat(file, &about) != 0) return std::nullopt;
  return facts_from(about);
}

std::optional<FileFacts> facts_of(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return std::nullopt;
  return facts_from(about);
}

std::int64_t read_at(int file, std::uint64_t offset, std::span<char> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t n =
        ::pread(file, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -1;
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  return static_cast<std::int64_t>(done);
}

std::int64_t read_some(int file, std::span<char> out) {
  for (;;) {
    const ssize_t n = ::read(file, out.data(), out.size());
    if (n >= 0 || errno != EINTR) return n;
  }
}

bool wait_for_bytes(int file, int at_most_ms) {
  pollfd wanted{file, POLLIN, 0};
  const int ready = ::poll(&wanted, 1, at_most_ms);
  return ready > 0 || (ready < 0 && errno != EINTR);
}

bool write_all(int file, std::string_view bytes) {
  constexpr std::size_t kLargestPiece = 1U << 20;
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), std::min(bytes.size(), kLargestPiece));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool is_locked_by_other(int file) {
  return ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

bool close_file(int file) {
  return ::close(file) == 0;
}

bool take_over_rights(int file, const std::string& old, mode_t most) {
  struct stat before {};
  if (::stat(old.c_str(), &before) != 0) return true;
  mode_t rights = before.st_mode & 0777;
  struct stat fresh {};
  if (::fstat(file, &fresh) != 0) return false;
  const bool same = fresh.st_uid == before.st_uid && fresh.st_gid == before.st_gid;
  if (!same && ::fchown(file, before.st_uid, before.st_gid) != 0 &&
      ::fchown(file, static_cast<uid_t>(-1), before.st_gid) != 0 && fresh.st_gid != before.st_gid) {
    // The file keeps our group, which so far had the permissions of others.
    rights = (rights & ~mode_t{0070}) | (rights & 0007U) << 3U;
  }
  return ::fchmod(file, rights & most) == 0;
}

bool write_through(int file) {
  return ::fsync(file) == 0;
}

bool rename_over(const std::string& from, const std::string& to) {
  return std::rename(from.c_str(), to.c_str()) == 0;
}

bool means_full_disk(int reason) {
  return reason == ENOSPC || reason == EDQUOT;
}

bool can_write(const std::string& file_or_folder) {
  const auto facts = facts_of(file_or_folder);
  const bool folder = facts && facts->kind == FileFacts::Kind::Folder;
  return ::access(file_or_folder.c_str(), folder ? W_OK | X_OK : W_OK) == 0;
}

bool can_list(const std::string& folder) {
  return ::access(folder.c_str(), R_OK | X_OK) == 0;
}

bool can_run(const std::string& program) {
  return ::access(program.c_str(), X_OK) == 0;
}

std::int64_t process_number() {
  return ::getpid();
}

}  // namespace lanescope
