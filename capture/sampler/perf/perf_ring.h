// The ring in which the kernel delivers records of one CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lanescope {

/// One thread.
class PerfRing {
 public:
  /// `data_bytes`: a power of two, of whole pages. nullopt: the kernel refuses, as beyond what a
  /// user may lock in memory (kernel.perf_event_mlock_kb).
  static std::optional<PerfRing> map(int event, std::size_t data_bytes);

  PerfRing(PerfRing&& other) noexcept
      : base_(std::exchange(other.base_, nullptr)),
        data_bytes_(other.data_bytes_),
        copy_(std::move(other.copy_)) {}
  PerfRing& operator=(PerfRing&&) = delete;
  PerfRing(const PerfRing&) = delete;
  PerfRing& operator=(const PerfRing&) = delete;
  ~PerfRing();

  /// Whole records, header first, valid during the call; then the room is the kernel's again.
  /// Returns how many bytes formed no record.
  std::size_t read(const std::function<void(std::span<const std::byte>)>& take);

 private:
  PerfRing(void* base, std::size_t data_bytes)
      : base_(static_cast<std::byte*>(base)), data_bytes_(data_bytes) {}
  /// `size` bytes from `position`, in one piece.
  std::span<const std::byte> piece(std::uint64_t position, std::size_t size);

  std::byte* base_;
  std::size_t data_bytes_;
  std::vector<std::byte> copy_;  // of a record that goes over the end
};

}  // namespace lanescope
