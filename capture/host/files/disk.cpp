#include "capture/host/files/disk.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

#include <sys/file.h>
#include <sys/stat.h>

namespace lanescope {

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
  // A file system that knows no such renaming: a second name fails where there is one already.
  if (::link(from, to) != 0) return -1;
  return ::unlink(from);
}

Disk& system_disk() {
  static Disk disk;
  return disk;
}

}  // namespace lanescope
