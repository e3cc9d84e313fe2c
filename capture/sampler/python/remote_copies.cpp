#include "capture/sampler/python/remote_copies.h"

#include <algorithm>

#include "core/base/check.h"

namespace lanescope {

void RemoteCopies::clear() {
  pieces_.clear();
  remote_.clear();
  used_ = fetched_ = 0;
}

RemoteCopies::Piece RemoteCopies::add(std::uint64_t address, std::uint32_t bytes) {
  pieces_.push_back({.address = address, .bytes = bytes, .is_read = false, .at = used_});
  remote_.push_back({reinterpret_cast<void*>(address), bytes});
  used_ += bytes;
  return static_cast<Piece>(pieces_.size() - 1);
}

void RemoteCopies::fetch(const RemoteMemory& memory) {
  if (bytes_.size() < used_) bytes_.resize(std::max(used_, 2 * bytes_.size()));
  while (fetched_ < pieces_.size()) {
    const std::size_t count = std::min(pieces_.size() - fetched_, RemoteMemory::kMostPieces);
    const std::size_t at = pieces_[fetched_].at;
    const std::size_t read = memory.read_pieces(std::span(remote_).subspan(fetched_, count),
                                                std::span(bytes_).subspan(at, used_ - at));
    const std::size_t end = fetched_ + count;
    std::size_t bytes = 0;
    for (; fetched_ < end && bytes + pieces_[fetched_].bytes <= read; ++fetched_) {
      pieces_[fetched_].is_read = true;
      bytes += pieces_[fetched_].bytes;
    }
    if (fetched_ < end) ++fetched_;  // the piece that cannot be read
  }
}

const char* RemoteCopies::of(Piece piece) const {
  LANESCOPE_CHECK(piece < pieces_.size(), "one of {} pieces, not {}", pieces_.size(), piece);
  return pieces_[piece].is_read ? bytes_.data() + pieces_[piece].at : nullptr;
}

bool RemoteCopies::holds(Piece piece, std::uint64_t address, std::size_t bytes) const {
  const Copy& copy = pieces_[piece];
  return copy.is_read && address >= copy.address && bytes <= copy.bytes &&
         address - copy.address <= copy.bytes - bytes;
}

const char* RemoteCopies::find(std::uint64_t address, std::size_t bytes, Piece first, Piece end,
                               Piece& hint) const {
  LANESCOPE_CHECK(end <= pieces_.size(), "one of {} pieces, not {}", pieces_.size(), end);
  if (hint < first || hint >= end || !holds(hint, address, bytes)) {
    for (hint = first; hint < end && !holds(hint, address, bytes);) ++hint;
    if (hint >= end) return nullptr;
  }
  return bytes_.data() + pieces_[hint].at + (address - pieces_[hint].address);
}

}  // namespace lanescope
