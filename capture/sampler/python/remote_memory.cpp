#include "capture/sampler/python/remote_memory.h"

#include "core/base/check.h"

namespace lanescope {

bool RemoteMemory::read(std::uint64_t address, void* to, std::size_t bytes) const {
  if (bytes == 0) return true;
  const iovec piece{reinterpret_cast<void*>(address), bytes};
  return read_pieces({&piece, 1}, {static_cast<char*>(to), bytes}) == bytes;
}

std::size_t RemoteMemory::read_pieces(std::span<const iovec> pieces, std::span<char> to) const {
  LANESCOPE_CHECK(pieces.size() <= kMostPieces, "pieces for one call, not {}", pieces.size());
  const iovec here{to.data(), to.size()};
  const ssize_t read = process_vm_readv(pid_, &here, 1, pieces.data(), pieces.size(), 0);
  return read < 0 ? 0 : static_cast<std::size_t>(read);
}

}  // namespace lanescope
