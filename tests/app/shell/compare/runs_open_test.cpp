// What is in view when two runs open, in windows of several sizes.
#include <filesystem>

#include <doctest/doctest.h>

#include "tests/app/seen_screen.h"
#include "tests/app/shell/compare/two_loops_window.h"

namespace lanescope {
namespace {

bool inside(Rect inner, Rect outer) {
  return inner.y0 >= outer.y0 && inner.y1 <= outer.y1;
}

const LaneGroup& group(const TraceView& view, std::size_t n) {
  return view.lanes.tree().groups.at(n);
}

}  // namespace

TEST_CASE("two runs open with the steps and the kernels of both in view") {
  for (const ImVec2 size : {ImVec2{900, 700}, ImVec2{1280, 800}, ImVec2{1600, 900}}) {
    CAPTURE(size.x);
    TwoLoopsWindow two;
    ImGui::GetIO().DisplaySize = size;
    two.compare();
    for (const std::string run : {"", "b."}) {
      CAPTURE(run);
      const Rect lanes = two.ui.mark(run + "lanes");
      CHECK(inside(two.ui.mark(run + "lane.steps"), lanes));
      CHECK(inside(two.ui.mark(run + "lane.gpu 0/stream 7"), lanes));
    }
  }
}

TEST_CASE("a trace has its threads above the GPU before and after it is compared") {
  TwoLoopsWindow two;
  CHECK(group(two.a(), 1).kind == GroupKind::Process);
  two.compare();
  CHECK(group(two.a(), 1).kind == GroupKind::Device);
  CHECK(group(two.b(), 1).kind == GroupKind::Device);
  two.ui.click("compare.close");
  two.ui.settle();
  CHECK(group(two.ui.view(), 1).kind == GroupKind::Process);
}

TEST_CASE(
    "the conclusion is above the lanes, what makes it up is in the tab, and neither is twice") {
  TwoLoopsWindow two;
  two.compare();
  CHECK(two.ui.has_mark("compare.sentence"));
  CHECK(two.ui.has_mark("compare.parts"));
  const DiffWords& words = two.ui.workspace().runs().comparison()->value()->words;
  CHECK(words.brief == "+25.8 % host step time");
  CHECK(words.conclusion.starts_with("Mean host step time rose 25.8 %, from "));
  CHECK(words.conclusion.find("aten::mm") == std::string::npos);
  CHECK(words.parts == "aten::mm explains 100 %");
  CHECK(words.sentence == words.conclusion + ": " + words.parts + ".");
}

TEST_CASE("two runs whose files have the same name are told apart by their folders") {
  const TempFolder before, after;
  UiDriver ui(1600, 900);
  ui.open(before.write("rank0.json", trace_text(loop_events(LoopTimes{}))));
  ui.run(workspace::Drop{{after.write("rank0.json", trace_text(loop_events({.mm_us = 700})))}});
  ui.settle();
  REQUIRE(ui.workspace().runs().both());
  ui.frames(2);
  const auto name = [](const TempFolder& folder) {
    return std::filesystem::path(folder.path()).filename().string() + "/rank0.json";
  };
  CHECK(SeenScreen().page(ui.mark("compare.head.A")).find(name(before)) != std::string::npos);
  CHECK(SeenScreen().page(ui.mark("compare.head.B")).find(name(after)) != std::string::npos);
  CHECK(ui.window().title() == name(before) + " and " + name(after) + " – Lanescope");
}

}  // namespace lanescope
