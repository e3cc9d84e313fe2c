// The ranks of a run in the window, as a user opens, reads and leaves them.
#include <cmath>
#include <filesystem>

#include <doctest/doctest.h>

#include "app/shell/ranks/ranks_page.h"
#include "core/view/ranks/text.h"
#include "tests/app/seen_screen.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/rank_set.h"

namespace lanescope {
namespace {

constexpr Ns kUs = 1000;

/// Four ranks of 4 steps: rank 2's clock shows 500 µs more, rank 3 is 90 µs late everywhere.
struct FourRanks {
  FourRanks() {
    for (int rank = 0; rank < 4; ++rank) write(rank, {});
  }

  void write(int rank, RankSetTrace trace) const {
    trace.rank = rank;
    trace.steps = 4;
    trace.clock_us = rank == 2 ? 500 : 0;
    trace.late_us = rank == 3 ? 90 : 0;
    folder.write("rank" + std::to_string(rank) + ".json", RankSetWriter(trace).text());
  }

  void open() {
    ui.run(workspace::Open{folder.path()});
    ui.settle();
  }

  RanksView& view() {
    REQUIRE(ui.workspace().ranks() != nullptr);
    REQUIRE(ui.workspace().ranks()->view() != nullptr);
    return *ui.workspace().ranks()->view();
  }
  const RanksPicture& run() { return view().run(); }

