// The ranks of a run in the window: what is drawn and said of them.
#include <filesystem>

#include <doctest/doctest.h>

#include "app/shell/ranks/ranks_page.h"
#include "core/view/ranks/text.h"
#include "tests/app/seen_screen.h"
#include "tests/app/shell/ranks/four_ranks.h"
#include "tests/paths.h"

namespace lanescope {

TEST_CASE("a folder of ranks opens as one run, on one clock, and names the late one") {
  FourRanks test;
  test.open();
  CHECK(test.ui.workspace().ranks_in_front());
  for (const char* row : {"ranks.row.0", "ranks.row.1", "ranks.row.2", "ranks.row.3"})
    CHECK(test.ui.has_mark(row));
  const RanksPicture& run = test.run();
  CHECK(clock_text(run, 0) == "reference clock");
  CHECK(clock_text(run, 2) == "−500.0 µs ± 0 ns");
  // What the other three wait for: 90 µs, or as long as the collective ran, in each of 40.
  CHECK(run.analysis.summary.starts_with(
      "rank 3 arrived last at 40 of 40 collectives, costing the others "));
  REQUIRE(run.analysis.findings.size() == 1);
  CHECK(run.analysis.findings.front().fix.find("rank 3") != std::string::npos);
  CHECK(test.ui.has_mark("ranks.finding"));
  CHECK(test.ui.window().title().starts_with(
      std::filesystem::path(test.folder.path()).filename().string()));
}

TEST_CASE("ranks open as one row each, all in view, and a click unfolds one") {
  for (const ImVec2 size : {ImVec2{900, 700}, ImVec2{1600, 900}}) {
    FourRanks test;
    ImGui::GetIO().DisplaySize = size;
    test.open();
    const Rect lanes = test.ui.mark("ranks.lanes");
    for (std::size_t rank = 0; rank < 4; ++rank) {
      CHECK_FALSE(test.view().unfolded(rank));
      const Rect row = test.ui.mark("ranks.row." + std::to_string(rank));
      CHECK(row.y0 >= lanes.y0);
      CHECK(row.y1 <= lanes.y1);
    }
    const float second_y = test.ui.mark("ranks.row.1").y0;
    test.ui.click("ranks.fold.0");
    test.ui.frame();
    CHECK(test.view().unfolded(0));
    CHECK_FALSE(test.view().unfolded(1));
    CHECK(test.view().layout().rank_row(1)->y_px > second_y - lanes.y0);
  }
}

TEST_CASE("maximized tables of ranks have a button that brings the ranks back") {
  FourRanks test;
  test.open();
  test.ui.key(ImGuiKey_Q, ImGuiMod_Shift);
  test.ui.frames(2);
  REQUIRE_FALSE(test.ui.has_mark("ranks.lanes"));
  CHECK(test.ui.mark("ranks.copy").x1 <= test.ui.mark("bottom.restore").x0);
  test.ui.click("bottom.restore");
  test.ui.frames(2);
  CHECK(test.ui.has_mark("ranks.lanes"));
  CHECK_FALSE(test.ui.has_mark("bottom.restore"));
}

TEST_CASE("in a narrow window the table has what each rank made the others wait for") {
  FourRanks test;
  ImGui::GetIO().DisplaySize = {900, 700};
  test.open();
  for (const char* const column : {"GPU time", "Times last", "Wait caused", "Waited"})
    CHECK(test.ui.has_mark(column));
}

TEST_CASE("a table of ranks says how many columns have no room, and what its rows add up to") {
  FourRanks test;
  ImGui::GetIO().DisplaySize = {900, 700};
  test.open();
  test.ui.frames(2);
  Rect missing = test.ui.mark("table.missing");
  missing.x0 -= 200;  // what is near each other counts as one text
  const std::string head = SeenScreen().page(missing);
  CAPTURE(head);
  CHECK(head.find('+') != std::string::npos);
  const std::string sums = SeenScreen().page(test.ui.mark("table.footer"));
  CAPTURE(sums);
  CHECK(sums.find("4 rows") != std::string::npos);
  Ns waited_ns = 0;
  for (const StragglerRow& row : test.run().analysis.stragglers.rows) waited_ns += row.waited_ns;
  CHECK(sums.find(format_duration(waited_ns)) != std::string::npos);
}

TEST_CASE("what is said of ranks is not cut in a window of usual size") {
  for (const ImVec2 size : {ImVec2{900, 700}, ImVec2{1280, 800}}) {
    CAPTURE(size.x);
    FourRanks test;
    ImGui::GetIO().DisplaySize = size;
    test.open();
    test.ui.frames(2);
    for (const char* const sentence : {"ranks.sentence", "ranks.finding"}) {
      const std::string seen = SeenScreen().page(test.ui.mark(sentence));
      CAPTURE(seen);
      CHECK(seen.find("…") == std::string::npos);
    }
  }
}

TEST_CASE("at 900 pixels the colors of ranks are explained beside the measures, not below them") {
  UiDriver ui(900, 700);
  ui.run(workspace::Open{source_folder() + "/assets/examples/generated-ranks"});
  ui.settle();
  ui.frames(2);
  const Rect legend = ui.mark("ranks.legend"), last = ui.mark("ranks.measure.Waited");
  REQUIRE(last.y1 <= ui.mark("ranks.sentence").y0);  // both have lines above the sentences
  CHECK(legend.y0 < last.y1);
  CHECK(legend.x0 > last.x1);
  const std::string seen = SeenScreen().page(legend);
  CAPTURE(seen);
  CHECK(seen.find("idle") != std::string::npos);
  CHECK(seen.find("exposed copies and memsets") != std::string::npos);
}

TEST_CASE("the details of a rank do not cover the sentences above the rows") {
  FourRanks test;
  ImGui::GetIO().DisplaySize = {900, 700};
  test.open();
  test.view().go_to_rank(0);
  test.ui.settle();
  test.ui.frames(30);
  REQUIRE(test.ui.has_mark("details.drawer"));
  CHECK(test.ui.mark("details.drawer").y0 >= test.ui.mark("ranks.finding").y1);
}

TEST_CASE("in a tiny window all rows of a few ranks are in sight, and what their waiting costs") {
  FourRanks test;
  ImGui::GetIO().DisplaySize = {480, 320};
  test.open();
  test.ui.frames(2);
  const Rect lanes = test.ui.mark("ranks.lanes");
  for (const std::string rank : {"0", "1", "2", "3"}) {
    const Rect row = test.ui.mark("ranks.row." + rank);
    CHECK(row.y0 >= lanes.y0);
    CHECK(row.y1 <= lanes.y1);
  }
  const std::string seen = SeenScreen().page(test.ui.mark("ranks.sentence"));
  CAPTURE(seen);
  CHECK(seen.find("Rank 3 arrived last at 40 of 40 collectives, costing the others ") !=
        std::string::npos);
  CHECK_FALSE(test.ui.has_mark("ranks.finding"));
}

TEST_CASE("the headline of ranks is whole in the smallest windows, with what the waiting costs") {
  for (const ImVec2 size : {ImVec2{300, 233}, ImVec2{240, 320}}) {
    CAPTURE(size.x);
    FourRanks test;
    ImGui::GetIO().DisplaySize = size;
    test.open();
    test.ui.frames(2);
    const std::string seen = SeenScreen().page(test.ui.mark("ranks.sentence"));
    CAPTURE(seen);
    CHECK(seen.find("…") == std::string::npos);
    const StragglerRow* worst = test.run().analysis.stragglers.worst();
    REQUIRE(worst != nullptr);
    const std::string cost = format_duration(worst->wait_caused_ns);
    CHECK(seen.find(cost.substr(0, cost.find(' '))) != std::string::npos);
  }
}

TEST_CASE("in a tiny window the measure of ranks is chosen from a menu") {
  FourRanks test;
  ImGui::GetIO().DisplaySize = {480, 320};
  test.open();
  test.ui.frames(2);
  REQUIRE(test.view().measure == RanksMeasure::Activity);
  test.ui.click("ranks.measures");
  const std::string caused(ranks_measure_title(RanksMeasure::WaitCaused, RankWork::Gpu));
  REQUIRE(test.ui.frames_until([&] { return test.ui.has_mark(caused); }));
  test.ui.frames(2);
  test.ui.click(caused);
  test.ui.frames(2);
  CHECK(test.view().measure == RanksMeasure::WaitCaused);
  CHECK(test.ui.has_mark("ranks.row.3"));
}

TEST_CASE("where the rows of ranks take all of the height, a tab leads to its table") {
  FourRanks test;
  ImGui::GetIO().DisplaySize = {480, 240};
  test.open();
  test.ui.frames(2);
  REQUIRE(test.ui.has_mark("ranks.lanes"));
  CHECK_FALSE(test.ui.has_mark("row.rank 0"));
  test.ui.click("tab.Ranks");
  test.ui.frames(3);
  CHECK(test.ui.has_mark("row.rank 0"));
  CHECK_FALSE(test.ui.has_mark("ranks.lanes"));
}

TEST_CASE("the legend of traces without collectives names every color") {
  const TempFolder folder;
  const RankSetTrace alone{.steps = 2, .lacks_first = true, .keeps_every = 1000};
  const std::string a = folder.write("bert-a100.json", RankSetWriter(alone).text());
  const std::string b = folder.write("bert-h100.json", RankSetWriter(alone).text());
  UiDriver ui(1280, 1000);
  ui.run(workspace::OpenTogether{{a, b}});
  ui.settle();
  CHECK(ui.workspace().ranks()->words(false) == "2 traces · loaded");
  REQUIRE(ui.has_mark("ranks.legend"));
  const std::string legend = SeenScreen().page(ui.mark("ranks.legend"));
  CHECK(legend.find("compute") != std::string::npos);
  CHECK(legend.find("idle") != std::string::npos);
}

TEST_CASE("traces that nothing relates are drawn each from its own start, which is said once") {
  const TempFolder folder;
  // Without collectives, a quarter of an hour apart.
  RankSetTrace alone{.steps = 2, .lacks_first = true, .keeps_every = 1000};
  const std::string a =
      folder.write("resnet50-with-all-of-its-settings-a100.json", RankSetWriter(alone).text());
  alone.clock_us = 1'000'000'000;
  const std::string b =
      folder.write("resnet50-with-all-of-its-settings-h100.json", RankSetWriter(alone).text());
  UiDriver ui(700, 700);
  ui.run(workspace::OpenTogether{{a, b}});
  ui.settle();
  REQUIRE(ui.workspace().ranks_in_front());
  const RanksPicture& run = ui.workspace().ranks()->view()->run();
  for (std::size_t trace = 0; trace < 2; ++trace) {
    CHECK(run.on_axis(trace, run.ranks[trace].extent.begin_ns) == run.extent.begin_ns);
    CHECK(run.on_own_clock(trace, run.extent.begin_ns) == run.ranks[trace].extent.begin_ns);
  }
  CHECK(run.extent.length_ns() == run.ranks[0].extent.length_ns());
  CHECK(SeenScreen().page(ui.mark("ranks.apart")).find("Each from its own start") !=
        std::string::npos);
  CHECK(ui.mark("ranks.apart").y0 < ui.mark("ranks.row.0").y0);
  CHECK(SeenScreen().page({0, 0, 700, 700}).find("not aligned") == std::string::npos);
  // Without collectives nobody waits.
  CHECK(ui.has_mark("Compute"));
  CHECK_FALSE(ui.has_mark("Wait caused"));
  CHECK(run.analysis.matched.collectives.empty());
  CHECK(ranks_facts(run) == "2 traces");
  // What tells the two apart is at the end of their names.
  CHECK(SeenScreen().page(ui.mark("ranks.label.0")).find("a100.json") != std::string::npos);
  CHECK(SeenScreen().page(ui.mark("ranks.label.1")).find("h100.json") != std::string::npos);
  CHECK(SeenScreen()
            .page(ui.mark("row.resnet50-with-all-of-its-settings-h100.json"))
            .find("h100.json") != std::string::npos);
  ui.click("ranks.label.1");
  ui.settle();
  const std::string details = SeenScreen().page(ui.mark("ranks.details"));
  CAPTURE(details);
  CHECK(details.find("resnet50") != std::string::npos);
  CHECK(details.find("Resnet50") == std::string::npos);
}

TEST_CASE("what ranks show at one place of the window happened at one time") {
  FourRanks test;
  test.open();
  const RanksPicture& run = test.run();
  const MatchedCollective& one = run.analysis.matched.collectives.at(7);
  REQUIRE(one.parts.size() == 4);
  // All end together on the axis, though rank 2's own clock says something else.
  for (const CollectivePart& part : one.parts) {
    CHECK(part.end_ns == one.parts.front().end_ns);
    const Viewport own = run.own_view(part.trace, test.view().viewport);
    const Ns own_ns = run.on_own_clock(part.trace, part.end_ns);
    CHECK(own.x_of(own_ns) == doctest::Approx(test.view().viewport.x_of(part.end_ns)));
  }
  const Ns apart_ns =
      run.on_own_clock(2, one.parts.front().end_ns) - run.on_own_clock(0, one.parts.front().end_ns);
  CHECK(apart_ns == 500 * kUs);
}

TEST_CASE("in a small window the measures and the legend are beside nothing that they cover") {
  FourRanks test;
  test.open();
  for (const ImVec2 size : {ImVec2{1600, 900}, ImVec2{900, 600}}) {
    ImGui::GetIO().DisplaySize = size;
    test.ui.frames(3);
    const Rect last = test.ui.mark("ranks.measure.Waited");
    CHECK(last.x1 <= test.ui.mark("ranks.lanes").x1 + 12);
    const auto apart = [](Rect a, Rect b) {
      return a.x1 <= b.x0 || b.x1 <= a.x0 || a.y1 <= b.y0 || b.y1 <= a.y0;
    };
    const Rect sentence = test.ui.mark("ranks.sentence"), finding = test.ui.mark("ranks.finding");
    const Rect legend = test.ui.mark("ranks.legend");
    CHECK(apart(last, sentence));
    CHECK(apart(legend, sentence));
    CHECK(apart(legend, finding));
    CHECK(apart(legend, last));
    CHECK(legend.x0 >= sentence.x0);
  }
}

}  // namespace lanescope
