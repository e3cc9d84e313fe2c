// Every field of the search language, written into the box: what is counted, marked and walked.
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/panes/pane/trace_actions.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

struct Written {
  std::string expression;
  std::map<std::string, int> found;  // how many of each name
};

// Three steps of 10 ms; each has four operators with a launch and a kernel (a, b, c, a) and one
// frame of Python around them.
const std::vector<Written>& written() {
  static const std::vector<Written> all{
      {"KERNEL_b", {{"kernel_b", 3}}},
      {"aten op2", {{"aten::op2", 3}}},
      {"\"train.py(2): step\"", {{"train.py(2): step", 3}}},
      {"/^aten::op[01]$/", {{"aten::op0", 3}, {"aten::op1", 3}}},
      {"/^ATEN/", {}},
      {"/^ATEN::OP0/i", {{"aten::op0", 3}}},
      {"name:kernel_c", {{"kernel_c", 3}}},
      {"cat:kernel", {{"kernel_a", 6}, {"kernel_b", 3}, {"kernel_c", 3}}},
      {"cat:python_function", {{"train.py(2): step", 3}}},
      {"stream:7", {{"kernel_a", 6}, {"kernel_b", 3}, {"kernel_c", 3}}},
      {"stream:8", {}},
      {"device:0 cat:kernel kernel_b", {{"kernel_b", 3}}},
      {"device:1", {}},
      {"pid:100 cat:cuda_runtime", {{"cudaLaunchKernel", 12}}},
      {"tid:7", {{"kernel_a", 6}, {"kernel_b", 3}, {"kernel_c", 3}}},
      {"step:1 cat:kernel", {{"kernel_a", 2}, {"kernel_b", 1}, {"kernel_c", 1}}},
      {"dur>1ms cat:cpu_op op1", {{"aten::op1", 3}}},
      {"dur>1ms cat:kernel", {}},
      {"dur<1ms dur>=700us", {{"kernel_a", 6}, {"kernel_b", 3}, {"kernel_c", 3}}},
      {"dur>8.8ms", {{"ProfilerStep#0", 1}, {"ProfilerStep#1", 1}, {"ProfilerStep#2", 1}}},
      {"ts>20ms cat:kernel", {{"kernel_a", 2}, {"kernel_b", 1}, {"kernel_c", 1}}},
      {"ts<2ms cat:kernel", {{"kernel_a", 1}}},
      {"op:aten::op1 cat:kernel", {{"kernel_b", 3}}},
      {"shape:[64,32] cat:cpu_op op3", {{"aten::op3", 3}}},
      {"shape:[64,33]", {}},
      {"arg.correlation:102", {{"cudaLaunchKernel", 1}, {"kernel_b", 1}}},
      {"arg.block:[64,1,1] kernel_c", {{"kernel_c", 3}}},
      {"cat:kernel -kernel_a", {{"kernel_b", 3}, {"kernel_c", 3}}},
      {"cat:kernel -step:0 -/_[ab]$/", {{"kernel_c", 2}}},
  };
  return all;
}

void write(UiDriver& ui, const std::string& expression) {
  ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  ui.frames(2);
  ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
  ui.type(expression);
  ui.settle();
  REQUIRE(ui.view().search.text == expression);
  REQUIRE(ui.view().search.matches() != nullptr);
}

std::string count_of(std::size_t matches) {
  return matches == 0 ? "no matches" : std::to_string(matches) + " · ";
}

/// Enter goes through all of them by time and around the end, Shift+Enter back.
void walk(UiDriver& ui, const std::vector<EventId>& events) {
  const auto leads_to = [&](int mods, EventId event) {
    ui.key(ImGuiKey_Enter, mods);
    CHECK(ui.view().selection.primary() == event);
    ui.frames(2);  // the box takes the keys again
  };
  for (const EventId event : events) leads_to(0, event);
  leads_to(0, events.front());
  leads_to(ImGuiMod_Shift, events.back());
  ui.view().selection.clear();
  show_whole_trace(ui.view());
  ui.settle();
}

}  // namespace

TEST_CASE("each field of the search language finds, counts and marks what it says") {
  SmallTraceWindow opened({.python = true});
  UiDriver& ui = opened.ui;
  for (const Written& one : written()) {
    CAPTURE(one.expression);
    write(ui, one.expression);
    const SearchMatches& matches = *ui.view().search.matches();
    CHECK(matches.error.empty());
    std::map<std::string, int> found;
    Ns last_ns = kMinNs;
    for (const EventId event : matches.events()) {
      ++found[name_of(ui.view(), event)];
      CHECK(matches.any_of(event));  // lanes draw these bright, all others faint
      const Ns at_ns = ui.view().range_of(event)->begin_ns;
      CHECK(at_ns >= last_ns);
      last_ns = at_ns;
    }
    CHECK(found == one.found);
    CHECK(ui.view().search.facts(EventId::None).starts_with(count_of(matches.events().size())));
    CHECK(ui.has_mark("overview.matches") == !found.empty());
    if (!found.empty()) walk(ui, matches.events());
  }
}

TEST_CASE("what a search did not find is not marked") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  write(ui, "cat:kernel dur>600us");
  const SearchMatches& matches = *ui.view().search.matches();
  CHECK(matches.any_of(ui.find("kernel_a")));
  CHECK_FALSE(matches.any_of(ui.find("aten::op0")));
  CHECK_FALSE(matches.any_of(ui.find("cudaLaunchKernel")));
}

TEST_CASE("a search that makes no sense says what is expected and finds nothing") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  write(ui, "dur>5parsec");
  CHECK(ui.view().search.matches()->error ==
        "'dur>5parsec': expected a time such as 1.5ms, 20us or 300 (ns)");
  CHECK(ui.view().search.matches()->events().empty());
  ui.key(ImGuiKey_Enter);
  CHECK(ui.view().selection.empty());
}

}  // namespace lanescope
