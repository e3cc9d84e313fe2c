// A disk that fails on demand.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "capture/host/files/disk.h"

namespace lanescope {

/// Behaves like the real disk until write number `fail_from` (from 0). That write fails and, unless
/// `for_a_moment` is set, so do all later ones. Half of the first failing write succeeds, as on a
/// disk that fills up in the middle of it.
class FailingDisk final : public Disk {
 public:
  static constexpr std::uint64_t kNever = UINT64_MAX;

  std::uint64_t fail_from = kNever;
  bool for_a_moment = false;  // only that write
  int reason = ENOSPC;
  bool has_locks = true;  // else like a network file system without locks
  bool frees = true;      // it can free the start of a file
  int renames_fail = 0;   // errno for the first rename, as from one disk to another; 0: succeeds

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
