#include "core/view/view_history.h"

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
  CHECK(history.back()->begin_ns == 5000);
  CHECK(history.back()->begin_ns == 0);
  CHECK_FALSE(history.back());
  CHECK(history.forward()->begin_ns == 5000);
  CHECK(history.forward()->begin_ns == 9000);
  CHECK_FALSE(history.forward());
}

TEST_CASE("views on the way are not kept") {
  ViewHistory history;
  history.note(at(0), 0);
  for (int i = 1; i <= 20; ++i) history.note(at(i * 500), 0.01 * i);
  history.note(at(10'000), 2);
  CHECK(history.back()->begin_ns == 0);
}

TEST_CASE("leaving a view that has not rested yet keeps it for forward") {
  ViewHistory history;
  history.note(at(0), 0);
  history.note(at(8000), 0.1);
  CHECK(history.can_go_back());
  CHECK(history.back()->begin_ns == 0);
  CHECK(history.forward()->begin_ns == 8000);
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
  CHECK(history.back()->begin_ns == 0);
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

}  // namespace lanescope
