// Many pieces of another process's memory, copied in as few system calls as possible: a call costs
// about as much as the copies of ten pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "capture/sampler/python/remote_memory.h"

namespace lanescope {

class RemoteCopies {
 public:
  /// Pieces are numbered from 0 in the order in which they were added.
  using Piece = std::uint32_t;

  void clear();
  /// The piece is copied by the next fetch(). 0 bytes are allowed.
  Piece add(std::uint64_t address, std::uint32_t bytes);
  [[nodiscard]] Piece count() const { return static_cast<Piece>(pieces_.size()); }

  /// Copies all pieces that were added since the last fetch(), in their order.
  void fetch(const RemoteMemory& memory);

  /// The copy of a piece; null if it could not be read. Valid until the next add().
  [[nodiscard]] const char* of(Piece piece) const;
  /// The copy of `bytes` bytes at `address` if one of the pieces from `first` to before `end` holds
  /// them, else null. Looks first at `hint`, where it leaves the piece.
  [[nodiscard]] const char* find(std::uint64_t address, std::size_t bytes, Piece first, Piece end,
                                 Piece& hint) const;

 private:
  struct Copy {
    std::uint64_t address;
    std::uint32_t bytes;
    bool is_read;
    std::size_t at;  // in bytes_
  };
  [[nodiscard]] bool holds(Piece piece, std::uint64_t address, std::size_t bytes) const;

  std::vector<Copy> pieces_;
  std::vector<iovec> remote_;
  std::vector<char> bytes_;
  std::size_t used_ = 0, fetched_ = 0;
};

}  // namespace lanescope
