// Where the card of the tour is put.
#include "app/shell/tour/card.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

constexpr CardGround kWide{{0, 40, 1280, 540}, {224, 118, 1280, 540}, {0, 580, 1280, 780}};
constexpr CardGround kNarrow{{0, 40, 900, 434}, {224, 118, 900, 434}, {0, 474, 900, 678}};
constexpr Rect kDrawer{548, 118, 900, 434};  // over the lanes of the narrow one

bool overlap(Rect a, Rect b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

Rect room(const CardGround& ground, const CardObstacles& keep_off) {
  return tour_card_room(Style(), ground, keep_off);
}

}  // namespace

TEST_CASE("the card is at the lower right of the lanes, unless that covers something") {
  const Rect usual = room(kWide, {});
  CHECK(usual.x1 == 1280);
  CHECK(usual.y1 == 540);
  const Rect selected{1100, 420, 1140, 440};
  const Rect left = room(kWide, {.selected = selected});
  CHECK(left.x0 == 224);
  CHECK(left.y1 == 540);
  CHECK_FALSE(overlap(left, selected));
}

TEST_CASE("the card goes up where the lanes of the GPU are at the bottom") {
  const Rect high = room(kWide, {.gpu = {224, 400, 1280, 540}});
  CHECK(high.x1 == 1280);
  CHECK(high.y0 == 118);
  // They are everywhere: then it may lie on them.
  CHECK(room(kWide, {.gpu = {224, 118, 1280, 540}}).y1 == 540);
}

TEST_CASE("beside open details of a narrow window there is a strip on the pane below") {
  const Rect strip = room(kNarrow, {.details = kDrawer});
  CHECK(strip.x0 == 0);
  CHECK(strip.x1 == 900);
  CHECK(strip.y1 == 678);
  CHECK(strip.height() < 120);
}

TEST_CASE("over a tall pane there is a strip at its bottom") {
  const CardGround tall{{0, 40, 1280, 210}, {224, 118, 1280, 210}, {0, 250, 1280, 778}};
  const Rect strip = room(tall, {});
  CHECK(strip.y1 == 778);
  CHECK(strip.width() == 1280);
  CHECK(strip.height() < 120);
}

TEST_CASE("a strip keeps off details that reach over the pane below") {
  const CardGround tall{{0, 40, 900, 210}, {224, 118, 900, 210}, {0, 250, 900, 678}};
  const Rect details{548, 118, 900, 678};
  const Rect strip = room(tall, {.details = details});
  CHECK(strip.y1 == 678);
  CHECK(strip.x1 == 548);
}

TEST_CASE("in a low window the card is a line that leaves the lanes free") {
  const CardGround low{{0, 40, 480, 210}, {220, 118, 480, 210}, {0, 250, 480, 298}};
  const Rect line = room(low, {});
  CHECK(line.y1 == 298);
  CHECK(line.y0 >= low.lanes.y1);
  CHECK(line.width() == 480);
  const Rect details{288, 118, 480, 298};
  CHECK_FALSE(overlap(room(low, {.details = details}), details));
  CardGround folded{{0, 40, 480, 258}, {220, 118, 480, 258}, {}};
  const Rect over = room(folded, {});
  CHECK(over.y1 == 258);
  CHECK(over.height() < 40);
}

TEST_CASE("without a pane below, a strip lies on the lanes and keeps off details and selection") {
  CardGround folded = kNarrow;
  folded.bottom = {};
  const Rect low = room(folded, {.details = kDrawer});
  CHECK(low.y1 == 434);
  CHECK_FALSE(overlap(low, kDrawer));
  const Rect selected{300, 400, 340, 420};
  const Rect high = room(folded, {.details = kDrawer, .selected = selected});
  CHECK(high.y0 == 118);
  CHECK_FALSE(overlap(high, selected));
  CHECK_FALSE(overlap(high, kDrawer));
}

}  // namespace lanescope
