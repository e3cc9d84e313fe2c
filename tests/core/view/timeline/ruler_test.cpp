#include "core/view/timeline/ruler.h"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

Viewport view(TimeRange extent, TimeRange range, double width_px = 1000) {
  Viewport viewport;
  viewport.set_width_px(width_px);
  viewport.set_extent(extent);
  viewport.show(range);
  return viewport;
}

std::vector<std::string> labels(const Ruler& ruler) {
  std::vector<std::string> out;
  for (const RulerTick& tick : ruler.ticks) {
    if (tick.major) out.push_back(tick.label);
  }
  return out;
}

}  // namespace

TEST_CASE("labels count from the origin in the unit of the view") {
  const Ns base = 1'712'195'495'000'000'000;
  const Ruler ruler = make_ruler(
      view({base, base + 1'000'000'000}, {base + 412'000'000, base + 612'000'000}), base);
  CHECK(ruler.step_ns == 20'000'000);
  const auto texts = labels(ruler);
  CHECK(texts.front() == "400 ms");
  CHECK(texts[1] == "420 ms");
}

TEST_CASE("steps are 1, 2 or 5 times a power of ten and leave room for their labels") {
  for (double zoom = 1; zoom < 1e9; zoom *= 1.37) {
    const auto span_ns = static_cast<Ns>(1e10 / zoom);
    if (span_ns < 20) break;
    const Viewport viewport = view({0, 10'000'000'000}, {1'000'000, 1'000'000 + span_ns});
    const Ruler ruler = make_ruler(viewport, 0);
    Ns lead = ruler.step_ns;
    while (lead % 10 == 0) lead /= 10;
    CHECK((lead == 1 || lead == 2 || lead == 5));
    CHECK(static_cast<double>(ruler.step_ns) / viewport.ns_per_px() >= 90 * 0.999);
    CHECK(ruler.ticks.size() < 80);
    const auto texts = labels(ruler);
    CHECK(std::set<std::string>(texts.begin(), texts.end()).size() == texts.size());
  }
}

TEST_CASE("ticks cover the view from before its left edge to its right one") {
  const Viewport viewport = view({0, 1'000'000}, {123'456, 234'567});
  const Ruler ruler = make_ruler(viewport, 0);
  CHECK(ruler.ticks.front().x_px <= 0);
  CHECK(ruler.ticks.back().x_px >= 1000 - 1000.0 * static_cast<double>(ruler.step_ns) / 111'111);
  for (std::size_t i = 1; i < ruler.ticks.size(); ++i) {
    CHECK(ruler.ticks[i].time_ns > ruler.ticks[i - 1].time_ns);
  }
}

TEST_CASE("times before the origin are negative and in step with those after it") {
  const Ruler ruler = make_ruler(view({-1'000'000, 1'000'000}, {-500'000, 500'000}), 0);
  CHECK(ruler.step_ns == 100'000);
  const auto texts = labels(ruler);
  CHECK(texts[1] == "−400 µs");
  CHECK(std::find(texts.begin(), texts.end(), "0 µs") != texts.end());
}

TEST_CASE("a trace as long as int64 has a ruler") {
  const Ruler ruler = make_ruler(view({kMinNs, kMaxNs}, {kMinNs, kMaxNs}), 0);
  CHECK(ruler.ticks.size() < 200);
}

}  // namespace lanescope
