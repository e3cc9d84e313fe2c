// A disk that fails when a test wants it to.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "capture/host/files/disk.h"

namespace lanescope {

/// As the real one until the write number `fail_from` (counted from 0); that one and, unless it is
/// to be a moment's trouble, all that follow fail. Half of the first failing write gets through, as
/// on a disk that is full in its middle.
class FailingDisk final : public Disk {
 public:
  static constexpr std::uint64_t kNever = UINT64_MAX;

  std::uint64_t fail_from = kNever;
  bool for_a_moment = false;  // only that write
  int reason = ENOSPC;
  bool has_locks = true;  // else as a network's file system without them
  bool frees = true;      // it can give back the front of a file
  int renames_fail = 0;   // the first renaming fails so, as from one disk to another

  [[nodiscard]] std::uint64_t writes() const { return writes_; }

  ssize_t write_at(int file, std::span<const std::byte> bytes, std::uint64_t at) override {
    const std::uint64_t number = writes_++;
    const bool fails = for_a_moment ? number == fail_from : number >= fail_from;
    if (!fails) return Disk::write_at(file, bytes, at);
    if (number == fail_from && bytes.size() > 1)
      Disk::write_at(file, bytes.first(bytes.size() / 2), at);
    errno = reason;
    return -1;
  }
  int lock(int file) override {
    if (has_locks) return Disk::lock(file);
    errno = ENOSYS;
    return -1;
  }
  int free_front(int file, std::uint64_t bytes) override {
    if (frees) return Disk::free_front(file, bytes);
    errno = EOPNOTSUPP;
    return -1;
  }
  int rename_new(const char* from, const char* to) override {
    errno = std::exchange(renames_fail, 0);
    return errno == 0 ? Disk::rename_new(from, to) : -1;
  }

 private:
  std::atomic<std::uint64_t> writes_{0};
};

}  // namespace lanescope
