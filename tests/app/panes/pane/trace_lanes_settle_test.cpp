// What stays in place while lanes get the rows that the time in view needs.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/panes/pane/trace_lanes.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kRows = 10;
constexpr float kLanePx = 210, kOneRowPx = 30, kRowPx = 20;  // ten rows, one row, one more

/// Lanes of ten rows in an area of 300 pixels.
struct Lanes {
  explicit Lanes(std::size_t count) {
    LaneTree tree;
    tree.groups.push_back({"p", "", GroupKind::Process, {}});
    for (std::size_t i = 0; i < count; ++i)
      tree.groups[0].lanes.push_back({.key = std::to_string(i), .rows = kRows, .foldable = true});
    lanes.set_tree(std::move(tree));
    lanes.set_height_px(300);
    lanes.refresh();
  }

  static LaneRow row(std::uint32_t lane, std::uint32_t row = 0) { return {{0, lane}, row}; }
  /// Whether all lanes got these depths.
  bool settle(const std::vector<std::uint32_t>& depths, const std::vector<LaneRow>& kept) {
    return lanes.settle(depths, kept);
  }
  void grow(const std::vector<std::uint32_t>& depths, const std::vector<LaneRow>& kept) {
    lanes.grow(depths, kept);
  }
  [[nodiscard]] float height(std::uint32_t lane) const {
    return lanes.layout().find({0, lane})->height_px;
  }
  /// From the top of the area.
  [[nodiscard]] float y(std::uint32_t lane) const {
    const LayoutItem* item = lanes.layout().find({0, lane});
    if (lanes.layout().is_pinned(*item)) return item->y_px;
    return lanes.layout().pinned_height_px + item->y_px - lanes.scroll_px();
  }
  [[nodiscard]] bool scrolls_within() const {
    const float view_px = 300 - lanes.layout().pinned_height_px;
    return lanes.scroll_px() >= 0 &&
           lanes.scroll_px() + view_px <= std::max(view_px, lanes.layout().content_height_px);
  }

  TraceLanes lanes;
};

}  // namespace

TEST_CASE("lanes above a kept row give up what scrolling can make up for") {
  Lanes at(3);
  REQUIRE(at.height(0) == kLanePx);
  at.lanes.scroll_to(330);  // the end
  REQUIRE(at.y(2) == 90);
  CHECK_FALSE(at.settle({1, 1, kRows}, {Lanes::row(2)}));
  CHECK(at.y(2) == 90);
  CHECK(at.height(0) == kOneRowPx + 2 * kRowPx);  // 30 pixels are missing
  CHECK(at.height(1) == kOneRowPx);
  CHECK(at.lanes.scroll_px() == 10);
  CHECK(at.scrolls_within());
  for (int i = 0; i < 3; ++i) CHECK_FALSE(at.settle({1, 1, kRows}, {Lanes::row(2)}));
  CHECK(at.lanes.scroll_px() == 10);
  CHECK(at.height(0) == kOneRowPx + 2 * kRowPx);
  CHECK(at.settle({0, 0, 0}, {Lanes::row(2)}));  // and back
  CHECK(at.y(2) == 90);
  CHECK(at.lanes.scroll_px() == 330);
}

TEST_CASE("lanes below a kept row keep what it takes to scroll as far") {
  Lanes at(3);
  at.lanes.scroll_to(100);
  CHECK_FALSE(at.settle({kRows, 1, 1}, {Lanes::row(1)}));
  CHECK(at.y(1) == 110);
  CHECK(at.height(1) == kOneRowPx);
  CHECK(at.height(2) == kOneRowPx + 7 * kRowPx);
  CHECK(at.scrolls_within());
}

TEST_CASE("if everything fits into the area, both ends hold a kept row") {
  Lanes at(4);
  at.lanes.scroll_to(300);
  const float y = at.y(2);
  CHECK_FALSE(at.settle({1, 1, 1, 1}, {Lanes::row(2)}));
  CHECK(at.y(2) == y);
  CHECK(at.scrolls_within());
  CHECK(at.height(0) < kLanePx);
  CHECK(at.height(1) == kOneRowPx);
}

