// A disk that fails once, at a chosen moment, during a recording.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "capture/host/files/disk.h"

namespace lanescope {

enum class DiskFault : std::uint8_t {
  Full,    // from then on; half of the first write succeeds
  Moment,  // only once
  Broken,  // only once, with EIO, and nothing is written
  Short,   // the write is partial, which is not an error
  Kill,    // the process dies halfway through
  KillAfter,
};
inline constexpr int kDiskFaults = 6;

std::string_view disk_fault_name(DiskFault fault);
std::optional<DiskFault> disk_fault_called(std::string_view name);

/// Behaves like the real disk except for call number `at`, from 0. Calls by the thread that syncs
/// are neither counted nor affected.
class HostileDisk final : public Disk {
 public:
  HostileDisk(DiskFault fault, std::uint64_t at) : fault_(fault), at_(at) {}
  /// One that never fails, to count the calls.
  HostileDisk() : HostileDisk(DiskFault::Moment, UINT64_MAX) {}

  [[nodiscard]] std::uint64_t calls() const { return calls_; }
  /// Something has failed, so recorded data may be lost.
  [[nodiscard]] bool has_failed() const { return failed_; }

  int open(const char* path, int flags, mode_t rights) override;
  ssize_t write_at(int file, std::span<const std::byte> bytes, std::uint64_t at) override;
  int truncate(int file, std::uint64_t bytes) override;
  int free_front(int file, std::uint64_t bytes) override;
  int remove(const char* path) override;
  int rename_new(const char* from, const char* to) override;

 private:
  /// Whether the next call fails. Kills the process if it should die before the call.
  bool next_fails();
  /// Kills the process if it should die after the call.
  int done(int result);
  int fail();

  DiskFault fault_;
  std::uint64_t at_;
  std::uint64_t calls_ = 0;
  bool failed_ = false;
};

}  // namespace lanescope
