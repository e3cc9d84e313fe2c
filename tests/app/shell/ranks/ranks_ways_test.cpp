// The ranks of a run in the window, as a user opens, reads and leaves them.
#include <cmath>

#include <doctest/doctest.h>

#include "app/shell/ranks/ranks_page.h"
#include "core/view/ranks/text.h"
#include "tests/app/seen_screen.h"
#include "tests/app/shell/ranks/four_ranks.h"
#include "tests/app/small_trace.h"

namespace lanescope {

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

TEST_CASE("going back from the first view of a rank leads to all ranks as they were") {
  FourRanks test;
  test.open();
  const Ns from_ns = test.run().extent.begin_ns + 2'000 * kUs;
  test.view().viewport.show({from_ns, from_ns + 1'000 * kUs});
  test.ui.frames(2);
  const TimeView ranks = test.view().viewport.view();
  test.ui.double_click(middle(test.ui.mark("ranks.row.2")));
  test.ui.settle();
  REQUIRE(test.ui.workspace().trace() != nullptr);
  const TimeView first = test.ui.view().viewport.view();
  test.ui.view().go_to(test.ui.find("aten::mm"));
  test.ui.settle();
  test.ui.key(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  test.ui.settle();
  REQUIRE(test.ui.workspace().trace() != nullptr);
  CHECK(test.ui.view().viewport.view() == first);
  test.ui.key(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  test.ui.settle();
  REQUIRE(test.ui.workspace().ranks_in_front());
  CHECK(test.view().viewport.view() == ranks);
  test.ui.key(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  test.ui.settle();
  CHECK(test.view().viewport.view() == ranks);
}

TEST_CASE("what lies under the details of a rank has no tooltip") {
  FourRanks test;
  ImGui::GetIO().DisplaySize = {900, 700};
  test.open();
  test.ui.frames(2);
  const Rect row = test.ui.mark("ranks.row.2");
  test.ui.move({row.x1 - 60, (row.y0 + row.y1) / 2});
  test.ui.frames(3);
  REQUIRE(SeenScreen().page({0, 0, 900, 700}).find("rank 2 · ") != std::string::npos);
  test.view().go_to_rank(2);
  test.ui.frames(2);
  while (test.ui.window().next_frame_in_s() >= 0) test.ui.frame();  // no more than it asks for
  REQUIRE(test.ui.has_mark("details.drawer"));
  CHECK(SeenScreen().page({0, 0, 900, 700}).find("rank 2 · ") == std::string::npos);
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

TEST_CASE("a click on a rank shows it, also while a collective is selected") {
  FourRanks test;
  test.open();
  const auto panel = [&] {
    test.ui.frames(2);
    return SeenScreen().page(test.ui.mark("ranks.details"));
  };
  for (const char* const place : {"ranks.label.1", "row.rank 1"}) {
    CAPTURE(place);
    test.view().go_to_collective(11);
    test.ui.settle();
    REQUIRE(panel().find("Skew, first to last") != std::string::npos);
    test.ui.click(place);
    CHECK(test.view().rank() == 1);
    const std::string seen = panel();
    CAPTURE(seen);
    CHECK(seen.find("Skew, first to last") == std::string::npos);
    CHECK(seen.find("Open this rank") != std::string::npos);
  }
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

TEST_CASE("a pair of traces without a common clock is called by its files, and says why below") {
  const TempFolder folder;
  const std::string a = folder.write("before.json", small_trace_text());
  const std::string b = folder.write("after.json", small_trace_text());
  UiDriver ui;
  ui.run(workspace::OpenTogether{{a, b}});
  ui.settle();
  REQUIRE(ui.workspace().ranks_in_front());
  const Rect first = ui.mark("ranks.sentence");
  const Rect second{first.x0, first.y1, first.x1, first.y1 + first.height()};
  for (const std::string& words : {ui.window().title(), SeenScreen().page(first)}) {
    CAPTURE(words);
    CHECK(words.find("before.json") != std::string::npos);
    CHECK(words.find("after.json") != std::string::npos);
    CHECK(words.find("collectives") == std::string::npos);
  }
  CHECK(SeenScreen().page(second).find("No trace has collectives") != std::string::npos);
}

}  // namespace lanescope
