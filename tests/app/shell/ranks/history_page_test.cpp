// The history of many runs in the window.
#include "app/shell/ranks/history_page.h"

#include <string>
#include <vector>

#include "app/shell/window/picture.h"
#include "tests/app/seen_screen.h"
#include "tests/app/ui_driver.h"
#include "tests/core/history/written_history.h"

namespace lanescope {
namespace {

struct HistoryWindow {
  explicit HistoryWindow(const HistoryPlan& plan = with_one_change(), ImVec2 size = {1280, 800},
                         bool other_gpus = false)
      : ui(size.x, size.y) {
    write_history(folder, plan);
    if (other_gpus) {
      HistoryPlan other = plan;
      other.gpu = "NVIDIA H200";
      for (std::size_t run = 25; run < plan.runs; ++run)
        REQUIRE_FALSE(write_summary(folder.path() + "/run0" + std::to_string(run) + ".rank",
                                    made_run(other, run))
                          .has_value());
    }
    ui.run(workspace::Open{folder.path()});
    ui.settle();
    ui.frames(2);
  }
  HistoryView& view() {
    REQUIRE(ui.workspace().ranks() != nullptr);
    REQUIRE(ui.workspace().ranks()->history() != nullptr);
    return *ui.workspace().ranks()->history();
  }
  /// The middle of a run's column in a chart.
  ImVec2 place(std::size_t run, std::string_view chart = "Step time") {
    const Rect plot = ui.mark("history.chart." + std::string(chart));
    const auto runs = static_cast<float>(view().series().runs.size());
    return {plot.x0 + plot.width() * (static_cast<float>(run) + 0.5F) / runs,
            (plot.y0 + plot.y1) / 2};
  }
  std::string seen(std::string_view mark) { return SeenScreen().page(ui.mark(mark)); }
  std::string seen_all() {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    return SeenScreen().page({0, 0, size.x, size.y});
  }