TEST_CASE("nothing above moves a kept row at the top, and lanes below settle") {
  Lanes at(3);
  CHECK_FALSE(at.settle({1, 1, 1}, {Lanes::row(1)}));
  CHECK(at.lanes.scroll_px() == 0);
  CHECK(at.y(1) == kLanePx);
  CHECK(at.height(1) == kOneRowPx);
  CHECK(at.height(2) == kOneRowPx);
}

TEST_CASE("a lane keeps its rows while one that it no longer needs is kept") {
  Lanes at(3);
  at.lanes.scroll_to(150);
  CHECK_FALSE(at.settle({kRows, 2, kRows}, {Lanes::row(1, 5)}));
  CHECK(at.height(1) == kLanePx);
  CHECK(at.lanes.scroll_px() == 150);
  CHECK(at.settle({kRows, 2, kRows}, {Lanes::row(1, 1)}));
  CHECK(at.height(1) == kOneRowPx + kRowPx);
  CHECK(at.lanes.scroll_px() == 150);
}

TEST_CASE("lanes between two kept rows wait") {
  Lanes at(4);
  at.lanes.scroll_to(200);
  const float y_1 = at.y(1), y_3 = at.y(3);
  CHECK_FALSE(at.settle({1, 1, 1, 1}, {Lanes::row(1), Lanes::row(3)}));
  CHECK(at.y(1) == y_1);
  CHECK(at.y(3) == y_3);
  CHECK(at.height(2) == kLanePx);
  CHECK(at.height(0) < kLanePx);
}

TEST_CASE("pinned lanes stay while one of them is kept, and else give way to a row that scrolls") {
  Lanes at(4);
  at.lanes.toggle_pinned("0");
  at.lanes.refresh();
  REQUIRE(at.lanes.layout().pinned.size() == 1);
  at.lanes.scroll_to(100);
  const float pinned_px = at.height(0), y = at.y(2);
  SUBCASE("kept") {
    CHECK_FALSE(at.settle({1, 1, 1, 1}, {Lanes::row(0, 1), Lanes::row(2)}));
    CHECK(at.height(0) == pinned_px);
  }
  SUBCASE("not kept") {
    (void)at.settle({1, 1, 1, 1}, {Lanes::row(2)});
  }
  CHECK(at.y(2) == y);
  CHECK(at.scrolls_within());
}

TEST_CASE("without a kept row all lanes settle, and the first in view stays if it can") {
  Lanes at(40);
  at.lanes.scroll_to(3 * kLanePx + 5);
  std::vector<std::uint32_t> depths(40, 0);
  depths[0] = 1;
  const float y = at.y(3);
  CHECK(at.settle(depths, {}));
  CHECK(at.height(0) == kOneRowPx);
  CHECK(at.y(3) == y);
  CHECK(at.settle(std::vector<std::uint32_t>(40, 1), {}));
  for (std::uint32_t i = 0; i < 40; ++i) CHECK(at.height(i) == kOneRowPx);
}

TEST_CASE("missing rows come back between two kept rows, and the first of these stays") {
  Lanes at(4);
  REQUIRE(at.settle({1, 1, 1, 1}, {}));
  const float y = at.y(1);
  at.grow({1, kRows, kRows, 1}, {Lanes::row(1, 5), Lanes::row(3)});
  CHECK(at.height(0) == kOneRowPx);
  CHECK(at.height(1) == kLanePx);
  CHECK(at.height(2) == kLanePx);
  CHECK(at.y(1) == y);
  at.grow({1, 1, 1, 1}, {});  // no lane gives up any
  CHECK(at.height(1) == kLanePx);
}

TEST_CASE("lanes are scrolled by rows that come back above a kept one") {
  Lanes at(4);
  REQUIRE(at.settle({1, kRows, kRows, 1}, {}));
  at.lanes.scroll_to(20);
  const float y = at.y(1);
  at.grow({kRows, kRows, kRows, 1}, {Lanes::row(1)});
  CHECK(at.height(0) == kLanePx);
  CHECK(at.y(1) == y);
  CHECK(at.scrolls_within());
}

}  // namespace lanescope
