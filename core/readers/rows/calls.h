// Maps the launch calls of a trace to 32-bit numbers, the size of a link. Each process has its own
// 64-bit correlation ids, which start anywhere.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

namespace lanescope {

/// One per trace. Cost: about half a byte per call, because consecutive ids share a block.
class CallNumbers {
 public:
  static constexpr std::uint32_t kMostBlocks = 0xFFFFFF;

  explicit CallNumbers(std::uint32_t most_blocks = kMostBlocks) : most_blocks_(most_blocks) {}
  CallNumbers(const CallNumbers&) = delete;
  CallNumbers& operator=(const CallNumbers&) = delete;

  /// A number for the call that is unique among all processes; the same call always gets the same
  /// number. 0 for id 0, and if there are no numbers left, which is counted.
  std::uint32_t number(std::uint32_t process, std::uint64_t own);
  [[nodiscard]] std::uint64_t without_number() const { return without_number_; }

  /// The call launched a kernel, failed to do so, or is referenced by GPU work.
  void note_launch(std::uint32_t process, std::uint64_t own);
  void note_failure(std::uint32_t process, std::uint64_t own);
  void note_work(std::uint32_t process, std::uint64_t own);
  /// The number of launches with ids above that of the latest GPU work.
  [[nodiscard]] std::uint64_t launches_behind_work(std::uint32_t process) const;

 private:
  static constexpr std::uint64_t kInBlock = 256;

  struct Block {
    std::uint32_t first = 0;  // a call's number is this plus its index in the block
    std::array<std::uint64_t, kInBlock / 64> launches{};
  };
  struct Process {
    std::unordered_map<std::uint64_t, Block> blocks;  // by own / kInBlock
    std::uint64_t last_work = 0;
  };

  Block* block_of(std::uint32_t process, std::uint64_t own);
  /// Made if it is not there; null if there are too many.
  Block* find_block(std::uint32_t process, std::uint64_t number);

  std::uint32_t most_blocks_;
  std::unordered_map<std::uint32_t, Process> processes_;
  std::uint32_t blocks_ = 0;
  // The block asked for last, as most calls are near the one before. Blocks never move.
  Block* last_ = nullptr;
  std::uint32_t last_process_ = 0;
  std::uint64_t last_number_ = 0;
  std::uint64_t without_number_ = 0;
};

}  // namespace lanescope
