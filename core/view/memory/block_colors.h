// What the colors of memory blocks mean: the module that allocated a block, else its line of
// Python, else its operator, else its estimated category.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/view/colors/role.h"
#include "core/view/memory/rows.h"

namespace lanescope {

/// What an owner is known by, the most telling first.
enum class BlockOwnerKind : std::uint8_t { Module, Line, Operator, Category };

/// "Module", for a fact about blocks of the same color.
std::string_view block_owner_label(BlockOwnerKind kind);

/// Blocks of one color.
struct BlockOwner {
  BlockOwnerKind kind = BlockOwnerKind::Operator;
  std::string title;  // "LlamaMLP", "model.py:54", "aten::mm", "Unknown", "other"
  ColorRole role = ColorRole::Python;
};

struct BlockColors {
  /// Those that hold the most memory for the longest have a color to themselves and come first; all
  /// others share the last one, which is gray. At most kRoleCount.
  std::vector<BlockOwner> owners;
  std::vector<std::uint8_t> owner_of;  // by block, into `owners`

  /// "By module", after the kind that most of the memory is known by.
  std::string_view heading = "By operator";
};

/// Cost: a pass over the blocks with a lookup for each.
BlockColors color_blocks(const BlockTexts& texts);

/// Bytes by owner.
using OwnerBytes = std::array<std::int64_t, kRoleCount>;

/// The owners of one allocator's blocks over time, if more is known about them than about what
/// blocks are used for.
struct OwnedBlocks {
  BlockColors colors;                   // empty if the use of most of the memory is known
  std::vector<OwnerBytes> checkpoints;  // as in DeviceBlocks

  [[nodiscard]] bool empty() const { return checkpoints.empty(); }
};

/// One for each of device_blocks(). Cost: find_block_sources where owners are needed; as an
/// insight. If stopped, it is incomplete.
std::vector<OwnedBlocks> owned_blocks(const AnalysisResults& in);

/// Bytes alive by owner right after a record. `owned` must not be empty. Cost: kCheckpoint records.
OwnerBytes owner_bytes_after(const DeviceBlocks& device, const OwnedBlocks& owned,
                             std::uint32_t record);

}  // namespace lanescope
