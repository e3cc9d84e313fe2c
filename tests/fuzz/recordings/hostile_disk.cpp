#include "tests/fuzz/recordings/hostile_disk.h"

#include <array>
#include <cerrno>
#include <csignal>

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kDiskFaults> kNames = {"full",  "moment", "broken",
                                                              "short", "kill",   "kill-after"};

}  // namespace

std::string_view disk_fault_name(DiskFault fault) {
  return kNames[static_cast<std::size_t>(fault)];
}

std::optional<DiskFault> disk_fault_called(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == name) return static_cast<DiskFault>(i);
  return std::nullopt;
}

bool HostileDisk::next_fails() {
  const std::uint64_t number = calls_++;
  if (number == at_ && fault_ == DiskFault::Kill) ::raise(SIGKILL);
  const bool now = fault_ == DiskFault::Full ? number >= at_ : number == at_;
  return now &&
         (fault_ == DiskFault::Full || fault_ == DiskFault::Moment || fault_ == DiskFault::Broken);
}

int HostileDisk::done(int result) {
  if (fault_ == DiskFault::KillAfter && calls_ == at_ + 1) ::raise(SIGKILL);
  return result;
}

int HostileDisk::fail() {
  failed_ = true;
  errno = fault_ == DiskFault::Broken ? EIO : ENOSPC;
  return -1;
}

ssize_t HostileDisk::write_at(int file, std::span<const std::byte> bytes, std::uint64_t at) {
  const bool is_it = calls_ == at_;
  const auto half = bytes.first(bytes.size() / 2);
  if (is_it && fault_ != DiskFault::Broken && fault_ != DiskFault::KillAfter && !half.empty()) {
    const ssize_t written = Disk::write_at(file, half, at);
    if (fault_ == DiskFault::Short) {
      ++calls_;
      return written;
    }
  }
  if (next_fails()) return fail();
  const ssize_t written = Disk::write_at(file, bytes, at);
  (void)done(0);
  return written;
}

int HostileDisk::open(const char* path, int flags, mode_t rights) {
  return next_fails() ? fail() : done(Disk::open(path, flags, rights));
}

int HostileDisk::truncate(int file, std::uint64_t bytes) {
  return next_fails() ? fail() : done(Disk::truncate(file, bytes));
}

int HostileDisk::free_front(int file, std::uint64_t bytes) {
  return next_fails() ? fail() : done(Disk::free_front(file, bytes));
}

int HostileDisk::remove(const char* path) {
  return next_fails() ? fail() : done(Disk::remove(path));
}

int HostileDisk::rename_new(const char* from, const char* to) {
  return next_fails() ? fail() : done(Disk::rename_new(from, to));
}

}  // namespace lanescope
