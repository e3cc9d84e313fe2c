#include "core/view/memory/block_colors.h"

#include <set>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/analysis/results.h"
#include "tests/core/view/memory/records.h"

namespace lanescope {
namespace {

struct Blocks {
  explicit Blocks(const TraceText& text)
      : snapshot(text.load()),
        device(read_device_blocks(*snapshot, {}).front()),
        sources(find_block_sources(*snapshot, device, {}, {})),
        colors(color_blocks({*snapshot, device, sources})) {}

  [[nodiscard]] const BlockOwner& owner(std::size_t block) const {
    return colors.owners[colors.owner_of[block]];
  }

  std::shared_ptr<const Snapshot> snapshot;
  DeviceBlocks device;
  BlockSources sources;
  BlockColors colors;
};

}  // namespace

TEST_CASE("a block has the color of its module, else of its line, else of its operator") {
  TraceText text;
  text.cpu("python_function", "work/train.py(9): step", "0", "60");
  text.cpu("python_function", "nn.Module: Linear_0", "5", "10");
  text.cpu("cpu_op", "aten::mm", "6", "2");
  text.cpu("python_function", "nn.Module: Linear_11", "20", "10");
  text.cpu("cpu_op", "aten::addmm", "21", "2");
  text.cpu("cpu_op", "aten::zeros", "40", "2");
  text.cpu("cpu_op", "aten::empty", "70", "5");
  MemoryRecords{text}(7, 4096, 16)(22, 4096, 8192)(41, 512, 16384)(71, 256, 32768);
  const Blocks blocks(text);
  CHECK(blocks.owner(0).kind == BlockOwnerKind::Module);
  CHECK(blocks.owner(0).title == "Linear");
  CHECK(blocks.colors.owner_of[1] == blocks.colors.owner_of[0]);  // another layer of the same class
  CHECK(blocks.owner(2).title == "train.py:9");
  CHECK(blocks.owner(2).kind == BlockOwnerKind::Line);
  CHECK(blocks.owner(3).title == "aten::empty");
  CHECK(blocks.owner(3).kind == BlockOwnerKind::Operator);
  CHECK(blocks.colors.heading == "By module");
  std::set<ColorRole> roles;
  for (const BlockOwner& owner : blocks.colors.owners) {
    CHECK(owner.role != ColorRole::Python);  // gray is for the rest
    roles.insert(owner.role);
  }
  CHECK(roles.size() == 3);
}

TEST_CASE("how much each owner holds after a record, if the use of most memory is unknown") {
  TraceText text;
  text.cpu("cpu_op", "aten::mm", "0", "10");
  text.cpu("cpu_op", "aten::zeros", "20", "200");
  text.cpu("cpu_op", "aten::relu", "900", "10");
  MemoryRecords records{text};
  // More records than lie between two checkpoints.
  records(1, 1000, 16);
  for (int i = 0; i < 40; ++i) records(21 + 2 * i, 64, 4096)(22 + 2 * i, -64, 4096);
  records(150, 500, 8192);
  const auto snapshot = text.load();
  const AnalysisResults in{*snapshot, whole_window()};
  const auto owned = owned_blocks(in);
  REQUIRE(owned.size() == 1);
  REQUIRE_FALSE(owned[0].empty());
  const DeviceBlocks& device = in.of(&device_blocks)->front();
  const OwnerBytes last = owner_bytes_after(device, owned[0], 81);
  CHECK(owned[0].colors.owners[0].title == "aten::mm");
  CHECK(last[0] == 1000);
  CHECK(last[1] == 500);
  CHECK(owner_bytes_after(device, owned[0], 0)[0] == 1000);
  CHECK(owner_bytes_after(device, owned[0], 1)[1] == 64);
  CHECK(owner_bytes_after(device, owned[0], 2)[1] == 0);
}

TEST_CASE("the owners of most memory have colors of their own, and the rest is gray") {
  TraceText text;
  for (int i = 0; i < 20; ++i)
    text.cpu("cpu_op", fmt::format("aten::op{}", i), std::to_string(10 * i), "5");
  MemoryRecords records{text};
  for (int i = 0; i < 20; ++i) records(10 * i + 1, 1000 * (20 - i), 4096 * (i + 1));
  const Blocks blocks(text);
  REQUIRE(blocks.colors.owners.size() == kRoleCount);
  CHECK(blocks.owner(0).title == "aten::op0");
  CHECK(blocks.owner(0).role != ColorRole::Python);
  CHECK(blocks.owner(19).title == "other");
  CHECK(blocks.owner(19).role == ColorRole::Python);
  CHECK(blocks.colors.heading == "By operator");
}

}  // namespace lanescope
