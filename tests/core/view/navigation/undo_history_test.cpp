#include <doctest/doctest.h>

#include "core/view/navigation/view_history.h"

namespace lanescope {
namespace {

UndoState searching(std::string text) {
  return {{}, std::move(text), {}};
}

TEST_CASE("each change is one step back and one forward again") {
  UndoHistory history;
  history.note({}, 0);
  CHECK_FALSE(history.can_undo());
  UndoState hidden;
  hidden.hidden = {"a"};
  history.note(hidden, 1);
  hidden.hidden = {"a", "b"};
  history.note(hidden, 1.1);
  CHECK(history.undo()->hidden == std::vector<std::string>{"a"});
  CHECK(history.undo()->hidden.empty());
  CHECK_FALSE(history.undo().has_value());
  CHECK(history.redo()->hidden == std::vector<std::string>{"a"});
  history.note({{"c"}, "", {}}, 2);
  CHECK_FALSE(history.can_redo());
}

TEST_CASE("letters of a search typed in one go are one step") {
  UndoHistory history;
  history.note({}, 0);
  history.note(searching("k"), 1);
  history.note(searching("ke"), 1.2);
  history.note(searching("ker"), 1.4);
  history.note(searching("gemm"), 9);
  CHECK(history.undo()->search == "ker");
  CHECK(history.undo()->search.empty());
}

TEST_CASE("what was read from a file is the start, not a step") {
  UndoHistory history;
  history.note({}, 0);
  UndoState read;
  read.bookmarks.add({{1, 2}, "kept", ""});
  history.adopt(read);
  history.note(read, 1);
  CHECK_FALSE(history.can_undo());
}

TEST_CASE("the oldest steps are forgotten") {
  UndoHistory history;
  for (int i = 0; i < 300; ++i) history.note({{std::to_string(i)}, "", {}}, i);
  std::size_t steps = 0;
  while (history.undo()) ++steps;
  CHECK(steps == UndoHistory::kMaxSteps);
}

TEST_CASE("a range that is dragged is one step, and so is losing it, in one order with the rest") {
  const auto ranged = [](std::string search, std::optional<TimeRange> range) {
    return UndoState{{}, std::move(search), {}, range};
  };
  UndoHistory history;
  history.note({}, 0);
  history.note(ranged("k", {}), 1);
  history.note(ranged("k", TimeRange{0, 10}), 1.1);
  history.note(ranged("k", TimeRange{0, 20}), 1.2);
  history.note(ranged("k", {}), 1.3);
  CHECK(history.undo() == ranged("k", TimeRange{0, 20}));
  CHECK(history.undo() == ranged("k", {}));
  CHECK(history.undo() == UndoState());
  CHECK_FALSE(history.can_undo());
}

}  // namespace
}  // namespace lanescope
