#include "core/readers/rows/calls.h"

#include <algorithm>
#include <bit>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kWordBits = 64;

}  // namespace

CallNumbers::Block* CallNumbers::block_of(std::uint32_t process, std::uint64_t own) {
  if (last_ != nullptr && last_process_ == process && last_number_ == own / kInBlock) return last_;
  Block* const block = find_block(process, own / kInBlock);
  if (block == nullptr) return nullptr;
  last_ = block;
  last_process_ = process;
  last_number_ = own / kInBlock;
  return block;
}

CallNumbers::Block* CallNumbers::find_block(std::uint32_t process, std::uint64_t number) {
  auto& blocks = processes_[process].blocks;
  const auto found = blocks.find(number);
  if (found != blocks.end()) return &found->second;
  if (blocks_ == most_blocks_) return nullptr;
  LANESCOPE_CHECK(blocks_ < most_blocks_, "fewer than {} blocks of numbers, not {}", most_blocks_,
                  blocks_);
  Block& made = blocks[number];
  made.first = 1 + blocks_++ * static_cast<std::uint32_t>(kInBlock);
  return &made;
}

std::uint32_t CallNumbers::number(std::uint32_t process, std::uint64_t own) {
  if (own == 0) return 0;
  if (const Block* const block = block_of(process, own))
    return block->first + static_cast<std::uint32_t>(own % kInBlock);
  ++without_number_;
  return 0;
}

void CallNumbers::note_launch(std::uint32_t process, std::uint64_t own) {
  if (Block* const block = block_of(process, own))
    block->launches[own % kInBlock / kWordBits] |= std::uint64_t{1} << own % kWordBits;
}

void CallNumbers::note_failure(std::uint32_t process, std::uint64_t own) {
  if (Block* const block = block_of(process, own))
    block->launches[own % kInBlock / kWordBits] &= ~(std::uint64_t{1} << own % kWordBits);
}

void CallNumbers::note_work(std::uint32_t process, std::uint64_t own) {
  std::uint64_t& last = processes_[process].last_work;
  last = std::max(last, own);
}

std::uint64_t CallNumbers::launches_behind_work(std::uint32_t process) const {
  const auto found = processes_.find(process);
  if (found == processes_.end()) return 0;
  const std::uint64_t last = found->second.last_work;
  std::uint64_t count = 0;
  for (const auto& [number, block] : found->second.blocks) {
    for (std::size_t word = 0; word < block.launches.size(); ++word) {
      const std::uint64_t first = number * kInBlock + word * kWordBits;
      std::uint64_t bits = block.launches[word];
      if (last >= first + kWordBits - 1) continue;
      if (last >= first) bits &= ~std::uint64_t{0} << (last - first + 1);
      count += static_cast<std::uint64_t>(std::popcount(bits));
    }
  }
  return count;
}

}  // namespace lanescope
