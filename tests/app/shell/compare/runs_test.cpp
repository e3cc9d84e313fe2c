// Two runs in one window, driven by mouse and keys without a screen: how they come and go.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "app/panes/pane/output.h"
#include "app/panes/timeline/lone_events.h"
#include "tests/app/seen_screen.h"
#include "tests/app/shell/compare/two_loops_window.h"

namespace lanescope {

TEST_CASE("a file dropped on an open trace is compared with it, one above the other") {
  TwoLoopsWindow two;
  two.compare();
  UiDriver& ui = two.ui;
  CHECK(ui.mark("lanes").y1 < ui.mark("b.lanes").y0);
  CHECK(ui.mark("lanes").x0 == ui.mark("b.lanes").x0);
  CHECK(ui.mark("lanes").height() == ui.mark("b.lanes").height());
  const Rect strip = ui.mark("delta_strip");
  CHECK(strip.y0 >= ui.mark("lanes").y1);
  CHECK(strip.y1 <= ui.mark("b.lanes").y0);
  CHECK(ui.has_mark("compare.sentence"));
  CHECK(ui.workspace().runs().comparison()->value()->words.sentence.starts_with(
      "Mean host step time rose 25.8 %"));
  CHECK(ui.window().title() == "before.json and after.json – Lanescope");
  CHECK(two.tab() == "Compare");
}

TEST_CASE("a bar between two runs says which step of each it compares") {
  TwoLoopsWindow two;
  two.compare();
  const Rect strip = two.ui.mark("delta_strip");
  two.ui.move({(strip.x0 + strip.x1) / 2, (strip.y0 + strip.y1) / 2});
  two.ui.frames(3);
  const std::string seen = SeenScreen().page({0, 0, 1600, 900});
  CHECK(seen.find(" of A with step ") != std::string::npos);
}

TEST_CASE("what was dropped can be opened alone after all") {
  TwoLoopsWindow two;
  two.compare();
  two.ui.click("notice.action");
  two.ui.settle();
  CHECK_FALSE(two.ui.workspace().runs().open());
  CHECK(two.ui.view().session().path() == two.file_b);
  CHECK(two.ui.view().run.comparison == nullptr);
}

TEST_CASE("two files dropped on the start page are A and B") {
  TwoLoopsWindow two;
  two.ui.run(workspace::Close{});
  two.ui.settle();
  two.ui.run(workspace::Drop{{two.file_a, two.file_b}});
  two.ui.settle();
  REQUIRE(two.ui.workspace().runs().both());
  CHECK(two.a().session().path() == two.file_a);
  CHECK(two.b().session().path() == two.file_b);
}

TEST_CASE("details tell how long the same event takes in the other run") {
  TwoLoopsWindow two;
  two.compare();
  const auto partner = [&] { return two.ui.workspace().trace()->panes->details.partner(); };
  two.a().selection.select(TwoLoopsWindow::nth(two.a(), "gemm", 1));
  two.ui.settle();
  REQUIRE(partner().lines.size() == 3);
  CHECK(partner().title == "IN RUN B");
  CHECK(partner().lines[0].value == "701.0 µs");
  CHECK(partner().lines[1].value == "+200.0 µs · +39.9 %");
  CHECK(partner().lines[2].key == "Go to counterpart");
  two.ui.click("Go to counterpart");
  two.ui.settle();
  CHECK(two.ui.workspace().trace() == two.ui.workspace().runs().b());
  CHECK(two.b().selection.primary() == TwoLoopsWindow::nth(two.b(), "gemm", 1));
  two.ui.click("compare.head.A");
  two.ui.settle();
  two.run("close_b");
  CHECK(partner().lines.empty());
}

TEST_CASE("the tooltip of a hatched slice says that only this run has it") {
  TwoLoopsWindow two;
  std::vector<std::string> events = loop_events({});
  events.push_back(gpu_slice("kernel", "lone_kernel", "5", "2", R"("correlation": 999)"));
  two.file_b = two.folder.write("more.json", trace_text(events));
  two.compare();
  const auto words = [](const TraceView& view, std::string_view name) {
    LaneHit hit;
    hit.event = TwoLoopsWindow::nth(view, name, 0);
    return lone_words(view, hit);
  };
  REQUIRE(two.pair().lone_in(RunSide::B).among(TwoLoopsWindow::nth(two.b(), "lone_kernel", 0), 1) ==
          1);
  CHECK(words(two.b(), "lone_kernel") == "run B (hatched)");
  CHECK(words(two.b(), "gemm").empty());
  CHECK(words(two.a(), "gemm").empty());
  two.run("close_b");
  CHECK(words(two.ui.view(), "gemm").empty());
}

TEST_CASE("details name the counterpart where it is called something else, and lead to it") {
  TwoLoopsWindow two;
  std::string other = trace_text(loop_events({}));
  for (auto at = other.find("gemm"); at != std::string::npos; at = other.find("gemm", at + 1))
    other.insert(at + 4, "<2>");
  two.file_b = two.folder.write("renamed.json", other);
  two.compare();
  const EventId in_a = TwoLoopsWindow::nth(two.a(), "gemm", 1);
  REQUIRE(two.pair().partner_in(RunSide::B, in_a) != EventId::None);
  two.a().selection.select(in_a);
  two.ui.settle();
  const DetailSection& partner = two.ui.workspace().trace()->panes->details.partner();
  REQUIRE(partner.lines.size() == 3);
  CHECK(partner.lines[2].key.find("gemm") != std::string::npos);
  CHECK(partner.lines[2].key.find('2') != std::string::npos);
  CHECK(partner.lines[2].value == "counterpart");
  CHECK(partner.lines[2].link == two.pair().partner_in(RunSide::B, in_a));
}

TEST_CASE("the menu of a row that both runs have leads to its longest event in either") {
  TwoLoopsWindow two;
  two.compare();
  REQUIRE(two.ui.show_tab("Compare"));
  two.ui.settle();
  const auto choose = [&](const char* item) {
    const Rect row = two.ui.mark("row.aten::mm [[64, 64], [64, 64]]");
    two.ui.click({row.x0 + 60, (row.y0 + row.y1) / 2}, ImGuiMouseButton_Right);
    two.ui.frames(2);
    two.ui.click(item);
    two.ui.settle();
  };
  const auto selected = [](const TraceView& view) {
    const auto key = event_key(*view.snapshot(), view.selection.primary());
    return key ? key->name : "";
  };
  choose("Longest in B");
  CHECK(two.ui.workspace().trace() == two.ui.workspace().runs().b());
  CHECK(selected(two.b()) == "gemm");
  choose("Longest in A");
  CHECK(two.ui.workspace().trace() == two.ui.workspace().both().a());
  CHECK(selected(two.a()) == "gemm");
}

TEST_CASE("the table of two runs has one grouping and one filter for both") {
  TwoLoopsWindow two;
  two.compare();
  UiDriver& ui = two.ui;
  REQUIRE(ui.show_tab("Compare"));
  ui.settle();
  ui.click("way.By kernel");
  ui.settle();
  REQUIRE(ui.has_mark("row.add_kernel"));
  ui.click("data.filter");
  ui.type("gemm");
  ui.settle();
  ui.click("compare.head.B");
  ui.settle();
  REQUIRE(ui.workspace().trace() == ui.workspace().runs().b());
  CHECK(ui.has_mark("row.gemm"));
  CHECK_FALSE(ui.has_mark("row.add_kernel"));
  ui.click("way.By operator");
  ui.settle();
  ui.click("compare.head.A");
  ui.settle();
  CHECK_FALSE(ui.has_mark("row.gemm"));
}

TEST_CASE("details and tabs are about the run that was clicked last") {
  TwoLoopsWindow two;
  two.compare();
  CHECK(two.ui.workspace().trace() == two.ui.workspace().both().a());
  REQUIRE(two.ui.show_tab("Kernels"));
  two.ui.click("compare.head.B");
  CHECK(two.ui.workspace().trace() == two.ui.workspace().runs().b());
  CHECK(two.ui.pane().title() == "Kernels");
  two.ui.key(ImGuiKey_Tab);
  CHECK(two.ui.workspace().trace() == two.ui.workspace().both().a());
}

TEST_CASE("a run has the tab of the other, also where one has more of them") {
  TwoLoopsWindow two;
  // As a recording has it.
  OpenTrace& a = *two.ui.workspace().trace();
  a.output = std::make_shared<ProgramLog>();
  a.panes = make_trace_panes(a);
  two.compare();
  for (const std::string_view tab : a.tab_titles) {
    const std::string title(tab);
    if (title == "Host time") continue;  // no thread was sampled
    CAPTURE(title);
    REQUIRE(two.ui.show_tab(title));
    two.ui.frames(2);
    two.ui.click("compare.head.B");
    CHECK((two.tab() == title || title == "Output"));
    two.ui.click("compare.head.A");
  }
  REQUIRE(two.ui.show_tab("Compare"));
  two.run("swap_runs");
  two.run("close_b");
  CHECK(two.tab() != "Compare");
}

TEST_CASE("lanes that come and go in one of two linked runs leave both whole") {
  TwoLoopsWindow two;
  two.compare();
  const auto whole = [](const TraceView& view) {
    return std::ranges::all_of(view.lanes.layout().items, [&view](const LayoutItem& item) {
      return item.lane.group < view.lanes.tree().groups.size() &&
             (item.header ||
              item.lane.lane < view.lanes.tree().groups[item.lane.group].lanes.size());
    });
  };
  for (const bool shown : {true, false, true, false}) {
    two.a().show_path(shown);
    CHECK(whole(two.a()));
    two.ui.frame();
    CHECK(whole(two.a()));
    CHECK(whole(two.b()));
    two.ui.settle();
    CHECK(two.a().lanes.layout().content_height_px == two.b().lanes.layout().content_height_px);
  }
}

TEST_CASE("a B that can not be read is one line, and A stays") {
  TwoLoopsWindow two;
  two.a().selection.select(two.nth(two.a(), "gemm", 1));
  two.ui.run(workspace::Drop{{two.folder.write("broken.json", "this is no trace")}});
  two.ui.settle();
  CHECK_FALSE(two.ui.workspace().runs().open());
  REQUIRE(two.ui.notice());
  CHECK(two.ui.notice()->kind == NoticeKind::Error);
  CHECK(two.ui.notice()->text.starts_with("broken.json: "));
  CHECK(two.ui.view().session().path() == two.file_a);
  CHECK(two.ui.view().selection.primary() == two.nth(two.a(), "gemm", 1));
  CHECK(two.ui.view().run.comparison == nullptr);
}

TEST_CASE("A stays usable while B is loaded, and Esc stops that") {
  TwoLoopsWindow two;
  const std::string pipe = two.folder.path() + "/pipe.json";  // nobody writes into it
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  two.ui.run(workspace::Compare{pipe});
  two.ui.frames(5);
  REQUIRE(two.ui.workspace().runs().open());
  CHECK_FALSE(two.ui.workspace().runs().both());
  CHECK(two.ui.workspace().loading());
  const EventId event = two.nth(two.a(), "gemm", 1);
  two.ui.click(two.place_of(two.a(), "", event));
  CHECK(two.a().selection.primary() == event);
  two.ui.key(ImGuiKey_Escape);
  CHECK(two.ui.frames_until([&] { return !two.ui.workspace().runs().open(); }));
  CHECK_FALSE(two.ui.notice());
  CHECK(two.a().selection.primary() == event);
}

TEST_CASE("B goes and leaves A as a trace of its own") {
  TwoLoopsWindow two({}, {.steps = 20});
  const float alone = two.ui.mark("lanes").height();
  two.compare();
  CHECK(two.ui.mark("lanes").height() < alone / 2);
  CHECK(two.a().viewport.extent().length_ns() > two.a().snapshot()->extent.length_ns());
  two.ui.click("compare.close");
  find_command("peel")->run(two.ui.window());  // the notice
  two.ui.settle();
  CHECK_FALSE(two.ui.workspace().runs().open());
  CHECK_FALSE(two.ui.has_mark("b.lanes"));
  CHECK(two.ui.mark("lanes").height() == alone);
  CHECK(two.ui.view().run.comparison == nullptr);
  CHECK(two.ui.view().viewport.extent() == two.ui.view().snapshot()->extent);
  CHECK(two.tab() == "Overview");
  two.compare();  // and another one comes
  CHECK(two.ui.has_mark("b.lanes"));
}

TEST_CASE("a trace beside itself: every event has its partner, nothing differs") {
  TwoLoopsWindow two;
  two.ui.run(workspace::Compare{two.file_a});
  two.ui.settle();
  const AlignedPair& pair = two.pair();
  CHECK(pair.lone_in(RunSide::A).among(EventId{0}, two.a().snapshot()->slice_count) == 0);
  CHECK(pair.lone_in(RunSide::B).among(EventId{0}, two.b().snapshot()->slice_count) == 0);
  CHECK(two.ui.workspace().runs().comparison()->value()->words.sentence.starts_with(
      "Mean host step time is the same in both"));
  two.a().selection.select(two.nth(two.a(), "gemm", 3));
  two.ui.settle();
  CHECK(two.b().selection.primary() == two.a().selection.primary());
  CHECK(two.b().viewport.view() == two.a().viewport.view());
}

TEST_CASE("closing the trace closes both runs") {
  TwoLoopsWindow two;
  two.compare();
  two.run("close");
  CHECK(two.ui.workspace().trace() == nullptr);
  CHECK_FALSE(two.ui.workspace().runs().open());
}

TEST_CASE("two runs at rest ask for no frames") {
  TwoLoopsWindow two;
  two.compare();
  two.ui.frames(120);
  CHECK(two.ui.window().next_frame_in_s() < 0);
}

}  // namespace lanescope
