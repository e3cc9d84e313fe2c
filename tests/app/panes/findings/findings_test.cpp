// The findings as a user meets them, driven by mouse and keys without a screen.
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/app/seen_screen.h"
#include "tests/app/small_trace_window.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

/// Six steps that keep the GPU busy; `leaked_bytes` are allocated in each and never freed.
std::string training_text(std::int64_t leaked_bytes) {
  std::string events;
  const auto slice = [&](const char* cat, const std::string& name, int pid, int tid, int ts,
                         int dur, const std::string& args) {
    events += fmt::format(
        R"({{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":{},"ts":{},"dur":{},"args":{{{}}}}},)"
        "\n",
        cat, name, pid, tid, ts, dur, args);
  };
  for (int step = 0; step < 6; ++step) {
    const int begin = 1000 + step * 1000;
    slice("user_annotation", fmt::format("ProfilerStep#{}", step), 100, 100, begin, 1000, "");
    for (int i = 0; i < 10; ++i) {
      const int ts = begin + i * 100, correlation = step * 10 + i + 1;
      slice("cpu_op", "aten::mm", 100, 100, ts, 80, "");
      slice("cuda_runtime", "cudaLaunchKernel", 100, 100, ts + 40, 5,
            fmt::format(R"("correlation":{})", correlation));
      slice("kernel", "sm90_xmma_gemm", 0, 7, ts + 46, 100,
            fmt::format(R"("device":0,"stream":7,"correlation":{})", correlation));
    }
    if (leaked_bytes == 0) continue;
    events += fmt::format(
        R"({{"ph":"i","s":"t","cat":"cpu_instant_event","name":"[memory]","pid":100,"tid":100,)"
        R"("ts":{},"args":{{"Device Type":1,"Device Id":0,"Addr":{},"Bytes":{},)"
        R"("Total Allocated":{},"Total Reserved":{}}}}},)"
        "\n",
        begin + 10, 4096 + step, leaked_bytes, leaked_bytes * (step + 1), leaked_bytes * 8);
  }
  return "{\"traceEvents\": [\n" + events.substr(0, events.size() - 2) + "]}";
}

struct FindingsTab {
  explicit FindingsTab(std::int64_t leaked_bytes, float width_px = 1600, float height_px = 900)
      : ui(width_px, height_px) {
    ui.open(folder.write("training.json", training_text(leaked_bytes)));
    REQUIRE(ui.show_tab("Findings"));
    ui.settle();
    for (const auto& one : ui.workspace().trace()->panes->bottom) {
      if (one->title() == "Findings") pane = one.get();
    }
  }
  TempFolder folder;
  UiDriver ui;
  Pane* pane = nullptr;
};

TEST_CASE("a finding is listed, counted beside the tab, and unfolds to links") {
  FindingsTab tab(std::int64_t{1} << 26U);
  REQUIRE(tab.pane != nullptr);
  CHECK(tab.pane->badge(tab.ui.view()) == 1);
  CHECK(tab.pane->facts().starts_with("6 steps, "));
  CHECK(tab.ui.has_mark("finding.F15"));
  REQUIRE(tab.ui.has_mark("finding.evidence.1"));
  tab.ui.click("finding.evidence.1");
  tab.ui.settle();
  CHECK(tab.ui.view().selection.primary() != EventId::None);
}

TEST_CASE("keys walk the findings, and Enter goes to the evidence") {
  FindingsTab tab(std::int64_t{1} << 26U);
  tab.ui.click("finding.F15");
  CHECK(tab.pane->takes_arrows());
  tab.ui.key(ImGuiKey_DownArrow);  // what could not be judged
  tab.ui.frame();
  CHECK(!tab.ui.has_mark("finding.evidence.1"));
  tab.ui.key(ImGuiKey_Enter);
  CHECK(tab.ui.view().selection.primary() == EventId::None);
  tab.ui.key(ImGuiKey_UpArrow);
  tab.ui.key(ImGuiKey_Enter);
  tab.ui.settle();
  CHECK(tab.ui.view().selection.primary() != EventId::None);
}

TEST_CASE("where there is room for one, the finding takes the place of the list, and leads back") {
  FindingsTab tab(std::int64_t{1} << 26U, 600, 400);
  CHECK_FALSE(tab.ui.has_mark("finding.evidence.1"));
  tab.ui.click("finding.F15");
  tab.ui.frames(2);
  CHECK_FALSE(tab.ui.has_mark("finding.F15"));
  REQUIRE(tab.ui.has_mark("findings.back"));
  tab.ui.click("findings.back");
  tab.ui.frames(2);
  CHECK(tab.ui.has_mark("finding.F15"));
  // By keys: Enter unfolds, and again goes to the evidence.
  tab.ui.click("finding.F15");
  tab.ui.frames(2);
  CHECK(tab.ui.view().selection.primary() == EventId::None);
  tab.ui.key(ImGuiKey_Enter);
  tab.ui.settle();
  CHECK(tab.ui.view().selection.primary() != EventId::None);
}

