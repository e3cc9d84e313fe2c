#include "core/view/navigation/view_history.h"

#include <memory>
#include <string>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

ViewPlace at(Ns begin_ns, EventId event = EventId::None) {
  return {{begin_ns, 0, 1000}, event};
}

ViewPlace with_range(TimeRange range) {
  ViewPlace place = at(0);
  place.range = range;
  return place;
}

constexpr EventId kFirst{1}, kSecond{2}, kThird{3};

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

TEST_CASE("a view that moves slowly leaves its place where it rested") {
  ViewHistory history;
  history.note(at(0), 0);
  for (int i = 1; i <= 100; ++i) history.note(at(i * 20), 0.01 * i);
  history.note(at(2000), 2);
  CHECK(history.back()->view.begin_ns == 0);
}

TEST_CASE("a tiny pan is no place of its own, and back leads to where it ended") {
  ViewHistory history;
  history.note(at(0), 0);
  history.note(at(40), 1);
  history.note(at(40), 2);
  CHECK_FALSE(history.can_go_back());
  history.note(at(5000), 3);
  history.note(at(5000), 4);
  CHECK(history.back()->view.begin_ns == 40);
  CHECK_FALSE(history.back());
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

TEST_CASE("each event that was selected is a place, in its order") {
  ViewHistory history;
  history.note(at(0), 0);
  history.note(at(0, kFirst), 1);
  history.note(at(0, kSecond), 1.3);
  history.note(at(0, kSecond), 1.4);
  history.note(at(0, kFirst), 1.6);
  CHECK(history.back()->event == kSecond);
  CHECK(history.back()->event == kFirst);
  CHECK(history.back()->event == EventId::None);
  CHECK_FALSE(history.back());
  CHECK(history.forward()->event == kFirst);
  history.note(at(0, kFirst), 3);
  history.note(at(0, kThird), 4);  // instead of what was ahead
  CHECK_FALSE(history.can_go_forward());
  CHECK(history.back()->event == kFirst);
}

TEST_CASE("looking around a selected event changes its place, and a far view is a new one") {
  ViewHistory history;
  history.note(at(0, kFirst), 0);
  history.note(at(300, kFirst), 1);  // a pan of a third of the view
  history.note(at(300, kFirst), 2);
  history.note({{200, 0, 2000}, kFirst}, 3);  // and a zoom
  history.note({{200, 0, 2000}, kFirst}, 4);
  CHECK_FALSE(history.can_go_back());
  history.note({{200, 0, 2000}, kSecond}, 5);
  CHECK(history.back()->view == TimeView{200, 0, 2000});
  CHECK_FALSE(history.back());
  history.forward();
  history.note({{200, 0, 2000}, kSecond}, 6);
  history.note({{900, 0, 20}, kSecond}, 7);
  history.note({{900, 0, 20}, kSecond}, 8);
  const auto wide = history.back();
  REQUIRE(wide);
  CHECK(wide->event == kSecond);
  CHECK(wide->view.span_ns == 2000);
}

TEST_CASE("a command that shows another part at once leaves a place, also of a selection") {
  const ViewPlace wide = with_range({100, 400});
  ViewPlace close = wide;
  close.view = {100, 0, 300};
  ViewPlace hand = close;
  hand.view = {150, 0, 200};
  ViewHistory history;
  history.note(at(0), 0);
  history.note(wide, 1);
  history.note(wide, 2);
  history.leap();
  history.note(close, 3);
  history.note(close, 4);
  history.note(hand, 5);  // by the wheel: looking around
  history.note(hand, 6);
  const auto before = history.back();
  REQUIRE(before);
  CHECK(before->view == wide.view);
  CHECK(before->range == wide.range);
  CHECK(history.forward()->view == hand.view);

  // Without effect, it means nothing later.
  ViewHistory still;
  still.note(wide, 0);
  still.leap();
  still.note(wide, 1);
  still.note(close, 2);
  still.note(close, 3);
  CHECK_FALSE(still.can_go_back());
}

TEST_CASE("a view that has lost the selected event is a place of its own") {
  const auto seen_from = [](Ns begin_ns) {
    ViewPlace place = at(begin_ns, kFirst);
    place.event_range = TimeRange{900, 950};
    return place;
  };
  ViewHistory history;
  history.note(at(0), 0);
  history.note(seen_from(0), 1);
  SUBCASE("after a rest") {
    history.note(seen_from(0), 2);
    history.note(seen_from(600), 3);  // still in view
    history.note(seen_from(600), 4);
  }
  SUBCASE("and at once") {}
  history.note(seen_from(1000), 4.1);  // half of the view is the same, but not the event
  history.note(seen_from(1000), 5);
  const auto seen = history.back();
  REQUIRE(seen);
  CHECK(seen->event == kFirst);
  CHECK(seen->view.begin_ns < 950);
  CHECK(history.back()->event == EventId::None);
  history.forward();
  CHECK(history.forward()->view.begin_ns == 1000);
}

TEST_CASE("an event that was gone to is left again by back, where the view stayed too") {
  ViewHistory history;
  history.note(at(0, kFirst), 0);
  history.jump();
  history.note(at(0, kSecond), 0.1);
  const auto place = history.back();
  REQUIRE(place);
  CHECK(place->event == kFirst);
  CHECK(history.forward()->event == kSecond);
}

TEST_CASE("a jump to another view is one step, and so are several in quick succession") {
  ViewHistory history;
  history.note(at(0, kFirst), 0);
  history.jump();
  history.note(at(5000, kSecond), 0.1);
  history.jump();
  history.note(at(9000, kThird), 0.2);
  history.note(at(9000, kThird), 2);
  const auto place = history.back();
  REQUIRE(place);
  CHECK(place->view.begin_ns == 0);
  CHECK(place->event == kFirst);
  CHECK_FALSE(history.back());
}

TEST_CASE("jumps with a moment between them are places, and one to what is selected is none") {
  ViewHistory history;
  history.note(at(0, kFirst), 0);
  history.jump();
  history.note(at(0, kSecond), 1);
  history.jump();
  history.note(at(0, kThird), 1.3);
  history.jump();
  history.note(at(0, kThird), 1.4);
  CHECK(history.back()->event == kSecond);
  CHECK(history.back()->event == kFirst);
}

TEST_CASE(
    "back returns to a range and an event that were deselected, forward deselects them again") {
  const TimeRange range{100, 200};
  ViewPlace both = at(0, kFirst);
  both.range = range;
  ViewHistory history;
  history.note(at(0), 0);
  history.note(both, 1);
  history.note(at(0, kFirst), 1.1);
  history.note(at(0), 1.2);
  const auto event = history.back();
  REQUIRE(event);
  CHECK(event->event == kFirst);
  CHECK_FALSE(event->range);
  const auto before = history.back();
  REQUIRE(before);
  CHECK(before->event == kFirst);
  CHECK(before->range == range);
  history.forward();
  const auto nothing = history.forward();
  REQUIRE(nothing);
  CHECK(nothing->event == EventId::None);
  CHECK_FALSE(nothing->range);
}

TEST_CASE("a range that is dragged is one place, and another one is another") {
  ViewHistory history;
  history.note(at(0), 0);
  for (Ns end_ns = 110; end_ns <= 200; end_ns += 10)
    history.note(with_range({100, end_ns}), 1 + 0.02 * static_cast<double>(end_ns - 100));
  history.note(with_range({100, 200}), 6);
  history.note(with_range({400, 500}), 7);
  CHECK(history.back()->range == TimeRange{100, 200});
  CHECK_FALSE(history.back()->range);
  CHECK_FALSE(history.back());
}

TEST_CASE("ranges that follow each other are places, however fast they are chosen") {
  ViewHistory history;
  history.note(at(0), 0);
  history.note(with_range({100, 200}), 1);
  history.note(with_range({200, 300}), 1.2);
  CHECK(history.back()->range == TimeRange{100, 200});
  CHECK_FALSE(history.back()->range);
}

TEST_CASE("an idle gap that was selected is a place") {
  ViewPlace idle = at(0);
  idle.gap = GapRef{0, {10, 20}};
  ViewHistory history;
  history.note(at(0, kFirst), 0);
  history.note(idle, 1);
  history.note(at(0, kSecond), 2);
  CHECK(history.back()->gap == idle.gap);
  CHECK(history.back()->event == kFirst);
}

TEST_CASE("places have the new ids of their events, and that makes no new place") {
  ViewHistory history;
  history.note(at(0, kFirst), 0);
  history.note(at(0, kSecond), 1);
  history.move_events([](EventId event) { return event == kSecond ? kThird : EventId::None; });
  history.note(at(0, kThird), 2);
  CHECK(history.back()->event == EventId::None);  // that one is gone
  CHECK_FALSE(history.back());
  CHECK(history.forward()->event == kThird);
}

TEST_CASE("the history of another run goes to the place of the same time") {
  ViewHistory history, beside;
  const auto note = [&](EventId event, double now_s) {
    history.note(at(0, event), now_s);
    beside.note(at(70'000, event == kSecond ? EventId::None : event), now_s + 0.02);
  };
  note(EventId::None, 0);
  note(kFirst, 1);
  note(kSecond, 2);  // which the other run does not have
  note(kThird, 3);
  history.back();
  history.back();
  beside.accompany(history.reached_by_s());
  beside.note(at(70'000, kFirst), 4);
  CHECK(beside.can_go_forward());
  CHECK(beside.back()->event == EventId::None);
  beside.accompany(history.reached_by_s());
  history.forward();
  history.forward();
  beside.accompany(history.reached_by_s());
  beside.note(at(70'000, kThird), 5);
  CHECK_FALSE(beside.can_go_forward());
  CHECK(beside.back()->event == EventId::None);
  CHECK(beside.back()->event == kFirst);
}

TEST_CASE("what is selected where another history led to belongs to that place") {
  ViewHistory history;
  history.note(at(0, kFirst), 0);
  history.note(at(0, kSecond), 1);
  history.accompany(0.5);
  history.note(at(0, kThird), 2);
  CHECK(history.can_go_forward());
  CHECK_FALSE(history.can_go_back());
  CHECK(history.forward()->event == kSecond);
  CHECK(history.back()->event == kThird);
}

TEST_CASE("a place has its lanes as they were last, and one that was left keeps them") {
  const auto place = [](Ns begin_ns, EventId event, float scroll_px) {
    auto then = std::make_shared<LanesThen>();
    then->heights.folded.insert(std::to_string(static_cast<int>(scroll_px)));
    ViewPlace out = at(begin_ns, event);
    out.lanes = {scroll_px, then};
    return out;
  };
  ViewHistory history;
  history.note(place(0, kFirst, 10), 0);
  history.note(place(0, kFirst, 20), 1);  // scrolled where it was
  history.jump();
  history.note(place(4000, kSecond, 300), 1.1);
  history.note(place(5000, kSecond, 400), 1.2);  // on its way
  history.note(place(5000, kSecond, 400), 2);
  const auto before = history.back();
  REQUIRE(before);
  CHECK(before->lanes.scroll_px == 20);
  CHECK(before->lanes.then->heights.folded.contains("20"));
  const auto after = history.forward();
  REQUIRE(after);
  CHECK(after->lanes.scroll_px == 400);
}

}  // namespace lanescope
