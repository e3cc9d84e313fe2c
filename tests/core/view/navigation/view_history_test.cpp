#include "core/view/navigation/view_history.h"

#include <memory>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

TimeView at(Ns begin_ns) {
  return {begin_ns, 0, 1000};
}

}  // namespace

TEST_CASE("back goes to where the view rested before, forward returns") {
  ViewHistory history;
  history.note(at(0), 0);
  history.note(at(5000), 1);
  history.note(at(5000), 2);
  history.note(at(9000), 3);
  history.note(at(9000), 4);
  CHECK(history.back()->view.begin_ns == 5000);
  CHECK(history.back()->view.begin_ns == 0);
  CHECK_FALSE(history.back());
  CHECK(history.forward()->view.begin_ns == 5000);
  CHECK(history.forward()->view.begin_ns == 9000);
  CHECK_FALSE(history.forward());
}

TEST_CASE("views on the way are not kept") {
  ViewHistory history;
  history.note(at(0), 0);
  for (int i = 1; i <= 20; ++i) history.note(at(i * 500), 0.01 * i);
  history.note(at(10'000), 2);
  CHECK(history.back()->view.begin_ns == 0);
}

TEST_CASE("leaving a view that has not rested yet keeps it for forward") {
  ViewHistory history;
  history.note(at(0), 0);
  history.note(at(8000), 0.1);
  CHECK(history.can_go_back());
  CHECK(history.back()->view.begin_ns == 0);
  CHECK(history.forward()->view.begin_ns == 8000);
}

TEST_CASE("a new view after going back forgets what was ahead") {
  ViewHistory history;
  history.note(at(0), 0);
  history.note(at(5000), 1);
  history.note(at(5000), 2);
  history.back();
  history.note(at(0), 3);
  history.note(at(7000), 4);
  history.note(at(7000), 5);
  CHECK_FALSE(history.can_go_forward());
  CHECK(history.back()->view.begin_ns == 0);
}

TEST_CASE("the list has an end") {
  ViewHistory history;
  for (int i = 0; i < 1000; ++i) {
    history.note(at(i * 5000), i);
    history.note(at(i * 5000), i + 0.9);
  }
  int steps = 0;
  while (history.back()) ++steps;
  CHECK(steps == ViewHistory::kMaxEntries - 1);
}

TEST_CASE("an event that was gone to is left again by back, where the view stayed too") {
  ViewHistory history;
  history.note(at(0), 0, EventId{1});
  history.jump(EventId{1}, EventId{2});
  history.note(at(0), 0.1, EventId{2});
  const auto place = history.back();
  REQUIRE(place);
  CHECK(place->event == EventId{1});
  CHECK(history.forward()->event == EventId{2});
}

TEST_CASE("a jump to another view is one step, and so are several in quick succession") {
  ViewHistory history;
  history.note(at(0), 0, EventId{1});
  history.jump(EventId{1}, EventId{2});
  history.note(at(5000), 0.1, EventId{2});
  history.jump(EventId{2}, EventId{3});
  history.note(at(9000), 0.2, EventId{3});
  history.note(at(9000), 2, EventId{3});
  const auto place = history.back();
  REQUIRE(place);
  CHECK(place->view.begin_ns == 0);
  CHECK(place->event == EventId{1});
  CHECK_FALSE(history.back());
}

TEST_CASE(
    "back returns to a range and an event that were deselected, forward deselects them again") {
  const TimeRange range{100, 200};
  ViewHistory history;
  history.note(at(0), 0);
  history.note(at(0), 1, EventId{1}, {}, range);
  history.note(at(0), 1.1, EventId{1});
  history.note(at(0), 1.2);
  const auto event = history.back();
  REQUIRE(event);
  CHECK(event->event == EventId{1});
  CHECK_FALSE(event->range);
  const auto both = history.back();
  REQUIRE(both);
  CHECK(both->event == EventId{1});
  CHECK(both->range == range);
  CHECK_FALSE(history.back());
  CHECK(history.forward()->deselected);
}

TEST_CASE("a click changes the event of a place and makes no new one") {
  ViewHistory history;
  history.note(at(0), 0, EventId{1});
  history.note(at(0), 1, EventId{2});
  CHECK_FALSE(history.back());
  history.forget_events();
  history.note(at(5000), 2);
  history.note(at(5000), 3);
  CHECK(history.back()->event == EventId::None);
}

TEST_CASE("a place has its lanes as they were last, and one that was left keeps them") {
  const auto lanes = [](float scroll_px) {
    auto then = std::make_shared<LanesThen>();
    then->heights.row_caps["main"] = static_cast<std::uint32_t>(scroll_px);
    return LanesPlace{scroll_px, then};
  };
  ViewHistory history;
  history.note(at(0), 0, EventId{1}, lanes(10));
  history.note(at(0), 1, EventId{1}, lanes(20));  // scrolled where it was
  history.jump(EventId{1}, EventId{2});
  history.note(at(4000), 1.1, EventId{2}, lanes(300));
  history.note(at(5000), 1.2, EventId{2}, lanes(400));
  history.note(at(5000), 2, EventId{2}, lanes(400));
  const auto before = history.back();
  REQUIRE(before);
  CHECK(before->lanes.scroll_px == 20);
  CHECK(before->lanes.then->heights.row_caps.at("main") == 20);
  const auto after = history.forward();
  REQUIRE(after);
  CHECK(after->lanes.scroll_px == 400);
}

}  // namespace lanescope
