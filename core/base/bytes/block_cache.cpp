#include "core/base/bytes/block_cache.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanescope {

Result<std::size_t> BlockCache::read_at(std::uint64_t offset, std::span<char> out) {
  if (out.size() > kBlockBytes) return fetch_(offset, out);
  const std::lock_guard lock(mutex_);
  std::size_t done = 0;
  while (done < out.size()) {
    const auto block = block_at(offset + done);
    if (!block.ok()) return block.error();
    const std::vector<char>& bytes = block.value()->bytes;
    const auto skip = static_cast<std::size_t>((offset + done) % kBlockBytes);
    const std::size_t n = std::min(out.size() - done, bytes.size() - std::min(bytes.size(), skip));
    if (n == 0) break;
    std::copy_n(bytes.data() + skip, n, out.data() + done);
    done += n;
  }
  return done;
}

Result<const BlockCache::Block*> BlockCache::block_at(std::uint64_t offset) {
  const std::uint64_t number = offset / kBlockBytes;
  const auto known = std::ranges::find(blocks_, number, &Block::number);
  if (known != blocks_.end()) {
    blocks_.splice(blocks_.begin(), blocks_, known);
    return &blocks_.front();
  }
  Block block{number, std::vector<char>(kBlockBytes)};
  const auto got = fetch_(number * kBlockBytes, block.bytes);
  if (!got.ok()) return got.error();
  block.bytes.resize(got.value());
  blocks_.push_front(std::move(block));
  if (blocks_.size() > kMostBlocks) blocks_.pop_back();
  return &blocks_.front();
}

std::size_t BlockCache::memory_bytes() const {
  const std::lock_guard lock(mutex_);
  std::size_t sum = 0;
  for (const Block& block : blocks_) sum += block.bytes.capacity();
  return sum;
}

}  // namespace lanescope