  TempFolder folder;
  UiDriver ui;
};

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a folder of runs opens as charts with the sentence, the change and its verdict") {
  HistoryWindow test;
  const std::string sentence = test.seen("history.sentence");
  CAPTURE(sentence);
  CHECK(sentence.starts_with("Step time rose "));
  CHECK(has(sentence, "at run 21 of 30 (2026-01-25, commit abc0014)"));
  CHECK(has(test.seen("history.series"), "NVIDIA H100 80GB HBM3, rank 0 of 8; 30 runs"));
  const std::string page = test.seen("history.page");
  CAPTURE(page);
  const std::string change = test.view().panels().front().marks.front().change;
  CHECK(has(page, change + " worse"));
  CHECK(has(page, "2026-01-05"));
  CHECK(has(page, "2026-02-03"));
  CHECK(test.ui.tabs() == std::vector<std::string_view>{"History", "Changes", "Files"});
  CHECK(test.ui.shown_tab() == "History");
  CHECK(has(test.seen("history.details"), "Run 21 of 30"));
}

TEST_CASE("every measure that is known has a chart, and no other") {
  HistoryWindow test({with_one_change()}, {1600, 1200});
  for (const char* title : {"Step time", "GPU busy", "Peak memory", "Exposed communication",
                            "GEMM kernels", "Idle, data loading"})
    CHECK_MESSAGE(test.ui.has_mark("history.chart." + std::string(title)), title);
  CHECK_FALSE(test.ui.has_mark("history.chart.Exposed copies"));
}

TEST_CASE("the mouse over a run tells its value, its commit and the difference to the run before") {
  HistoryWindow test;
  test.ui.move(test.place(20));
  test.ui.frames(3);
  const std::string seen = test.seen_all();
  CAPTURE(seen);
  CHECK(has(seen, "Run 21 · 2026-01-25"));
  CHECK(has(seen, "Since run 20"));
  CHECK(has(seen, "From this run on +"));
  CHECK(test.view().pointed == 20);
  test.ui.move({5, 5});
  test.ui.frames(3);
  CHECK_FALSE(test.view().pointed);
}

TEST_CASE("a click selects a run in all charts and in the table, a double click opens it") {
  HistoryWindow test;
  test.ui.click(test.place(5));
  test.ui.frames(2);
  CHECK(test.view().run() == 5);
  CHECK(has(test.seen("history.details"), "Run 6 of 30"));
  test.ui.click("row.Run 8");
  test.ui.frames(2);
  CHECK(test.view().run() == 7);
  test.ui.double_click(test.place(5));
  test.ui.settle();
  REQUIRE(test.ui.notice());
  CHECK(test.ui.notice()->text.starts_with("The trace of run 6 is not at /traces/run005"));
}

TEST_CASE("the arrow keys choose a run, Enter opens it, Esc deselects") {
  HistoryWindow test;
  REQUIRE(test.view().run() == 20);
  test.ui.key(ImGuiKey_RightArrow);
  test.ui.frames(2);
  CHECK(test.view().run() == 21);
  test.ui.key(ImGuiKey_LeftArrow);
  test.ui.key(ImGuiKey_LeftArrow);
  test.ui.frames(2);
  CHECK(test.view().run() == 19);
  test.ui.key(ImGuiKey_Escape);
  test.ui.frames(2);
  CHECK_FALSE(test.view().run());
  CHECK(has(test.seen("history.details"), "Click a run"));
  test.ui.key(ImGuiKey_LeftArrow);
  test.ui.key(ImGuiKey_Enter);
  test.ui.settle();
  REQUIRE(test.ui.notice());
  CHECK(test.ui.notice()->text.starts_with("The trace of run 30 is not at "));
}

TEST_CASE("runs on other hardware are not joined; they are a choice in the menu") {
  HistoryWindow test(with_one_change(), {1280, 800}, true);
  CHECK(test.view().history().series.size() == 2);
  CHECK(test.view().series().runs.size() == 25);
  const std::string notes = test.seen("history.notes");
  CAPTURE(notes);
  CHECK(has(notes, "2 series are not"));
  test.ui.click("history.series.menu");
  test.ui.frames(2);
  std::string other;
  for (const std::string& mark : test.ui.mark_names()) {
    if (mark.starts_with("NVIDIA H200")) other = mark;
  }
  REQUIRE_FALSE(other.empty());
  test.ui.click(other);
  test.ui.frames(2);
  CHECK(test.view().series().runs.size() == 5);
  CHECK_FALSE(test.view().run());
}

TEST_CASE("a change in its table leads to the run from which on it is there") {
  HistoryWindow test;
  test.view().select(3);
  CHECK(test.ui.show_tab("changes"));
  test.ui.frames(2);
  test.ui.click("row.Step time");
  test.ui.frames(2);
  CHECK(test.view().run() == 20);
}

TEST_CASE("charts that have no room are scrolled, and nothing is cut off at the right") {
  HistoryWindow test(with_one_change(), {900, 700});
  const Rect page = test.ui.mark("history.page");
  CHECK(test.ui.mark("history.chart.Step time").x1 <= page.x1);
  const float before = test.ui.mark("history.chart.Step time").y0;
  test.ui.move(test.place(3));
  test.ui.wheel(-3);
  test.ui.frames(3);
  CHECK(test.ui.mark("history.chart.Step time").y0 < before);
}

TEST_CASE("a picture shows the tab that is asked for, and names the tabs that there are") {
  HistoryWindow test;
  ScreenshotOptions options;
  options.tab = "history";
  CHECK_FALSE(arrange_view(test.ui.window(), options, EventId::None));
  options.tab = "Kernels";
  const auto error = arrange_view(test.ui.window(), options, EventId::None);
  REQUIRE(error);
  CHECK(error->message == "there is no tab named 'Kernels'; tabs are History, Changes, Files");
}

}  // namespace lanescope
