#include "capture/host/files/move_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>

#include "capture/host/control/file_descriptor.h"

namespace lanescope {
namespace {

constexpr std::size_t kPiece = 1U << 20;
constexpr mode_t kRights = 0777;

Error error_of(int reason) {
  if (reason == EEXIST) return {Error::Kind::Unreadable, "already exists"};
  return {Error::Kind::Unreadable, std::generic_category().message(reason)};
}

/// 0, or why not.
int copy_all(int from, int to, Disk& disk) {
  std::vector<std::byte> room(kPiece);
  for (std::uint64_t at = 0;;) {
    const ssize_t got = disk.read_at(from, room, at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) return disk.sync(to) == 0 || errno == EINVAL ? 0 : errno;
    for (std::span left = std::span<const std::byte>(room).first(static_cast<std::size_t>(got));
         !left.empty();) {
      const ssize_t put = disk.write_at(to, left, at);
      if (put < 0 && errno == EINTR) continue;
      if (put <= 0) return put < 0 ? errno : ENOSPC;
      left = left.subspan(static_cast<std::size_t>(put));
      at += static_cast<std::uint64_t>(put);
    }
  }
}

/// A whole copy of it beside its place, under a name that is nobody else's.
int copy_beside(const std::string& from, const std::string& beside, Disk& disk) {
  const FileDescriptor source(disk.open(from.c_str(), O_RDONLY, 0));
  struct stat facts {};
  if (!source.open() || ::fstat(source.get(), &facts) != 0) return errno;
  const FileDescriptor copy(
      disk.open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL, facts.st_mode & kRights));
  if (!copy.open()) return errno;
  const int reason = copy_all(source.get(), copy.get(), disk);
  if (reason != 0) disk.remove(beside.c_str());
  return reason;
}

}  // namespace

std::optional<Error> move_file(const std::string& from, const std::string& to, Disk& disk) {
  if (disk.rename_new(from.c_str(), to.c_str()) == 0) return std::nullopt;
  if (errno != EXDEV) return error_of(errno);
  const std::string beside = fmt::format("{}.{}.tmp", to, ::getpid());
  if (const int reason = copy_beside(from, beside, disk); reason != 0) return error_of(reason);
  if (disk.rename_new(beside.c_str(), to.c_str()) != 0) {
    const int reason = errno;
    disk.remove(beside.c_str());
    return error_of(reason);
  }
  disk.remove(from.c_str());
  return std::nullopt;
}

}  // namespace lanescope
