// Small reads from where each read costs much, however small: whole blocks are read, and the last
// ones used are kept.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

class BlockCache {
 public:
  static constexpr std::size_t kBlockBytes = std::size_t{256} << 10U;
  static constexpr std::size_t kMostBlocks = 32;

  /// As ByteSource::read_at, of any size.
  using Fetch = std::function<Result<std::size_t>(std::uint64_t offset, std::span<char> out)>;
  explicit BlockCache(Fetch fetch) : fetch_(std::move(fetch)) {}

  /// As ByteSource::read_at. Reads of more than a block are passed on. Any thread; they wait for
  /// each other's small reads.
  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out);

  /// Of the blocks that are kept.
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Block {
    std::uint64_t number = 0;
    std::vector<char> bytes;  // fewer than a block at the end of the file
  };
  /// The block that `offset` lies in. With the mutex held.
  Result<const Block*> block_at(std::uint64_t offset);

  Fetch fetch_;
  mutable std::mutex mutex_;
  std::list<Block> blocks_;  // the last one used first
};

}  // namespace lanescope
