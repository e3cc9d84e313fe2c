// A disk that harms a recording once, at a chosen moment.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "capture/host/files/disk.h"

namespace lanescope {

enum class DiskFault : std::uint8_t {
  Full,    // from then on; half of the first write gets through
  Moment,  // that once
  Broken,  // that once, with EIO, and nothing gets through
  Short,   // the write takes less than it was given, which is no error
  Kill,    // the process dies when half of it is done
  KillAfter,
};
inline constexpr int kDiskFaults = 6;

std::string_view disk_fault_name(DiskFault fault);
std::optional<DiskFault> disk_fault_called(std::string_view name);

/// Does what the real one does, but for the call number `at`, counted from 0. What is asked by who
/// waits for the disk, on another thread, is neither counted nor harmed.
class HostileDisk final : public Disk {
 public:
  HostileDisk(DiskFault fault, std::uint64_t at) : fault_(fault), at_(at) {}
  /// One that does no harm, to count the calls.
  HostileDisk() : HostileDisk(DiskFault::Moment, UINT64_MAX) {}

  [[nodiscard]] std::uint64_t calls() const { return calls_; }
  /// Something has failed, so that what was to be recorded may be lost.
  [[nodiscard]] bool has_failed() const { return failed_; }

  int open(const char* path, int flags, mode_t rights) override;
  ssize_t write_at(int file, std::span<const std::byte> bytes, std::uint64_t at) override;
  int truncate(int file, std::uint64_t bytes) override;
  int free_front(int file, std::uint64_t bytes) override;
  int remove(const char* path) override;
  int rename_new(const char* from, const char* to) override;

 private:
  /// What becomes of the next call. Kills the process where it is to die before the call.
  bool next_fails();
  /// Kills it where it is to die behind it.
  int done(int result);
  int fail();

  DiskFault fault_;
  std::uint64_t at_;
  std::uint64_t calls_ = 0;
  bool failed_ = false;
};

}  // namespace lanescope
