#include "app/panes/tables/offered_ways.h"

#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/panes/pane/trace_view.h"

namespace lanescope {
namespace {

/// A tab with four ways to build its rows, of which a trace has `now`; no trace is looked at.
struct FourWays {
  DataPaneSpec spec{.title = "Rows", .ways = {"Name", "Shape", "Stack", "Step"}, .build = {}};
  std::vector<std::size_t> now{0, 1, 2, 3};
  TraceView view{"no such trace.json", [] {}};

  FourWays() {
    spec.way_hints = {"by name", "by shape"};
    spec.offered = [this](const TraceView&) { return std::span<const std::size_t>(now); };
  }
};

std::vector<std::string> texts(std::span<const std::string_view> of) {
  return {of.begin(), of.end()};
}

}  // namespace

TEST_CASE("only the ways that a trace has rows for are offered, each with its hint") {
  FourWays of;
  OfferedWays ways(of.spec);
  CHECK(ways.names().size() == 4);
  of.now = {1, 3};
  std::size_t chosen = 0;
  ways.refresh(of.view, of.spec, chosen);
  CHECK(texts(ways.names()) == std::vector<std::string>{"Shape", "Step"});
  CHECK(texts(ways.hints()) == std::vector<std::string>{"by shape", ""});
  CHECK(ways.way_at(0) == 1);
  CHECK(ways.way_at(1) == 3);
}

TEST_CASE("the chosen way stays chosen, and comes back when it is offered again") {
  FourWays of;
  OfferedWays ways(of.spec);
  std::size_t chosen = 2;  // Stack
  ways.refresh(of.view, of.spec, chosen);
  of.now = {1, 2};
  ways.refresh(of.view, of.spec, chosen);
  CHECK(chosen == 1);
  CHECK(ways.way_at(chosen) == 2);
  of.now = {1, 3};
  ways.refresh(of.view, of.spec, chosen);
  CHECK(chosen == 0);
  CHECK(ways.way_at(chosen) == 1);
  of.now = {0, 1, 2, 3};
  ways.refresh(of.view, of.spec, chosen);
  CHECK(ways.way_at(chosen) == 2);
}

TEST_CASE("a way that is chosen while another is not offered replaces it") {
  FourWays of;
  OfferedWays ways(of.spec);
  std::size_t chosen = 2;
  ways.refresh(of.view, of.spec, chosen);
  of.now = {0, 1, 3};
  ways.refresh(of.view, of.spec, chosen);
  chosen = 2;  // Step
  ways.refresh(of.view, of.spec, chosen);
  of.now = {0, 1, 2, 3};
  ways.refresh(of.view, of.spec, chosen);
  CHECK(ways.way_at(chosen) == 3);
}

TEST_CASE("a table that can be built in one way only has no ways to choose from") {
  const DataPaneSpec spec{.title = "Rows", .ways = {}, .build = {}};
  const OfferedWays ways(spec);
  CHECK(ways.names().empty());
  CHECK(ways.way_at(0) == 0);
}

}  // namespace lanescope