  TempFolder folder;
  UiDriver ui;
};

ImVec2 middle(Rect rect) {
  return {(rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2};
}

}  // namespace

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

TEST_CASE("in a tiny window the measure of ranks is chosen from a menu") {
  FourRanks test;
  ImGui::GetIO().DisplaySize = {480, 320};
  test.open();
  test.ui.frames(2);
  REQUIRE(test.view().measure == RanksMeasure::Activity);
  test.ui.click("ranks.measures");
  const std::string caused(ranks_measure_title(RanksMeasure::WaitCaused));
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
  REQUIRE(ui.has_mark("ranks.legend"));
  const std::string legend = SeenScreen().page(ui.mark("ranks.legend"));
  CHECK(legend.find("compute") != std::string::npos);
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

TEST_CASE("a double-click opens the rank at the same time, Shift+Backspace and Esc lead back") {
  FourRanks test;
  test.open();
  const Ns from_ns = test.run().extent.begin_ns + 2'000 * kUs;
  test.view().viewport.show({from_ns, from_ns + 1'000 * kUs});
  test.ui.frames(2);
  test.ui.double_click(middle(test.ui.mark("ranks.row.2")));
  test.ui.settle();
  REQUIRE(test.ui.workspace().trace() != nullptr);
  CHECK(test.ui.view().session().path().ends_with("rank2.json"));
  const TimeRange shown = test.ui.view().viewport.range();
  CHECK(std::abs(shown.begin_ns - (from_ns + 500 * kUs)) < 10 * kUs);
  CHECK(std::abs(shown.length_ns() - 1'000 * kUs) < 10 * kUs);
  CHECK(test.ui.has_mark("ranks.back"));

  test.ui.key(ImGuiKey_Backspace, ImGuiMod_Shift);
  test.ui.settle();
  CHECK(test.ui.workspace().ranks_in_front());
  CHECK(test.view().rank() == 2);

  test.ui.key(ImGuiKey_Enter);
  test.ui.settle();
  REQUIRE(test.ui.workspace().trace() != nullptr);
  CHECK(test.ui.view().session().path().ends_with("rank2.json"));
  test.ui.key(ImGuiKey_Escape);
  test.ui.settle();
  CHECK(test.ui.workspace().ranks_in_front());

  test.ui.workspace().ranks()->view()->want(1);
  test.ui.settle();
  test.ui.click("ranks.back");
  test.ui.settle();
  CHECK(test.ui.workspace().ranks_in_front());
}

TEST_CASE("a rank whose file has changed since is opened with a word about it") {
  FourRanks test;
  test.open();
  test.view().want(1);
  test.ui.settle();
  CHECK_FALSE(test.ui.notice());
  test.ui.click("ranks.back");
  test.ui.settle();
  RankSetTrace longer;
  longer.rank = 1;
  longer.steps = 6;
  test.folder.write("rank1.json", RankSetWriter(longer).text());
  test.view().want(1);
  test.ui.settle();
  REQUIRE(test.ui.notice());
  CHECK(test.ui.notice()->text.starts_with("rank1.json has changed since"));
}

TEST_CASE("a click on a collective tells who was last and who waited how long") {
  FourRanks test;
  test.open();
  test.ui.run(workspace::OpenTogether{{}});  // nothing to open changes nothing
  test.open();
  const RanksPicture& run = test.run();
  const MatchedCollective& one = run.analysis.matched.collectives.at(11);
  test.view().viewport.show({one.first_arrival_ns() - 100 * kUs, one.parts[0].end_ns + 100 * kUs});
  test.ui.frames(2);
  const Rect row = test.ui.mark("ranks.row.1");
  const CollectivePart* part = one.part_of(1);
  const double x = test.view().viewport.x_of((part->arrival_ns + part->end_ns) / 2);
  test.ui.click({row.x0 + static_cast<float>(x), middle(row).y});
  CHECK(test.view().collective() == 11);
  CHECK(test.view().rank() == 1);
  const RanksDetails details = collective_details(run, 11);
  const auto value = [&](std::string_view key) {
    for (const RanksDetailRow& line : details.rows) {
      if (line.key == key) return line.value;
    }
    return std::string();
  };
  CHECK(value("Last") == "rank 3");
  CHECK(value("Skew, first to last") == "90.00 µs");
  CHECK(value("rank 3") == "last");
  CHECK(value("rank 0") == format_duration(std::min<Ns>(90 * kUs, one.parts[0].length_ns())));
  test.ui.frames(2);
  const std::string seen = SeenScreen().page(test.ui.mark("ranks.details"));
  CAPTURE(seen);
  REQUIRE(seen.find(details.subtitle) != std::string::npos);
  CHECK(seen.find(details.title) < seen.find(details.subtitle));
  CHECK(seen.find("Skew, first to last") != std::string::npos);
  CHECK(seen.find("90.00 µs") != std::string::npos);
  test.ui.key(ImGuiKey_Escape);
  test.ui.frames(2);
  CHECK(!test.view().collective());
}

TEST_CASE("the mouse selects, pans and zooms in the time of ranks as in that of one trace") {
  FourRanks test;
  test.open();
  UiDriver& ui = test.ui;
  const Rect lanes = ui.mark("ranks.lanes"), ruler = ui.mark("ruler.press");
  const float on_ruler = middle(ruler).y, on_rows = middle(lanes).y;
  ui.drag({ruler.x0 + 200, on_ruler}, {ruler.x0 + 400, on_ruler});
  REQUIRE(test.view().range.has_value());
  const TimeRange first = *test.view().range;
  CHECK(first.begin_ns == test.view().viewport.time_at(200));
  CHECK(ui.has_mark("ruler.range"));
  // An edge of the range goes on with the drag.
  ui.drag({ruler.x0 + 400, on_ruler}, {ruler.x0 + 500, on_ruler});
  CHECK(test.view().range->begin_ns == first.begin_ns);
  CHECK(test.view().range->length_ns() > first.length_ns() * 5 / 4);
  ui.click({ruler.x0 + 700, on_ruler});
  CHECK_FALSE(test.view().range.has_value());

  const Ns left_ns = test.view().viewport.time_at(300);
  const Ns right_ns = test.view().viewport.time_at(500);
  ui.drag({lanes.x0 + 300, on_rows}, {lanes.x0 + 500, on_rows}, ImGuiMouseButton_Middle);
  ui.settle();
  CHECK(std::abs(test.view().viewport.x_of(left_ns)) < 1);
  CHECK(std::abs(test.view().viewport.x_of(right_ns) - test.view().viewport.width_px()) < 1);
  CHECK_FALSE(test.view().range.has_value());

  const Ns held_ns = test.view().viewport.time_at(300);
  ui.drag({lanes.x0 + 300, on_rows}, {lanes.x0 + 180, on_rows}, ImGuiMouseButton_Right);
  CHECK(std::abs(test.view().viewport.x_of(held_ns) - 180) < 1.5);
}

TEST_CASE("a rank whose collectives fit no offset is shown apart, with the reason") {
  FourRanks test;
  // Each third collective only: the k-th of it are not the k-th of the others.
  RankSetTrace sampled;
  sampled.rank = 1;
  sampled.steps = 50;
  sampled.keeps_every = 3;
  for (int rank = 0; rank < 3; ++rank) {
    RankSetTrace trace = sampled;
    trace.rank = rank;
    trace.keeps_every = rank == 1 ? 3 : 1;
    test.folder.write("rank" + std::to_string(rank) + ".json", RankSetWriter(trace).text());
  }
  std::filesystem::remove(test.folder.path() + "/rank3.json");
  test.open();
  CHECK(test.run().aligned(2));
  CHECK(!test.run().aligned(1));
  CHECK(clock_refusal(test.run(), 1)
            .starts_with("clock not aligned: the ends of its collectives deviate by "));
  CHECK(test.ui.has_mark("ranks.apart"));
  CHECK(test.ui.mark("ranks.row.1").y0 > test.ui.mark("ranks.row.2").y0);
}

TEST_CASE("a file that can not be read is told, the others are shown") {
  FourRanks test;
  test.folder.write("rank1.json", "\x1f\x8b broken");
  test.open();
  CHECK(test.run().ranks.size() == 3);
  REQUIRE(test.run().failures.size() == 1);
  CHECK(test.run().failures.front().file.ends_with("rank1.json"));
  CHECK(!test.run().failures.front().message.empty());
  CHECK(test.ui.show_tab("files"));
  test.ui.frames(2);
  CHECK(test.ui.has_mark("row.rank1.json"));
}

TEST_CASE("of a run with one file that can be read that one is opened") {
  FourRanks test;
  for (int rank = 1; rank < 4; ++rank)
    test.folder.write("rank" + std::to_string(rank) + ".json", "no trace");
  test.open();
  REQUIRE(test.ui.workspace().trace() != nullptr);
  CHECK(test.ui.view().session().path().ends_with("rank0.json"));
  CHECK(!find_command("ranks")->enabled(test.ui.window()));
}

TEST_CASE("a run that is stopped while it loads keeps what is read, or leads to the start page") {
  FourRanks test;
  test.ui.run(workspace::Open{test.folder.path()});
  test.ui.frame();
  test.ui.key(ImGuiKey_Escape);
  test.ui.settle();
  CHECK(test.ui.workspace().trace() == nullptr);
  if (test.ui.workspace().ranks() != nullptr) CHECK(test.run().ranks.size() <= 4);
}

TEST_CASE("folders without several ranks show the file dialog, several files are a run") {
  TempFolder folder;
  const RankSetTrace usual{.steps = 2};
  const std::string a = folder.write("before.json", RankSetWriter(usual).text());
  const std::string b = folder.write("after.json", RankSetWriter(usual).text());
  const std::string c = folder.write("later.json", RankSetWriter(usual).text());
  UiDriver ui;
  ui.run(workspace::Open{folder.path()});
  ui.frames(2);
  CHECK(ui.window().dialogs().is_open<FileDialog>());
  CHECK(ui.workspace().ranks() == nullptr);
  ui.key(ImGuiKey_Escape);
  ui.run(workspace::Drop{{a, b, c}});
  ui.settle();
  REQUIRE(ui.workspace().ranks() != nullptr);
  CHECK(ui.workspace().ranks()->view()->run().ranks.size() == 3);
}

TEST_CASE("rows of many ranks are folded and show what others waited for, step by step") {
  TempFolder folder;
  for (int rank = 0; rank < 12; ++rank) {
    folder.write("rank" + std::to_string(rank) + ".json", rank_of_usual_set(rank, 3));
  }
  UiDriver ui;
  ui.run(workspace::Open{folder.path()});
  ui.settle();
  RanksView& view = *ui.workspace().ranks()->view();
  CHECK(view.measure == RanksMeasure::WaitCaused);
  CHECK(!view.unfolded(0));
  const RanksPicture& run = view.run();
  // Rank 3 is the last in all of them, so the steps of others caused no waiting.
  for (const RankStepPicture& step : run.ranks[3].steps) CHECK(step.wait_caused_ns > 0);
  for (const RankStepPicture& step : run.ranks[4].steps) CHECK(step.wait_caused_ns == 0);
  const float folded_px = view.layout().height_px;
  ui.click("ranks.fold.0");
  ui.frame();
  CHECK(view.unfolded(0));
  CHECK(view.layout().height_px > folded_px);
  ui.click("ranks.measure.Compute");
  ui.frame();
  CHECK(view.measure == RanksMeasure::Compute);
}

}  // namespace lanescope
