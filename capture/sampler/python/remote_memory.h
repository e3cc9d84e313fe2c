// Reading the memory of another process with process_vm_readv, which neither stops nor changes it.
// What is read may change at any moment and may be anything: nothing of it is trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <sys/types.h>
#include <sys/uio.h>

namespace lanescope {

class RemoteMemory {
 public:
  explicit RemoteMemory(pid_t pid) : pid_(pid) {}

  [[nodiscard]] pid_t pid() const { return pid_; }

  /// Copies all of it, or returns false.
  bool read(std::uint64_t address, void* to, std::size_t bytes) const;
  template <typename T>
  [[nodiscard]] std::optional<T> load(std::uint64_t address) const {
    T value;
    if (!read(address, &value, sizeof value)) return {};
    return value;
  }

  /// Copies the pieces, one after another, to `to`. Returns how many bytes there are: up to the
  /// first piece that cannot be read. Costs one system call for up to kMostPieces pieces.
  static constexpr std::size_t kMostPieces = 1024;  // UIO_MAXIOV
  std::size_t read_pieces(std::span<const iovec> pieces, std::span<char> to) const;

 private:
  pid_t pid_;
};

/// Whether the address can be that of an object in user space.
inline bool is_remote_object(std::uint64_t address) {
  constexpr std::uint64_t kFirstPage = 4096, kEndOfUserSpace = std::uint64_t{1} << 56;
  return address >= kFirstPage && address < kEndOfUserSpace && address % alignof(void*) == 0;
}

}  // namespace lanescope
