// Which tabs a file is given, on which of them it opens, and what those say that have nothing to
// show of it.
#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "app/workspace/memory/empty_tabs.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace_window.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

using Titles = std::vector<std::string_view>;

constexpr const char* kTimeline = "[[1000, 0, 512, 0], [2000, 1, -512, 0]]";

/// A window in which no sentence is cut.
struct WideWindow {
  /// The words of the open tab, with single spaces, up to the details.
  std::string words() {
    const Rect tab = ui.mark("tab." + std::string(ui.shown_tab()));
    std::istringstream page(SeenScreen().page({0, tab.y1, 2030, 1000}));
    std::string words;
    for (std::string word; page >> word;) words += (words.empty() ? "" : " ") + word;
    return words;
  }
  bool says(std::string_view part) { return words().find(part) != std::string::npos; }
  void open(const std::string& text) {
    ui.open(folder.write("trace" + std::to_string(++files) + ".json", text));
  }
  TempFolder folder;
  int files = 0;
  UiDriver ui{2400, 1000};
};

/// A trace with something for every tab.
std::string full_text() {
  return TraceText()
      .cpu("user_annotation", "ProfilerStep#1", "0", "100")
      .cpu("user_annotation", "ProfilerStep#2", "100", "100")
      .cpu("python_function", "nn.Module: Linear_0", "102", "60")
      .cpu("cpu_op", "Torch-Compiled Region: 0/0", "105", "50")
      .cpu("cpu_op", "aten::mm", "108", "40")
      .cpu("cuda_runtime", "cudaLaunchKernel", "110", "5", R"("correlation":1)")
      .kernel("gemm", "120", "9", "1")
      .instant("[memory]", "111",
               R"("Device Type":1,"Device Id":0,"Bytes":512,"Addr":16,"Total Allocated":512,)"
               R"("Total Reserved":4096)")
      .text();
}

constexpr std::array<std::string_view, 12> kTabs{
    "Ops",     "Kernels",       "Flame",    "Memory",   "Steps",     "Findings",
    "Modules", "Critical path", "Launches", "Roofline", "Sequences", "Compile"};

struct Made {
  const char* what;
  TraceText text;
};

/// Each has what others lack.
std::vector<Made> made_traces() {
  return {{"operators only", TraceText().cpu("cpu_op", "aten::mm", "0", "10")},
          {"GPU work only", TraceText().kernel("gemm", "5", "9", "1")},
          {"steps and a launch",
           TraceText()
               .cpu("user_annotation", "ProfilerStep#1", "0", "100")
               .cpu("user_annotation", "ProfilerStep#2", "100", "100")
               .cpu("cuda_runtime", "cudaLaunchKernel", "110", "5", R"("correlation":1)")
               .kernel("gemm", "120", "9", "1")},
          {"Python only", TraceText().cpu("python_function", "train.py(3): step", "1", "2")},
          {"counters of kernels only", TraceText().slice("cuda_profiler_range", "gemm", "0", "0",
                                                         "5", "10", R"("dram__bytes.sum":5)")},
          {"instants only", TraceText().instant("here", "5").instant("there", "9")}};
}

