#include "core/view/navigation/search_model.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

TraceText four_ops() {
  TraceText trace;
  trace.cpu("cpu_op", "aten::mm", "10", "5").cpu("cpu_op", "aten::add", "20", "5");
  trace.cpu("cpu_op", "aten::mm", "30", "7").cpu("cpu_op", "aten::relu", "40", "5");
  return trace;
}

TEST_CASE("matches are walked in the order of time, around the ends") {
  const auto snapshot = four_ops().load();
  const SearchMatches matches = find_matches(*snapshot, "mm");
  const EventId first = event_named(*snapshot, "aten::mm", 0);
  const EventId second = event_named(*snapshot, "aten::mm", 1);
  REQUIRE(matches.events() == std::vector<EventId>{first, second});
  CHECK(step_match(*snapshot, matches, first, 0, Direction::Next) == second);
  CHECK(step_match(*snapshot, matches, second, 0, Direction::Next) == first);
  CHECK(step_match(*snapshot, matches, first, 0, Direction::Previous) == second);
}

TEST_CASE("from anywhere else the walk starts at the time in view") {
  const auto snapshot = four_ops().load();
  const SearchMatches matches = find_matches(*snapshot, "mm");
  const EventId add = event_named(*snapshot, "aten::add");
  const EventId first = event_named(*snapshot, "aten::mm", 0);
  const EventId second = event_named(*snapshot, "aten::mm", 1);
  CHECK(step_match(*snapshot, matches, add, 20'000, Direction::Next) == second);
  CHECK(step_match(*snapshot, matches, add, 20'000, Direction::Previous) == first);
  CHECK(step_match(*snapshot, matches, EventId::None, 99'000, Direction::Next) == first);
  CHECK(step_match(*snapshot, find_matches(*snapshot, "nothing like it"), add, 0,
                   Direction::Next) == EventId::None);
}

TEST_CASE("runs of events are asked at once") {
  std::vector<EventId> every_hundredth;
  for (std::uint32_t i = 0; i < 1000; i += 100) every_hundredth.push_back(EventId{i});
  const SearchMatches matches(every_hundredth, 0, 0);
  CHECK(matches.any_of(EventId{200}));
  CHECK_FALSE(matches.any_of(EventId{201}));
  CHECK_FALSE(matches.any_of(EventId{201}, 99));
  CHECK(matches.any_of(EventId{201}, 100));
  CHECK_FALSE(matches.any_of(EventId{901}, 5000));
  CHECK_FALSE(matches.any_of(EventId::None));
  CHECK_FALSE(SearchMatches().any_of(EventId{0}, 64));
  CHECK(matches.place_of(EventId{300}) == 3);
}

TEST_CASE("the words say how many there are and which one is selected") {
  const auto snapshot = four_ops().load();
  const SearchMatches matches = find_matches(*snapshot, "mm");
  CHECK(matches_text(matches, EventId::None) == "2 · 12.00 µs");
  CHECK(matches_text(matches, event_named(*snapshot, "aten::mm", 1)) == "2 of 2 · 12.00 µs");
  CHECK(summed_text(819'000'000, 602'000'000) == "602.0 ms on the GPU and 217.0 ms on the host");
  CHECK(matches_text(find_matches(*snapshot, "conv"), EventId::None) == "no matches");
  CHECK(find_matches(*snapshot, "conv").hint.empty());
  CHECK(find_matches(*snapshot, "duration>1ms").hint ==
        "'duration' is not a field; did you mean dur?");
}

TEST_CASE("an operator inside a frame that is found too counts once") {
  TraceText trace;
  trace.cpu("python_function", "moe.py(1): moe_forward", "10", "20");
  trace.cpu("cpu_op", "vllm::moe_forward", "12", "15");
  const auto snapshot = trace.load();
  CHECK(matches_text(find_matches(*snapshot, "moe_forward"), EventId::None) == "2 · 20.00 µs");
}

TEST_CASE("an expression that is wrong says what is wrong") {
  const auto snapshot = four_ops().load();
  CHECK_FALSE(find_matches(*snapshot, "dur>fast").error.empty());
  CHECK(find_matches(*snapshot, "dur>6us").events().size() == 1);
}

}  // namespace
}  // namespace lanescope