TEST_CASE("a title that is longer than its line goes on below where the list has room") {
  UiDriver ui(900, 700);
  ui.open(source_folder() + "/assets/examples/generated-gpt-slow.json.gz");
  REQUIRE(ui.show_tab("Findings"));
  ui.key(ImGuiKey_Q, ImGuiMod_Shift);
  ui.settle();
  int rows = 0;
  for (const std::string& name : ui.mark_names()) {
    if (!name.starts_with("finding.F")) continue;
    const Rect row = ui.mark(name);
    CHECK(row.height() > 50);
    const std::string seen = SeenScreen().page(row);
    CAPTURE(seen);
    CHECK(seen.substr(0, seen.find('\n')).find("…") == std::string::npos);
    ++rows;
  }
  CHECK(rows >= 3);
}

TEST_CASE("in a low list a long title takes the line of what is below it") {
  UiDriver ui(900, 700);
  ui.open(source_folder() + "/assets/examples/generated-gpt-slow.json.gz");
  REQUIRE(ui.show_tab("Findings"));
  ui.settle();
  const auto seen = [&](std::string_view name) { return SeenScreen().page(ui.mark(name)); };
  REQUIRE(ui.mark("finding.F06").height() < 50);
  CHECK(seen("finding.F06").find("small kernels") != std::string::npos);
  CHECK(seen("finding.F09").find("…") == std::string::npos);
  // A title that fits has its place below it.
  CHECK(seen("finding.F04").find("enumerate(DataLoader)") != std::string::npos);
}

TEST_CASE("the findings are those of the selected range") {
  FindingsTab tab(std::int64_t{1} << 26U);
  tab.ui.view().selection.select_range({2'000'000, 4'000'000});
  tab.ui.settle();
  CHECK(tab.pane->facts().starts_with("Selected range, 2 steps"));
  CHECK(!tab.ui.has_mark("finding.F15"));  // two steps do not tell a leak
  CHECK(tab.pane->badge(tab.ui.view()) == 1);
}

TEST_CASE("a chosen finding can be copied as Markdown, and all of them") {
  FindingsTab tab(std::int64_t{1} << 26U);
  tab.ui.click("findings.copy");
  CHECK(std::string(ImGui::GetClipboardText()).starts_with("### Memory grows by 64.00 MiB"));
  tab.ui.click("findings.copy_all");
  CHECK(std::string(ImGui::GetClipboardText()).starts_with("1 finding"));
}

TEST_CASE("a trace without anything to fix says so and counts nothing") {
  FindingsTab tab(0);
  CHECK(tab.pane->badge(tab.ui.view()) == 0);
  CHECK(!tab.ui.has_mark("finding.F15"));
  CHECK(tab.ui.has_mark("finding.not_judged"));
}

TEST_CASE("a threshold that is changed in its list changes the findings") {
  FindingsTab tab(std::int64_t{1} << 26U);
  tab.ui.click("findings.thresholds");
  tab.ui.frames(2);
  REQUIRE(tab.ui.window().dialogs().is_open<ThresholdDialog>());
  tab.ui.type("leak_growth");
  tab.ui.frames(2);
  tab.ui.click("thresholds.value.leak_growth");
  tab.ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
  tab.ui.type("1GiB");
  tab.ui.key(ImGuiKey_Enter);
  tab.ui.settle();
  CHECK(tab.ui.window().settings().thresholds.leak_growth_bytes == std::int64_t{1} << 30U);
  CHECK(tab.pane->badge(tab.ui.view()) == 0);
  // A value that is none is told and not taken.
  tab.ui.click("thresholds.value.leak_growth");
  tab.ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
  tab.ui.type("much");
  tab.ui.key(ImGuiKey_Enter);
  tab.ui.frames(2);
  CHECK(tab.ui.has_mark("thresholds.problem"));
  CHECK(tab.ui.window().settings().thresholds.leak_growth_bytes == std::int64_t{1} << 30U);
  tab.ui.click("thresholds.reset.leak_growth");
  tab.ui.frames(2);
  CHECK(!tab.ui.has_mark("thresholds.problem"));
  CHECK(tab.ui.window().settings().thresholds == Thresholds());
  tab.ui.key(ImGuiKey_Escape);
  tab.ui.settle();
  CHECK(!tab.ui.window().dialogs().is_open<ThresholdDialog>());
  CHECK(tab.pane->badge(tab.ui.view()) == 1);
}

TEST_CASE("a field that is left takes its value, Esc in it takes none, all can be reset") {
  FindingsTab tab(0);
  tab.ui.window().dialogs().get<ThresholdDialog>().open();
  tab.ui.frames(2);
  const auto write = [&](const char* field, const char* value) {
    tab.ui.click(std::string("thresholds.value.") + field);
    tab.ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
    tab.ui.type(value);
  };
  write("finding_floor", "2%");
  write("explained_share", "90%");
  tab.ui.frames(2);
  CHECK(tab.ui.window().settings().thresholds.finding_floor_pct == 2);
  tab.ui.key(ImGuiKey_Escape);
  tab.ui.frames(2);
  CHECK(tab.ui.window().dialogs().is_open<ThresholdDialog>());
  CHECK(tab.ui.window().settings().thresholds.explained_share_pct == 80);
  tab.ui.click("thresholds.reset_all");
  tab.ui.frames(2);
  CHECK(tab.ui.window().settings().thresholds == Thresholds());
}

}  // namespace
}  // namespace lanescope
