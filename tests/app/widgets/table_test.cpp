#include "app/widgets/table.h"

#include <algorithm>
#include <array>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/app/seen_screen.h"
#include "tests/app/small_trace_window.h"
#include "tests/app/widgets/widget_stage.h"

namespace lanescope {
namespace {

/// Kernels with counters of 5 to 14 digits, which are the widest numbers of a table.
std::string counters_trace() {
  std::string events;
  for (int i = 0; i < 10; ++i) {
    events += fmt::format(
        R"({}{{"ph": "X", "cat": "cuda_profiler_range", "name": "kernel_{}", "pid": 0, "tid": 0, )"
        R"("ts": {}, "dur": 10, "args": {{)"
        R"("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum": 15079{}, )"
        R"("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum": 11012{}}}}})",
        i == 0 ? "" : ",", i, 10 * i, std::string(static_cast<std::size_t>(i), '7'),
        std::string(static_cast<std::size_t>(9 - i), '3'));
  }
  return R"({"traceEvents": [)" + events + "]}";
}

/// Words printed over each other in the rows that are in view.
std::vector<std::string> overprints_in_rows(UiDriver& ui) {
  std::vector<std::string> found;
  const SeenScreen screen;
  for (const std::string& name : ui.mark_names()) {
    if (!name.starts_with("row.") && name != "table.footer") continue;
    for (const std::string& one : screen.overprints(ui.mark(name)))
      found.push_back(std::string(ui.shown_tab()) + ", " + name + ": " + one);
  }
  return found;
}

}  // namespace

TEST_CASE("the mouse may rest anywhere in a row, also right of the last column") {
  SmallTraceWindow w;
  const std::vector<std::pair<std::string, std::string>> rows = {{"Selection", "row.kernel_a"},
                                                                 {"Kernels", "row.kernel_a"},
                                                                 {"Ops", "row.aten::op0"},
                                                                 {"Steps", "row.ProfilerStep#1"}};
  for (const auto& [tab, mark] : rows) {
    CAPTURE(tab);
    REQUIRE(w.ui.show_tab(tab));
    w.ui.settle();
    REQUIRE(w.ui.has_mark(mark));
    const Rect row = w.ui.mark(mark);
    for (float x = row.x0 + 1; x < row.x1; x += 7) w.ui.move({x, row.y0 + 4});
    CHECK(w.ui.has_mark(mark));
  }
}

TEST_CASE("the row of what was chosen is lit in each table") {
  SmallTraceWindow w;
  for (const std::string tab : {"Selection", "Kernels"}) {
    CAPTURE(tab);
    REQUIRE(w.ui.show_tab(tab));
    w.ui.view().selection.clear();
    w.ui.move({600, 20});
    w.ui.settle();
    const auto looks = [&] { return SeenScreen().colors(w.ui.mark("row.kernel_a")); };
    const std::string before = looks();
    w.ui.click("row.kernel_a");
    w.ui.move({600, 20});
    w.ui.settle();
    CHECK(looks() != before);
  }
}

TEST_CASE("names never stand alone: in a narrow window a figure stays beside them") {
  const TempFolder folder;
  UiDriver ui(1024, 700);
  ui.open(folder.write("small.json", small_trace_text()));
  REQUIRE(ui.show_tab("Launches"));
  ui.settle();
  REQUIRE(ui.has_mark("Kernel"));
  CHECK(ui.has_mark("Mean wait"));
}

TEST_CASE("the text of a cell and of a title stays in its column, however narrow that is") {
  constexpr std::array kColumns{TableColumn{"Name", 0, false, true},
                                TableColumn{"A long title", 60, true, true},
                                TableColumn{"Another title", 60, true, true}};
  TableState state;
  TableContent content;
  content.columns = kColumns;
  content.rows = 3;
  content.cell = [](std::size_t, std::size_t column) {
    return TableCell{column == 0 ? "kernel" : column == 1 ? "6" : "30.16 GFLOP/s"};
  };
  content.footer = [](std::size_t) { return TableCell{"1,234,567,890,123"}; };
  WidgetStage stage([&](const Ui& ui, ImDrawList&) {
    draw_table(ui, "table", {20, 20, 620, 320}, content, state);
  });
  stage.frames(2);
  CHECK(SeenScreen().overprints(WidgetStage::screen()).empty());
}

TEST_CASE("the tooltip of a name has a few lines, and none repeats a name that is shown whole") {
  constexpr std::array kColumns{TableColumn{"Name", 0, false, true},
                                TableColumn{"Calls", 60, true, true}};
  std::string long_name = "void kernel<";
  for (int i = 0; i < 300; ++i) long_name += "ck_tile::sequence<16, 16, 32>, ";
  const std::array<std::string, 3> names{"relu", "kernel<…>", long_name};
  const std::array<std::string, 3> wholes{"relu", "void kernel<float>()", long_name};
  TableState state;
  TableContent content;
  content.columns = kColumns;
  content.rows = names.size();
  content.cell = [&](std::size_t row, std::size_t column) {
    return column == 0 ? TableCell{names.at(row)} : TableCell{"6"};
  };
  content.whole = [&](std::size_t row) { return wholes.at(row); };
  WidgetStage stage([&](const Ui& ui, ImDrawList&) {
    draw_table(ui, "table", {20, 20, 620, 320}, content, state);
  });
  stage.frames(2);
  /// The height of what is drawn over the table while the mouse rests on a row's name; 0: nothing.
  const auto tooltip_px = [&](std::size_t row) {
    const Rect at = stage.mark("row." + names.at(row));
    stage.rest({at.x0 + 30, (at.y0 + at.y1) / 2});
    float top = 1e6F, bottom = 0;
    for (const ImDrawVert& vertex : ImGui::GetForegroundDrawList()->VtxBuffer) {
      top = std::min(top, vertex.pos.y);
      bottom = std::max(bottom, vertex.pos.y);
    }
    return std::max(bottom - top, 0.0F);
  };
  CHECK(tooltip_px(0) == 0);
  CHECK(tooltip_px(1) > 0);
  CHECK(tooltip_px(2) > tooltip_px(1));
  CHECK(tooltip_px(2) < 100);
}

TEST_CASE("columns give what they do not need to names that need it, and no more") {
  std::array columns{TableColumn{"Name", 0, false, true}, TableColumn{"One", 120, true, true},
                     TableColumn{"Two", 120, true, true}};
  columns[1].needed_px = columns[2].needed_px = 70;
  TableState state;
  TableContent content;
  content.rows = 1;
  content.cell = [](std::size_t, std::size_t column) {
    return TableCell{column == 0 ? "kernel" : "6"};
  };
  WidgetStage stage([&](const Ui& ui, ImDrawList&) {
    content.columns = columns;
    draw_table(ui, "table", {20, 20, 620, 320}, content, state);
  });
  const auto widths = [&](float names_px) {
    columns[0].needed_px = names_px;
    stage.frames(2);
    return std::pair(stage.mark("One").width(), stage.mark("Two").width());
  };
  const auto usual = widths(0);
  CHECK(usual.first == 120);
  CHECK(widths(200) == usual);  // the names have room
  CHECK(widths(380).first < 120);
  CHECK(widths(380).first > 70);
  CHECK(widths(5000).first == 70);
  CHECK(widths(5000).second == 70);
  // A width that the user chose is kept.
  state.widths["One"] = 120;
  CHECK(widths(5000).first == 120);
  CHECK(widths(5000).second == 70);
}

TEST_CASE("no number of a table is printed over its neighbour, at any size of the window") {
  const TempFolder folder;
  const std::string small = folder.write("small.json", small_trace_text());
  const std::string counters = folder.write("counters.json", counters_trace());
  for (const ImVec2 size : {ImVec2{900, 700}, ImVec2{1280, 800}, ImVec2{1920, 1080}}) {
    CAPTURE(size.x);
    for (const std::string& file : {small, counters}) {
      UiDriver ui(size.x, size.y);
      ui.open(file);
      const std::vector<std::string_view> tabs = ui.tabs();
      for (const std::string& tab : std::vector<std::string>(tabs.begin(), tabs.end())) {
        REQUIRE(ui.show_tab(tab));
        ui.settle();
        CHECK(overprints_in_rows(ui) == std::vector<std::string>());
      }
    }
  }
}

TEST_CASE("a number of a kernel's counters is shown whole") {
  const TempFolder folder;
  UiDriver ui(1280, 800);
  ui.open(folder.write("counters.json", counters_trace()));
  REQUIRE(ui.show_tab("Kernels"));
  ui.settle();
  if (ui.has_mark("way.Counters")) {
    ui.click("way.Counters");
  } else {
    ui.click("data.ways");
    ui.frames(2);
    ui.click("Counters");
  }
  ui.settle();
  REQUIRE(ui.has_mark("row.kernel_9"));
  const std::string row = SeenScreen().page(ui.mark("row.kernel_9"));
  CHECK(row.find("FLOP") != std::string::npos);
  CHECK(row.find("…") == std::string::npos);
  CHECK(overprints_in_rows(ui) == std::vector<std::string>());
}

}  // namespace lanescope
