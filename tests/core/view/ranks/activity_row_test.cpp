// A rank's activity shows as much ink of each class as its share of time.
#include "core/view/ranks/activity_row.h"

#include <array>
#include <cmath>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

constexpr std::int32_t kHeightPx = 28;
constexpr double kWidthPx = 1000;

/// Each period has compute, then communication, then copies, then nothing.
RankPicture periods(int count, Ns compute_ns, Ns comm_ns, Ns copies_ns, Ns idle_ns) {
  std::vector<TimeRange> compute, comm, copies;
  Ns at_ns = 0;
  const auto add = [&](std::vector<TimeRange>& to, Ns length_ns) {
    if (length_ns > 0) to.push_back({at_ns, at_ns + length_ns});
    at_ns += length_ns;
  };
  for (int i = 0; i < count; ++i) {
    add(compute, compute_ns);
    add(comm, comm_ns);
    add(copies, copies_ns);
    at_ns += idle_ns;
  }
  RankPicture rank;
  rank.extent = {0, at_ns};
  rank.compute = StripIndex(std::move(compute));
  rank.exposed_comm = StripIndex(std::move(comm));
  rank.exposed_memory = StripIndex(std::move(copies));
  return rank;
}

struct Shares {
  std::array<double, 3> of{};
  double all = 0;
};

/// Of the pixels of the row.
Shares painted(const RankPicture& rank) {
  Viewport own;
  own.set_width_px(kWidthPx);
  own.set_extent(rank.extent);
  own.show(rank.extent, 0);
  ActivityRow row;
  Shares shares;
  std::int32_t end_px = -100;
  for (const DensityBar& bar : row.lay_out(rank, own, kHeightPx)) {
    CHECK(bar.x0_px >= end_px);
    end_px = bar.x1_px;
    const double ink = (bar.x1_px - bar.x0_px) * bar.height_px / (kWidthPx * kHeightPx);
    shares.of.at(static_cast<std::size_t>(row.class_of(bar))) += ink;
    shares.all += ink;
  }
  return shares;
}

}  // namespace

TEST_CASE("bars and columns of a rank's classes are as large as their shares of time") {
  for (const int count : {5, 40}) {
    CAPTURE(count);
    const Shares shares = painted(periods(count, 300, 200, 100, 400));
    CHECK(std::abs(shares.of[0] - 0.3) < 0.03);
    CHECK(std::abs(shares.of[1] - 0.2) < 0.03);
    CHECK(std::abs(shares.of[2] - 0.1) < 0.03);
    CHECK(std::abs(shares.all - 0.6) < 0.02);
  }
}

TEST_CASE("where classes alternate within a pixel, it is as high as all of them together") {
  for (const int count : {300, 3000, 20'000}) {
    CAPTURE(count);
    CHECK(std::abs(painted(periods(count, 30, 20, 10, 40)).all - 0.6) < 0.02);
  }
  // The one with most of a pixel gives the color.
  const Shares shares = painted(periods(20'000, 30, 20, 10, 40));
  CHECK(shares.of[0] > 0.99 * shares.all);
}

TEST_CASE("a rank that is hardly ever busy is still seen, but not as busy") {
  const Shares shares = painted(periods(20'000, 1, 0, 0, 999));
  CHECK(shares.all > 0);
  CHECK(shares.all < 0.01 + 1.0 / kHeightPx / DensityRow::kReachPx);
}

}  // namespace lanescope
