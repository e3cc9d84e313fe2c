#include "core/view/lanes/tree_state.h"

#include <utility>

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("hiding is undone in reverse order") {
  LaneTreeState state;
  state.hide("a");
  state.hide("b");
  state.hide("a");
  CHECK(state.hidden("a"));
  CHECK(state.undo_hide() == "b");
  CHECK_FALSE(state.hidden("b"));
  CHECK(state.undo_hide() == "a");
  CHECK_FALSE(state.undo_hide());
}

TEST_CASE("folding, pinning and capping are switched on and off by key") {
  LaneTreeState state;
  state.toggle_folded("a");
  CHECK(state.folded("a"));
  state.toggle_folded("a");
  CHECK_FALSE(state.folded("a"));
  state.toggle_pinned("x");
  state.toggle_pinned("y");
  CHECK(state.pinned_keys() == std::vector<std::string>{"x", "y"});
  state.toggle_pinned("x");
  CHECK(state.pinned_keys() == std::vector<std::string>{"y"});
  state.set_row_cap("a", 3);
  CHECK(state.row_cap("a") == 3);
  state.set_row_cap("a", 0);
  CHECK(state.row_cap("a") == 0);
}

TEST_CASE("rows are chosen with the first of them, until a lane gets its first number back") {
  LaneTreeState state;
  state.set_window("a", {5, 4, 7});
  state.set_rows("a", {9, 0});
  CHECK(state.rows("a") == RowChoice{9, 0});
  CHECK(state.row_cap("a") == 9);
  CHECK(state.window("a") == nullptr);
  CHECK(state.rows("b") == RowChoice());
  const std::uint64_t resets = state.row_resets();
  state.set_row_cap("a", 3);
  CHECK_FALSE(state.rows("a").first);
  CHECK(state.row_resets() == resets);
  state.set_rows("a", {});
  CHECK(state.heights() == LaneHeights());
  CHECK(state.row_resets() > resets);
}

TEST_CASE("a drag moves a lane before another or to the end") {
  LaneTreeState state;
  state.move("g", {"a", "b", "c"}, "c", "a");
  CHECK(state.order("g") == std::vector<std::string>{"c", "a", "b"});
  state.move("g", {"c", "a", "b"}, "c", "");
  CHECK(state.order("g") == std::vector<std::string>{"a", "b", "c"});
  CHECK(state.order("other").empty());
}

TEST_CASE("a pinned lane moves among the pinned ones") {
  LaneTreeState state;
  for (const char* key : {"a", "b", "c"}) state.toggle_pinned(key);
  state.move_pinned("c", "a");
  CHECK(state.pinned_keys() == std::vector<std::string>{"c", "a", "b"});
  state.move_pinned("c", "");
  CHECK(state.pinned_keys() == std::vector<std::string>{"a", "b", "c"});
  const auto before = state.generation();
  state.move_pinned("a", "a");
  state.move_pinned("not pinned", "a");
  CHECK(state.generation() == before);
}

TEST_CASE("a drag of a lane that is not there, or onto itself, changes nothing") {
  LaneTreeState state;
  const auto before = state.generation();
  state.move("g", {"a", "b"}, "x", "a");
  state.move("g", {"a", "b"}, "a", "a");
  CHECK(state.generation() == before);
}

TEST_CASE("every change counts, so that layouts know when to be made again") {
  LaneTreeState state;
  auto last = state.generation();
  const auto changed = [&] { return std::exchange(last, state.generation()) != last; };
  state.hide("a");
  CHECK(changed());
  state.hide("a");
  CHECK_FALSE(changed());
  state.show("a");
  CHECK(changed());
  state.show_all();
  CHECK_FALSE(changed());
  state.reset();
  CHECK(changed());
  CHECK(state == LaneTreeState());
}

TEST_CASE("what is folded at first stays so until it is unfolded, and is again after a reset") {
  LaneTreeState state;
  state.set_folded_at_first({"metrics"});
  CHECK(state.folded("metrics"));
  CHECK_FALSE(state.folded("gpu"));
  state.toggle_folded("metrics");
  CHECK_FALSE(state.folded("metrics"));
  // Another snapshot of the trace says the same again.
  state.set_folded_at_first({"metrics"});
  CHECK_FALSE(state.folded("metrics"));
  state.toggle_folded("metrics");
  CHECK(state.folded("metrics"));
  state.set_folded("metrics", false);
  state.reset();
  CHECK(state.folded("metrics"));
}

}  // namespace lanescope
