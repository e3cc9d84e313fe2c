#include "capture/host/files/disk.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "core/base/check.h"
#include "core/base/files/file_descriptor.h"

namespace lanescope {
namespace {

constexpr std::chrono::seconds kPeriod{1};

constexpr std::size_t kPiece = 1U << 20;
constexpr mode_t kRights = 0777;

Error error_of(int reason) {
  if (reason == EEXIST) return {Error::Kind::Unreadable, "already exists"};
  return {Error::Kind::Unreadable, std::generic_category().message(reason)};
}

/// Returns 0, or the errno.
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

/// Makes a complete copy in the target folder, under a name not used by others.
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

int Disk::open(const char* path, int flags, mode_t rights) {
  return ::open(path, flags | O_CLOEXEC, rights);
}

ssize_t Disk::write_at(int file, std::span<const std::byte> bytes, std::uint64_t at) {
  return ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(at));
}

ssize_t Disk::read_at(int file, std::span<std::byte> bytes, std::uint64_t at) {
  return ::pread(file, bytes.data(), bytes.size(), static_cast<off_t>(at));
}

int Disk::lock(int file) {
  return ::flock(file, LOCK_EX | LOCK_NB);
}

int Disk::set_rights(int file, mode_t rights) {
  return ::fchmod(file, rights);
}

int Disk::truncate(int file, std::uint64_t bytes) {
  return ::ftruncate(file, static_cast<off_t>(bytes));
}

int Disk::free_front(int file, std::uint64_t bytes) {
  return ::fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
                     static_cast<off_t>(bytes));
}

int Disk::sync(int file) {
  return ::fdatasync(file);
}

int Disk::remove(const char* path) {
  return ::unlink(path);
}

int Disk::rename_new(const char* from, const char* to) {
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  // The file system does not support this kind of rename: a hard link also fails if the name
  // exists.
  if (::link(from, to) != 0) return -1;
  return ::unlink(from);
}

Disk& system_disk() {
  static Disk disk;
  return disk;
}

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

DiskSync::DiskSync(Disk& disk)
    : disk_(disk), thread_([this](const std::stop_token& stop) { run(stop); }) {}

DiskSync::~DiskSync() = default;

void DiskSync::watch(std::shared_ptr<FileDescriptor> file) {
  LANESCOPE_CHECK(file != nullptr, "a file to sync");
  const std::lock_guard lock(mutex_);
  before_ = std::exchange(file_, std::move(file));
}

void DiskSync::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    wake_.wait_for(lock, stop, kPeriod, [] { return false; });
    const std::shared_ptr<FileDescriptor> before = std::exchange(before_, nullptr), file = file_;
    lock.unlock();
    for (const auto& one : {before, file}) {
      // EINVAL: the file does not support syncing, such as a pipe.
      if (one == nullptr || disk_.sync(one->get()) == 0 || errno == EINVAL) continue;
      int none = 0;
      error_.compare_exchange_strong(none, errno);
    }
    lock.lock();
  }
}

}  // namespace lanescope
