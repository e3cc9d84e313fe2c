// Blocks over time, by an example that was worked out by hand.
#include "core/view/memory_layout.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/view/memory_records.h"

namespace lanescope {
namespace {

/// A lies from 10 to 30, B from 20 on, C from 40 to 60; 1000 bytes were there before, of which 400
/// are freed at 50. In µs.
struct Example {
  Example() {
    TraceText text;
    MemoryRecords{text, 1000}(10, 300, 16)(20, 200, 32)(30, -300, 16)(40, 100, 48)(50, -400, 64)(
        60, -100, 48);
    snapshot = text.load();
    device = read_device_blocks(*snapshot, {}).front();
  }
  [[nodiscard]] BlockPicture picture(double width_px = 1000, double height_px = 1500) const {
    return lay_out_blocks(device, {}, {{0, 0, 100'000}, width_px, height_px}, {});
  }

  std::shared_ptr<const Snapshot> snapshot;
  DeviceBlocks device;
};

std::vector<BlockBand> bands_of(const BlockPicture& picture, std::uint32_t block) {
  std::vector<BlockBand> bands;
  for (const BlockBand& band : picture.bands) {
    if (band.block == block) bands.push_back(band);
  }
  return bands;
}

TEST_CASE("blocks lie on each other and move down when one below is freed") {
  const Example example;
  const BlockPicture picture = example.picture();
  CHECK(picture.drawn == 3);
  CHECK(picture.smaller == 0);
  CHECK(picture.small.empty());
  const auto a = bands_of(picture, 0);
  REQUIRE(a.size() == 1);
  CHECK(a[0].range == TimeRange{10'000, 30'000});
  CHECK(a[0].base_bytes == 1000);
  CHECK(a[0].bytes == 300);
  const auto b = bands_of(picture, 1);
  REQUIRE(b.size() == 3);
  CHECK(b[0].range == TimeRange{20'000, 30'000});
  CHECK(b[0].base_bytes == 1300);
  CHECK(b[1].range == TimeRange{30'000, 50'000});
  CHECK(b[1].base_bytes == 1000);
  CHECK(b[2].range.begin_ns == 50'000);
  CHECK(b[2].base_bytes == 600);
  const auto c = bands_of(picture, 2);
  REQUIRE(c.size() == 2);
  CHECK(c[0].range == TimeRange{40'000, 50'000});
  CHECK(c[0].base_bytes == 1200);
  CHECK(c[1].range == TimeRange{50'000, 60'000});
  CHECK(c[1].base_bytes == 800);
}

TEST_CASE("what is from before the trace lies at the bottom") {
  const Example example;
  const BlockPicture picture = example.picture();
  REQUIRE(picture.before.size() == 2);
  CHECK(picture.before[0].bytes == 1000);
  CHECK(picture.before[0].range == TimeRange{0, 50'000});
  CHECK(picture.before[1].bytes == 600);
  CHECK(example.device.most == 1500);
  CHECK(example.device.least_before == 600);
}

TEST_CASE("blocks of less than a pixel and a half are one band on top") {
  const Example example;
  const BlockScale scale = block_scale(example.device);
  const double bytes = static_cast<double>(scale.to_bytes - scale.from_bytes);
  const BlockPicture picture =
      example.picture(1000, bytes * 1.5 / 150);  // 150 bytes are a pixel and a half
  CHECK(picture.drawn == 2);
  CHECK(picture.smaller == 1);
  REQUIRE(picture.small.size() == 2);
  CHECK(picture.small[0].bytes == 100);
  CHECK(picture.small[0].count == 1);
  CHECK(picture.small[0].base_bytes == 1200);
  CHECK(picture.small[0].range == TimeRange{40'000, 50'000});
  CHECK(picture.small[0].group == static_cast<std::uint8_t>(MemoryCategory::Unknown));
  const std::vector<std::uint8_t> groups{1, 2, 3};
  const auto grouped =
      lay_out_blocks(example.device, groups, {{0, 0, 100'000}, 1000, bytes * 1.5 / 250}, {});
  CHECK(grouped.drawn == 1);
  CHECK(std::ranges::count(grouped.small, 2, &MergedBand::group) > 0);
  CHECK(std::ranges::count(grouped.small, 3, &MergedBand::group) > 0);
  for (const MergedBand& band : grouped.small) {
    if (band.group == 3) CHECK(band.base_bytes >= 800);  // on top of the other group
  }
}

TEST_CASE("of what happens inside a pixel the highest state is shown") {
  TraceText text;
  MemoryRecords{text}(10, 100, 16)(50, 1000, 32)(51, -1000, 32)(99, 100, 48);
  const auto snapshot = text.load();
  const DeviceBlocks device = read_device_blocks(*snapshot, {}).front();
  const BlockPicture picture = lay_out_blocks(device, {}, {{0, 0, 100'000}, 10, 1000}, {});
  const auto brief = bands_of(picture, 1);
  REQUIRE(brief.size() == 1);
  CHECK(brief[0].base_bytes == 100);
  CHECK(brief[0].range == TimeRange{50'000, 51'000});
}

TEST_CASE("a view in the middle begins with what is alive there") {
  const Example example;
  const BlockPicture picture =
      lay_out_blocks(example.device, {}, {{25'000, 0, 2'000}, 100, 1500}, {});
  REQUIRE(picture.bands.size() == 2);
  CHECK(bands_of(picture, 0)[0].range.begin_ns == 25'000);
  CHECK(bands_of(picture, 1)[0].base_bytes == 1300);
  CHECK(picture.drawn == 2);
}

TEST_CASE("a point in the picture is a block, a band of many, or nothing") {
  const Example example;
  const BlockPicture picture = example.picture();
  REQUIRE(band_at(picture, 25'000, 1350) != nullptr);
  CHECK(band_at(picture, 25'000, 1350)->block == 1);
  CHECK(band_at(picture, 25'000, 1299)->block == 0);
  CHECK(band_at(picture, 25'000, 1500) == nullptr);
  CHECK(band_at(picture, 25'000, 500) == nullptr);
  REQUIRE(merged_at(picture.before, 25'000, 500) != nullptr);
  CHECK(merged_at(picture.before, 55'000, 700) == nullptr);
}

TEST_CASE("the picture holds a bounded number of bands, whatever the trace") {
  TraceText text;
  MemoryRecords record(text);
  constexpr int kBlocks = 400;
  for (int i = 0; i < kBlocks; ++i) record(i + 1, 1000, 16 * (i + 1));
  // Each step moves all that lie above.
  for (int i = 0; i < kBlocks; ++i) {
    record(kBlocks + 1 + 2 * i, -1000, 16 * (i + 1));
    record(kBlocks + 2 + 2 * i, 1000, 16 * (i + 1));
  }
  const auto snapshot = text.load();
  const DeviceBlocks device = read_device_blocks(*snapshot, {}).front();
  const BlockPicture picture = lay_out_blocks(device, {}, {{0, 0, 1'300'000}, 4000, 1500}, {});
  CHECK(picture.bands.size() <= kMostBands);
  CHECK(picture.bands.size() > 1000);
}

TEST_CASE("numbers that can not be are no harm") {
  TraceText text;
  MemoryRecords{text, 7}(1, INT64_MAX / 2, 16)(1, INT64_MAX / 4, 16)(2, -5, 16)(3, -9, 32)(4, 0,
                                                                                           48);
  const auto snapshot = text.load();
  const DeviceBlocks device = read_device_blocks(*snapshot, {}).front();
  const BlockPicture picture = lay_out_blocks(device, {}, {{-5, 0.5, 10}, 0, 0}, {});
  for (const BlockBand& band : picture.bands) CHECK_FALSE(band.range.empty());
  CHECK(lay_out_blocks(device, {}, {{kMaxNs - 5, 0, 1e18}, 100, 100}, {}).bands.size() <= 3);
}

}  // namespace
}  // namespace lanescope
