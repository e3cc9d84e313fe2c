#include "core/view/timeline/density.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

constexpr std::int32_t kRowPx = 18;

DensityPart part(float x0_px, float x1_px) {
  return {x0_px, x1_px};
}

/// In pixels of full height.
double area(std::span<const DensityBar> bars) {
  double sum = 0;
  for (const DensityBar& bar : bars) sum += double(bar.x1_px - bar.x0_px) * bar.height_px / kRowPx;
  return sum;
}

double covered(const std::vector<DensityPart>& parts) {
  double sum = 0;
  for (const DensityPart& one : parts) sum += double(one.x1_px - one.x0_px) * one.covered;
  return sum;
}

bool is_in_order(std::span<const DensityBar> bars) {
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const DensityBar& bar = bars[i];
    if (bar.x1_px <= bar.x0_px || bar.height_px < 1 || bar.height_px > kRowPx) return false;
    if (i > 0 && bar.x0_px < bars[i - 1].x1_px) return false;
  }
  return true;
}

/// Parts of `length_px` every `pitch_px`.
std::vector<DensityPart> comb(float length_px, float pitch_px, float width_px) {
  std::vector<DensityPart> parts;
  for (float x = 0.3F; x + length_px < width_px; x += pitch_px)
    parts.push_back(part(x, x + length_px));
  return parts;
}

}  // namespace

TEST_CASE("a column is as high as the covered share of its time") {
  DensityRow row;
  const std::vector<DensityPart> parts = {part(10.1F, 10.2F), part(10.5F, 10.9F)};
  const auto bars = row.lay_out(parts, kRowPx, BarEdges::Shared);
  REQUIRE(bars.size() == 1);
  CHECK(bars[0].x0_px == 10);
  CHECK(bars[0].x1_px == 11);
  CHECK(bars[0].height_px == 9);
  CHECK(bars[0].part == 1);  // covers more of it
  CHECK_FALSE(bars[0].alone);
}

TEST_CASE("what is drawn adds up to what is covered, however long the parts are") {
  DensityRow row;
  for (const BarEdges edges : {BarEdges::Shared, BarEdges::Gap}) {
    for (const float length_px : {0.02F, 0.1F, 0.45F, 0.9F, 1.0F, 1.7F, 2.6F}) {
      for (const float pause : {0.1F, 0.5F, 1.0F, 4.0F}) {
        const auto parts = comb(length_px, length_px * (1 + pause), 1000);
        const auto bars = row.lay_out(parts, kRowPx, edges);
        CAPTURE(length_px);
        CAPTURE(pause);
        CHECK(is_in_order(bars));
        // Rounding to pixels is off by a few columns at most.
        CHECK(std::abs(area(bars) - covered(parts)) < 4);
      }
    }
  }
  for (const float length_px : {4.0F, 6.3F, 7.9F, 8.1F, 12.0F, 40.7F}) {
    const auto parts = comb(length_px, length_px + 0.37F, 1000);
    const auto bars = row.lay_out(parts, kRowPx, BarEdges::Shared);
    CAPTURE(length_px);
    CHECK(is_in_order(bars));
    CHECK(std::abs(area(bars) - covered(parts)) < 4);
  }
}

TEST_CASE("nothing vanishes: there is ink within a few pixels of everything") {
  DensityRow row;
  std::vector<DensityPart> parts;
  for (float x = 3; x < 900; x += 1.3F) parts.push_back(part(x, x));  // of no length
  parts.push_back(part(1500, 1500.001F));
  const auto bars = row.lay_out(parts, kRowPx, BarEdges::Shared);
  CHECK(is_in_order(bars));
  CHECK(bars.back().x0_px == 1500);
  for (const DensityPart& one : parts) {
    const bool near = std::ranges::any_of(bars, [&](const DensityBar& bar) {
      return std::abs(static_cast<float>(bar.x0_px) - one.x0_px) <= DensityRow::kReachPx;
    });
    CHECK(near);
  }
  CHECK(area(bars) < 900.0 / DensityRow::kReachPx / kRowPx + 2);
}

TEST_CASE("with gaps, neighbors keep a pixel between them, and only they") {
  DensityRow row;
  const std::vector<DensityPart> parts = {part(0, 10), part(10, 14), part(20, 30)};
  const auto bars = row.lay_out(parts, kRowPx, BarEdges::Gap);
  REQUIRE(bars.size() == 3);
  CHECK(bars[0].x1_px == 9);
  CHECK(bars[1].x0_px == 10);
  CHECK(bars[1].x1_px == 14);
  CHECK(bars[2].x1_px == 30);
  for (const DensityBar& bar : bars) CHECK(bar.alone);
}

TEST_CASE("what a bar covers of a column does not appear elsewhere") {
  DensityRow row;
  const std::vector<DensityPart> parts = {part(0, 3.3F), part(3.3F, 10), part(20, 20.9F),
                                          part(25, 25.9F)};
  const auto bars = row.lay_out(parts, kRowPx, BarEdges::Gap);
  REQUIRE(bars.size() == 4);
  CHECK(bars[2].x0_px == 20);
  CHECK(bars[3].x0_px == 25);
}

TEST_CASE("a short part between pixels is drawn in as many columns as it is long") {
  DensityRow row;
  const std::vector<DensityPart> parts = {part(5.9F, 7.9F)};
  const auto bars = row.lay_out(parts, kRowPx, BarEdges::Shared);
  REQUIRE(bars.size() == 1);
  CHECK(bars[0].x1_px - bars[0].x0_px == 2);
  CHECK(bars[0].height_px == kRowPx);
  CHECK(bars[0].part == 0);
}

TEST_CASE("bars that touch share a pixel that is drawn as their seam") {
  DensityRow row;
  const std::vector<DensityPart> whole = {part(0, 10), part(10, 30)};
  auto bars = row.lay_out(whole, kRowPx, BarEdges::Shared);
  REQUIRE(bars.size() == 3);
  CHECK(bars[1].seam);
  CHECK(bars[1].x0_px == 9);
  CHECK(bars[1].height_px == kRowPx);
  CHECK(area(bars) == doctest::Approx(30));
  const std::vector<DensityPart> within = {part(0, 10.25F), part(10.5F, 30)};
  bars = row.lay_out(within, kRowPx, BarEdges::Shared);
  REQUIRE(bars.size() == 3);
  CHECK(bars[1].seam);
  CHECK(bars[1].x0_px == 10);
  CHECK(bars[1].height_px == 14);  // three quarters
}

TEST_CASE("a preferred part gives its column the color and can be seen") {
  DensityRow row;
  std::vector<DensityPart> parts = {part(5.0F, 5.6F), part(5.7F, 5.71F)};
  CHECK(row.lay_out(parts, kRowPx, BarEdges::Shared)[0].part == 0);
  parts[1].preferred = true;
  CHECK(row.lay_out(parts, kRowPx, BarEdges::Shared)[0].part == 1);
  parts.erase(parts.begin());
  CHECK(row.lay_out(parts, kRowPx, BarEdges::Shared)[0].height_px == kRowPx / 3);
}

TEST_CASE("parts that overlap are cut, and an empty row has no bars") {
  DensityRow row;
  const std::vector<DensityPart> parts = {part(0, 10), part(5, 12), part(6, 7)};
  const auto bars = row.lay_out(parts, kRowPx, BarEdges::Shared);
  CHECK(is_in_order(bars));
  CHECK(area(bars) == doctest::Approx(12).epsilon(0.01));
  CHECK(row.lay_out({}, kRowPx, BarEdges::Gap).empty());
}

}  // namespace lanescope
