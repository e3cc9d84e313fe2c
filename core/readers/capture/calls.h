// The calls of a capture under numbers of 32 bits, which is what links hold: each process counts
// its own, with 64 bits, from wherever its driver stands.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

namespace lanescope {

/// One for a whole capture. Cost: half a byte for each call, as numbers that follow one another
/// share a block.
class CaptureCalls {
 public:
  static constexpr std::uint32_t kMostBlocks = 0xFFFFFF;

  explicit CaptureCalls(std::uint32_t most_blocks = kMostBlocks) : most_blocks_(most_blocks) {}

  /// One number for one call among all processes, whenever it is asked for. 0 for 0, and when there
  /// are no more numbers, which is counted.
  std::uint32_t number(std::uint32_t process, std::uint64_t own);
  [[nodiscard]] std::uint64_t without_number() const { return without_number_; }

  /// The call has launched a kernel, has failed to; some work of the GPU names it.
  void note_launch(std::uint32_t process, std::uint64_t own);
  void note_failure(std::uint32_t process, std::uint64_t own);
  void note_work(std::uint32_t process, std::uint64_t own);
  /// Launches that came later than all that the GPU has told of.
  [[nodiscard]] std::uint64_t launches_behind_work(std::uint32_t process) const;

 private:
  static constexpr std::uint64_t kInBlock = 256;

  struct Block {
    std::uint32_t first = 0;  // its number is that plus what the call has in the block
    std::array<std::uint64_t, kInBlock / 64> launches{};
  };
  struct Process {
    std::unordered_map<std::uint64_t, Block> blocks;  // by own / kInBlock
    std::uint64_t last_work = 0;
  };

  Block* block_of(std::uint32_t process, std::uint64_t own);

  std::uint32_t most_blocks_;
  std::unordered_map<std::uint32_t, Process> processes_;
  std::uint32_t blocks_ = 0;
  std::uint64_t without_number_ = 0;
};

}  // namespace lanescope