/// Sentences that say what to do next time.
bool says_a_way(WideWindow& window) {
  for (const char* way :
       {"record with", "record without", "record a program", "call prof.step()"}) {
    if (window.says(way)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a tab that has nothing to show of a trace says what to do next time") {
  std::set<std::string_view> covered;
  WideWindow window;
  UiDriver& ui = window.ui;
  for (const Made& made : made_traces()) {
    CAPTURE(made.what);
    window.open(made.text.text());
    for (const std::string_view title : kTabs) {
      if (!is_empty_tab(title, *ui.view().snapshot())) continue;
      CAPTURE(title);
      covered.insert(title);
      REQUIRE(ui.show_tab(title));
      ui.settle();
      const std::string words = window.words();
      CAPTURE(words);
      CHECK(says_a_way(window));
    }
  }
  CHECK(covered.size() == kTabs.size());
}

TEST_CASE(
    "no trace opens on a tab that has nothing to show of it, which is remembered for others") {
  const std::string instants = TraceText().instant("here", "5").instant("there", "9").text();
  WideWindow window;
  UiDriver& ui = window.ui;
  window.open(full_text());
  for (const std::string_view title : kTabs) {
    CAPTURE(title);
    CHECK_FALSE(is_empty_tab(title, *ui.view().snapshot()));
    REQUIRE(ui.show_tab(title));
    window.open(instants);
    CHECK(is_empty_tab(title, *ui.view().snapshot()));
    CHECK(ui.shown_tab() == "Overview");
    window.open(full_text());
    CHECK(ui.shown_tab() == title);
  }
}

TEST_CASE("files about memory have the tabs that apply to them, and open on Memory") {
  WideWindow window;
  UiDriver& ui = window.ui;
  window.open(small_trace_text());
  REQUIRE(ui.show_tab("Findings"));
  SUBCASE("a timeline") {
    window.open(kTimeline);
    CHECK(ui.shown_tab() == "Memory");
    CHECK(window.says("Peak 512 B"));
    CHECK(window.says("parameter 512 B"));
    CHECK(window.says("To see blocks, record a snapshot"));
    CHECK(ui.tabs() == Titles{"Memory", "Marks", "Load report"});
  }
  SUBCASE("a snapshot") {
    ui.open(source_folder() + "/assets/examples/generated-memory-snapshot.pickle");
    CHECK(ui.shown_tab() == "Memory");
    ui.settle();
    CHECK(ui.tabs() == Titles{"Memory", "Findings", "Marks", "Load report"});
  }
  window.open(small_trace_text());
  CHECK(ui.shown_tab() == "Findings");
}

TEST_CASE("a file without events says so in the Overview and has no tabs about events") {
  WideWindow window;
  UiDriver& ui = window.ui;
  window.open(small_trace_text());
  REQUIRE(ui.show_tab("Kernels"));
  SUBCASE("nothing at all") {
    window.open(TraceText().text());
    CHECK(window.says("This file has no events"));
  }
  SUBCASE("names only") {
    window.open(TraceText().metadata("process_name", "100", "0", R"("name":"python")").text());
    CHECK(window.says("only names processes and threads"));
  }
  CHECK(ui.shown_tab() == "Overview");
  CHECK(ui.tabs() == Titles{"Overview", "Load report"});
  window.open(small_trace_text());
  CHECK(ui.shown_tab() == "Kernels");
}

TEST_CASE("only a trace with samples of threads has the tab about them") {
  WideWindow window;
  UiDriver& ui = window.ui;
  const auto offers = [&ui] { return std::ranges::count(ui.tabs(), "Host time") == 1; };
  window.open(full_text());
  CHECK_FALSE(offers());
  window.open(TraceText()
                  .cpu("python_sample", "train.py(3): step", "0", "100")
                  .cpu("python_line", "train.py:4", "0", "100")
                  .cpu("thread_state", "running", "0", "100")
                  .text());
  REQUIRE(offers());
  REQUIRE(ui.show_tab("Host time"));
  ui.settle();
  CHECK(window.says("train.py:4"));
}

TEST_CASE("tabs with nothing to show of a trace are behind all others, and still say what to do") {
  WideWindow window;
  UiDriver& ui = window.ui;
  window.open(TraceText()
                  .cpu("cpu_op", "aten::mm", "0", "10")
                  .cpu("python_sample", "train.py(3): step", "0", "100")
                  .cpu("thread_state", "running", "0", "100")
                  .text());
  const Titles titles = ui.tabs();
  const auto place = [&](std::string_view title) {
    return std::ranges::find(titles, title) - titles.begin();
  };
  REQUIRE(place("Kernels") < std::ssize(titles));
  for (const char* filled : {"Ops", "Flame", "Findings", "Host time", "Load report"}) {
    CAPTURE(filled);
    for (const char* empty : {"Kernels", "Memory", "Steps", "Launches", "Roofline"})
      CHECK(place(filled) < place(empty));
  }
  // What has something keeps its order.
  CHECK(place("Ops") < place("Flame"));
  CHECK(place("Flame") < place("Host time"));
  // The keys follow what is seen.
  REQUIRE(ui.show_tab("Overview"));
  ui.key(ImGuiKey_Tab, ImGuiMod_Ctrl | ImGuiMod_Shift);
  CHECK(ui.shown_tab() == titles.back());
  CHECK(is_empty_tab(titles.back(), *ui.view().snapshot()));
}

TEST_CASE("a program that was only sampled has no tabs about PyTorch and a GPU") {
  WideWindow window;
  UiDriver& ui = window.ui;
  window.open(full_text());
  REQUIRE(ui.show_tab("Kernels"));
  window.open(TraceText()
                  .cpu("python_sample", "train.py(3): step", "0", "100")
                  .cpu("thread_state", "running", "0", "100")
                  .text());
  CHECK(ui.shown_tab() == "Overview");
  const Titles titles = ui.tabs();
  for (const char* useless : {"Ops", "Kernels", "Memory", "Steps", "Modules", "Critical path",
                              "Launches", "Roofline", "Sequences", "Compile"}) {
    CAPTURE(useless);
    CHECK(std::ranges::count(titles, useless) == 0);
  }
  for (const char* useful : {"Selection", "Flame", "Findings", "Host time"}) {
    CAPTURE(useful);
    CHECK(std::ranges::count(titles, useful) == 1);
  }
  window.open(full_text());
  CHECK(ui.shown_tab() == "Kernels");
}

TEST_CASE("an empty file that is compared has the tab that says why that cannot be") {
  WideWindow window;
  UiDriver& ui = window.ui;
  ui.run(workspace::OpenBoth{window.folder.write("a.json", small_trace_text()),
                             window.folder.write("b.json", TraceText().text())});
  ui.settle();
  REQUIRE(ui.workspace().runs().open());
  ui.run(workspace::SwitchRun{});
  ui.settle();
  CHECK(ui.show_tab("Compare"));
}

}  // namespace lanescope
