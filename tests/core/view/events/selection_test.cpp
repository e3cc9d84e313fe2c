#include "core/view/events/selection.h"

#include <doctest/doctest.h>

#include "core/view/events/event_ref.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

TraceText two_threads() {
  TraceText trace;
  trace.cpu("cpu_op", "a", "10", "5").cpu("cpu_op", "b", "20", "5").cpu("cpu_op", "b", "30", "5");
  trace.slice("cpu_op", "b", "100", "101", "20", "5");
  trace.instant("mark", "22");
  return trace;
}

}  // namespace

TEST_CASE("the last event chosen is the primary one") {
  Selection selection;
  CHECK(selection.primary() == EventId::None);
  selection.select(EventId{3});
  selection.toggle(EventId{5});
  CHECK(selection.primary() == EventId{5});
  CHECK(selection.contains(EventId{3}));
  selection.toggle(EventId{5});
  CHECK(selection.primary() == EventId{3});
  selection.select(EventId{9});
  CHECK(selection.events().size() == 1);
  selection.select(EventId::None);
  CHECK(selection.empty());
}

TEST_CASE("Esc takes the range away first, then the events") {
  Selection selection;
  selection.select(EventId{1});
  selection.select_range({0, 10});
  CHECK(selection.dismiss());
  CHECK_FALSE(selection.range());
  CHECK(selection.primary() == EventId{1});
  CHECK(selection.dismiss());
  CHECK_FALSE(selection.dismiss());
}

TEST_CASE("changes are counted") {
  Selection selection;
  const auto start = selection.generation();
  selection.select(EventId{1});
  selection.select_range({0, 10});
  selection.clear();
  CHECK(selection.generation() == start + 3);
  selection.clear();
  CHECK(selection.generation() == start + 3);
}

TEST_CASE("the extent spans all selected events") {
  const auto snapshot = two_threads().load();
  Selection selection;
  CHECK_FALSE(selection.extent(*snapshot));
  selection.select(event_named(*snapshot, "b", 2));
  selection.toggle(event_named(*snapshot, "a"));
  CHECK(selection.extent(*snapshot) == TimeRange{10'000, 35'000});
}

TEST_CASE("a selection finds its events again in a snapshot with other ids") {
  const auto before = two_threads().load();
  TraceText more;
  more.slice("cpu_op", "first of all", "50", "50", "0", "1").cpu("cpu_op", "new", "1", "2");
  more.instant("other mark", "1");
  more.cpu("cpu_op", "a", "10", "5").cpu("cpu_op", "b", "20", "5").cpu("cpu_op", "b", "30", "5");
  more.instant("mark", "22");
  const auto after = more.load();
  Selection selection;
  selection.select(event_named(*before, "b", 2));  // at 30 on the first thread
  selection.toggle(event_named(*before, "mark"));
  selection.toggle(event_named(*before, "b", 1));  // whichever of the two at 20
  const auto on_second = event_key(*before, selection.primary());
  selection.move_to(*before, *after);
  CHECK(selection.contains(event_named(*after, "b", 1)));
  CHECK(selection.contains(event_named(*after, "mark")));
  CHECK(selection.events().size() == (on_second->thread == "101" ? 2 : 3));
}

TEST_CASE("unknown ids have no key and no range") {
  const auto snapshot = two_threads().load();
  CHECK_FALSE(event_key(*snapshot, EventId::None));
  CHECK_FALSE(event_range(*snapshot, EventId{1000}));
  CHECK_FALSE(find_instant(*snapshot, event_named(*snapshot, "a")));
  CHECK(find_instant(*snapshot, event_named(*snapshot, "mark"))->track->slices == 3);
  CHECK(event_range(*snapshot, event_named(*snapshot, "mark")) == TimeRange{22'000, 22'000});
}

TEST_CASE("a gap takes the place of events, and events that of a gap") {
  Selection selection;
  selection.select(EventId{3});
  selection.select_gap({0, {10, 20}});
  CHECK(selection.primary() == EventId::None);
  REQUIRE(selection.gap());
  CHECK(selection.gap()->range == TimeRange{10, 20});
  CHECK_FALSE(selection.empty());
  selection.toggle(EventId{5});
  CHECK_FALSE(selection.gap());
  selection.select_gap({0, {10, 20}});
  selection.select(EventId{4});
  CHECK_FALSE(selection.gap());
}

TEST_CASE("Esc takes the range away first, then the gap; what is zoomed to is the gap") {
  const auto trace = two_threads().load();
  Selection selection;
  selection.select_gap({0, {10, 20}});
  selection.select_range({0, 100});
  CHECK(selection.extent(*trace) == TimeRange{10, 20});
  CHECK(selection.dismiss());
  CHECK(selection.gap());
  CHECK(selection.dismiss());
  CHECK_FALSE(selection.gap());
  CHECK(selection.empty());
}

}  // namespace lanescope
