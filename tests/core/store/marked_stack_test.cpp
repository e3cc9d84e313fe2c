#include "core/store/marked_stack.h"

#include <algorithm>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

struct Tree {
  std::vector<std::uint32_t> parent, open_at_start;
};

Tree tree_of(const std::vector<TimeRange>& events, Ns slack_ns,
             const std::vector<std::uint8_t>& marked) {
  Tree tree;
  MarkedStack stack(slack_ns);
  for (std::uint32_t e = 0; e < events.size(); ++e) {
    const MarkedStack::Around around = stack.push(events[e], e, marked[e] != 0);
    tree.parent.push_back(around.parent);
    tree.open_at_start.push_back(around.marked);
  }
  return tree;
}

std::vector<std::uint32_t> parents_of(const std::vector<TimeRange>& events, Ns slack_ns = 0) {
  std::vector<std::uint32_t> parents;
  NestingStack stack(slack_ns);
  for (std::uint32_t e = 0; e < events.size(); ++e) {
    const std::uint32_t parent = stack[stack.push(events[e], e)].parent;
    parents.push_back(parent == kNoParent ? kNoParent : stack[parent].value);
  }
  return parents;
}

/// The definition, word for word: a stack that is walked from its top each time.
Tree walked_tree(const std::vector<TimeRange>& events, Ns slack_ns,
                 const std::vector<std::uint8_t>& marked) {
  Tree tree;
  std::vector<std::uint32_t> stack;
  for (std::uint32_t e = 0; e < events.size(); ++e) {
    const TimeRange v = events[e];
    const auto instant = [&](const TimeRange& p) {
      return p.begin_ns == v.begin_ns && p.end_ns == v.begin_ns;
    };
    while (!stack.empty() && events[stack.back()].end_ns <= v.begin_ns &&
           !instant(events[stack.back()])) {
      stack.pop_back();
    }
    std::uint32_t hit = kNoParent;
    std::uint32_t mark = kNoParent;
    for (auto at = stack.rbegin(); at != stack.rend() && hit == kNoParent; ++at) {
      const TimeRange p = events[*at];
      const bool open = p.end_ns > v.begin_ns || (instant(p) && instant(v));
      if (open && mark == kNoParent && marked[*at] != 0) mark = *at;
      if (open && p.end_ns + slack_ns >= v.end_ns) hit = *at;
    }
    if (hit != kNoParent && mark == kNoParent) mark = tree.open_at_start[hit];
    tree.parent.push_back(hit);
    tree.open_at_start.push_back(mark);
    stack.push_back(e);
  }
  return tree;
}

void sort_by_nesting(std::vector<TimeRange>& events) {
  std::stable_sort(events.begin(), events.end(), [](const TimeRange& a, const TimeRange& b) {
    return a.begin_ns != b.begin_ns ? a.begin_ns < b.begin_ns : a.end_ns > b.end_ns;
  });
}

constexpr std::uint32_t none = kNoParent;

}  // namespace

TEST_CASE("nested calls become a tree as in the published call stack test") {
  const std::vector<TimeRange> events{{0, 10}, {1, 6},   {3, 5},   {3, 4},  {7, 10},
                                      {8, 9},  {10, 21}, {12, 18}, {16, 19}};
  const Tree tree = tree_of(events, 0, std::vector<std::uint8_t>(events.size(), 1));
  CHECK(tree.open_at_start == std::vector<std::uint32_t>{none, 0, 1, 2, 0, 4, none, 6, 7});
  // The last one ends after the one it starts in, so it is contained by the one around both.
  CHECK(tree.parent == std::vector<std::uint32_t>{none, 0, 1, 2, 0, 4, none, 6, 6});
}

TEST_CASE("equal spans nest in their order") {
  CHECK(parents_of({{0, 5}, {0, 5}, {0, 5}}) == std::vector<std::uint32_t>{none, 0, 1});
}

TEST_CASE("an event that starts where another ends is its sibling") {
  CHECK(parents_of({{0, 10}, {0, 5}, {5, 10}}) == std::vector<std::uint32_t>{none, 0, 0});
}

TEST_CASE("zero-length events hold only zero-length events of the same instant") {
  CHECK(parents_of({{0, 10}, {3, 3}, {3, 3}, {3, 3}, {4, 5}}) ==
        std::vector<std::uint32_t>{none, 0, 1, 2, 0});
  CHECK(parents_of({{0, 5}, {5, 5}}) == std::vector<std::uint32_t>{none, none});
}

TEST_CASE("a child may stick out by the slack of whole-microsecond traces") {
  CHECK(parents_of({{0, 5000}, {4000, 6000}}, 1000) == std::vector<std::uint32_t>{none, 0});
  CHECK(parents_of({{0, 5000}, {4000, 6001}}, 1000) == std::vector<std::uint32_t>{none, none});
}

TEST_CASE("a call belongs to the operator open at its start even when it outlives it") {
  const std::vector<TimeRange> events{{0, 100}, {10, 20}, {15, 30}};
  const Tree tree = tree_of(events, 0, {1, 1, 0});
  CHECK(tree.parent == std::vector<std::uint32_t>{none, 0, 0});
  CHECK(tree.open_at_start == std::vector<std::uint32_t>{none, 0, 1});
}

TEST_CASE("unmarked events between a call and its operator are looked through") {
  const Tree tree = tree_of({{0, 100}, {10, 90}, {20, 80}}, 0, {1, 0, 0});
  CHECK(tree.open_at_start == std::vector<std::uint32_t>{none, 0, 0});
}

TEST_CASE("random events give the tree that walking the whole stack gives") {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    const Ns span = 4 + static_cast<Ns>(random() % 60);
    const std::size_t count = 1 + random() % 40;
    std::vector<TimeRange> events(count);
    std::vector<std::uint8_t> marked(count);
    for (std::size_t i = 0; i < count; ++i) {
      events[i].begin_ns = static_cast<Ns>(random()) % span;
      events[i].end_ns = events[i].begin_ns + static_cast<Ns>(random()) % span;
      if (random() % 4 == 0) events[i].end_ns = events[i].begin_ns;
      marked[i] = random() % 2 == 0;
    }
    sort_by_nesting(events);
    const Ns slack_ns = round % 3;
    const Tree fast = tree_of(events, slack_ns, marked);
    const Tree slow = walked_tree(events, slack_ns, marked);
    REQUIRE(fast.parent == slow.parent);
    REQUIRE(fast.open_at_start == slow.open_at_start);
    REQUIRE(parents_of(events, slack_ns) == slow.parent);
  }
}

TEST_CASE("events that all cross do not cost a walk over all of them each") {
  // Walking the stack for each event would take minutes here.
  constexpr std::uint32_t kCount = 400'000;
  std::vector<TimeRange> events;
  std::vector<std::uint8_t> marked;
  // A deep nest of operators, calls inside that outlive all of it, then a staircase across those.
  for (Ns i = 0; i < kCount / 4; ++i) events.push_back({i, kCount - i}), marked.push_back(1);
  for (Ns i = kCount / 4; i < kCount / 2; ++i) {
    events.push_back({i, Ns{4} * kCount - i}), marked.push_back(0);
  }
  for (Ns i = kCount; i < kCount + kCount / 2; ++i) {
    events.push_back({i, Ns{3} * kCount + i}), marked.push_back(i % 2 == 0);
  }
  const Tree tree = tree_of(events, 0, marked);
  CHECK(tree.parent[1] == 0);
  CHECK(tree.parent[kCount / 4] == none);
  CHECK(tree.open_at_start[kCount / 4] == kCount / 4 - 1);
}
