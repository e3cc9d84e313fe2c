// The slices of expanded ranks: their menu, the search over them, and how their trace is exported.
#include <algorithm>
#include <filesystem>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "core/view/events/event_ref.h"
#include "core/view/lanes/model.h"
#include "tests/app/seen_screen.h"
#include "tests/app/shell/ranks/four_ranks.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/file_text.h"

namespace lanescope {
namespace {

struct ExpandedRank : FourRanks {
  ExpandedRank() {
    open();
    ui.click("ranks.fold.1");
    ui.settle();
    REQUIRE(view().unfolded(1));
  }

  EventId gemm(std::size_t nth = 0) { return event_named(*run().ranks[1].snapshot, "gemm", nth); }
  /// The middle of an event of rank 1, which must be in view.
  ImVec2 place_of(EventId event) {
    const RankPicture& rank = run().ranks[1];
    const auto at = slice_place(*rank.snapshot, event);
    REQUIRE(at);
    const auto& rows = view().layout().rows;
    const auto row = std::ranges::find_if(rows, [&](const RanksRow& one) {
      return one.kind == RanksRowKind::Stream && one.trace == 1 &&
             rank.streams[one.stream].track == at->track;
    });
    REQUIRE(row != rows.end());
    const LaneMetrics& metrics = view().metrics().streams;
    const Rect lanes = ui.mark("ranks.lanes");
    const Viewport own = run().own_view(1, view().viewport);
    const double x = own.x_of(at->range.begin_ns + at->range.length_ns() / 2);
    const float row_px = static_cast<float>(at->row) * (metrics.slice_px + metrics.gap_px);
    return {lanes.x0 + static_cast<float>(x), lanes.y0 + row->y_px - view().scroll_px() +
                                                  metrics.margin_px + row_px +
                                                  metrics.slice_px / 2};
  }
  void open_menu(EventId event) {
    view().zoom_to_event({1, event});
    ui.settle();
    ui.click(place_of(event), ImGuiMouseButton_Right);
    ui.frames(2);
  }
  void search(std::string_view text) {
    ui.window().top_bar().focus_search();
    ui.frames(2);
    ui.type(text);
    ui.settle();
  }
  void run_command(std::string_view id) {
    REQUIRE(find_command(id)->enabled(ui.window()));
    find_command(id)->run(ui.window());
    ui.settle();
  }
  /// The same, until it asks where to save.
  void export_by(std::string_view id) {
    REQUIRE(find_command(id)->enabled(ui.window()));
    find_command(id)->run(ui.window());
    REQUIRE(ui.frames_until([&] { return ui.window().dialogs().is_open<FileDialog>(); }));
  }
};

}  // namespace

TEST_CASE("a click on a slice of an expanded rank selects it, and the panel tells of it") {
  ExpandedRank test;
  test.view().zoom_to_event({1, test.gemm()});
  test.ui.settle();
  test.ui.click(test.place_of(test.gemm()));
  test.ui.settle();
  CHECK(test.view().event() == RankEvent{1, test.gemm()});
  CHECK(test.view().rank() == 1);
  test.ui.frames(2);
  const std::string seen = SeenScreen().page(test.ui.mark("ranks.details"));
  CAPTURE(seen);
  CHECK(seen.find("gemm") != std::string::npos);
  CHECK(seen.find(format_duration(15 * kUs)) != std::string::npos);
  test.ui.key(ImGuiKey_Escape);
  test.ui.frames(2);
  CHECK_FALSE(test.view().event());
}

TEST_CASE("beside each stream of an expanded rank its share of the time is whole") {
  ExpandedRank test;
  const Rect lanes = test.ui.mark("ranks.lanes");
  const float top = lanes.y0 - test.view().scroll_px();
  int streams = 0;
  for (const RanksRow& row : test.view().layout().rows) {
    if (row.kind != RanksRowKind::Stream) continue;
    ++streams;
    const std::string seen =
        SeenScreen().page({0, top + row.y_px, lanes.x0, top + row.bottom_px()});
    CAPTURE(seen);
    CHECK(seen.find("…") == std::string::npos);
    CHECK(seen.find("% in steps") != std::string::npos);
  }
  CHECK(streams > 0);
}

TEST_CASE("the menu of a slice leads to the next longest of its name, and finds all of them") {
  ExpandedRank test;
  test.open_menu(test.gemm());
  REQUIRE(test.ui.has_mark("Copy name"));
  test.ui.click("Next longest with this name");
  test.ui.settle();
  REQUIRE(test.view().event());
  CHECK(test.view().event()->trace == 1);
  CHECK(test.view().event()->event != test.gemm());
  test.open_menu(test.gemm());
  test.ui.click("Find all with this name");
  test.ui.settle();
  CHECK(test.view().search.text == "\"gemm\"");
  REQUIRE(test.view().search.matches());
  CHECK(test.view().search.matches()->events.size() > 1);
}

TEST_CASE("the menu of a slice opens the trace of its rank alone") {
  ExpandedRank test;
  test.open_menu(test.gemm());
  test.ui.click("Open this rank's trace");
  test.ui.settle();
  REQUIRE(test.ui.workspace().trace() != nullptr);
  CHECK(test.ui.view().session().path().ends_with("rank1.json"));
}

TEST_CASE("a search goes over the expanded ranks, and says on which rank a match is") {
  ExpandedRank test;
  test.search("gemm");
  const RanksMatches* matches = test.view().search.matches();
  REQUIRE(matches);
  REQUIRE(matches->events.size() > 1);
  CHECK(matches->searched == std::vector<std::size_t>{1});
  test.ui.key(ImGuiKey_Enter);
  test.ui.settle();
  REQUIRE(test.view().event());
  CHECK(test.view().event()->trace == 1);
  CHECK(test.view().search.facts(test.run(), test.view().event()).ends_with(" · rank 1"));
  const RankEvent first = *test.view().event();
  test.run_command("next_match");
  REQUIRE(test.view().event());
  CHECK(*test.view().event() != first);
  test.ui.click("ranks.fold.1");
  test.ui.settle();
  CHECK(test.view().search.facts(test.run(), test.view().event()) == "unfold a rank to search it");
}

TEST_CASE("Esc ends the search in the ranks before anything is deselected") {
  ExpandedRank test;
  test.view().search.text = "gemm";
  test.view().select_event(RankEvent{1, test.gemm()});
  test.ui.settle();
  test.ui.key(ImGuiKey_Escape);
  test.ui.frames(2);
  CHECK(test.view().search.text.empty());
  CHECK(test.view().event());
}

TEST_CASE("an export from the ranks opens the rank that it is of, says so and goes on") {
  ExpandedRank test;
  test.export_by("save_trace");
  REQUIRE(test.ui.workspace().trace() != nullptr);
  CHECK(test.ui.view().session().path().ends_with("rank1.json"));
  REQUIRE(test.ui.notice());
  CHECK(test.ui.notice()->text.starts_with("Rank 1 is opened alone"));
}

TEST_CASE("what was selected in the ranks stays selected when its rank is exported") {
  ExpandedRank test;
  test.view().select_event(RankEvent{1, test.gemm(1)});
  const auto key = event_key(*test.run().ranks[1].snapshot, test.gemm(1));
  REQUIRE(key);
  test.export_by("save_trace");
  TraceView& view = test.ui.view();
  REQUIRE(view.selection.primary() != EventId::None);
  const auto selected = event_key(*view.snapshot(), view.selection.primary());
  REQUIRE(selected);
  CHECK(selected->name == key->name);
  CHECK(selected->start_ns == key->start_ns);
}

TEST_CASE("the flame graph of a rank is exported from the ranks") {
  ExpandedRank test;
  test.export_by("export_collapsed");
  REQUIRE(test.ui.workspace().trace() != nullptr);
  CHECK(test.ui.shown_tab() == "Flame");
}

TEST_CASE("for a picture of the window no rank is opened") {
  ExpandedRank test;
  test.export_by("export_window_png");
  CHECK(test.ui.workspace().ranks_in_front());
}

TEST_CASE("the open table of the ranks is saved beside their traces") {
  FourRanks test;
  test.open();
  REQUIRE(find_command("export_csv")->enabled(test.ui.window()));
  find_command("export_csv")->run(test.ui.window());
  test.ui.frames(4);
  REQUIRE(test.ui.window().dialogs().is_open<FileDialog>());
  test.ui.key(ImGuiKey_Enter);
  test.ui.settle();
  test.ui.frames(2);
  const std::string folder = test.folder.path();
  const std::string name = std::filesystem::path(folder).filename().string() + "-ranks.csv";
  REQUIRE(std::filesystem::exists(folder + "/" + name));
  CHECK(file_text(folder + "/" + name).find("Wait caused") != std::string::npos);
  REQUIRE(test.ui.notice());
  CHECK(test.ui.notice()->text.starts_with("Saved " + name));
}

TEST_CASE("an export from ranks of which none is chosen asks to select one") {
  FourRanks test;
  test.open();
  REQUIRE(find_command("save_perfetto")->enabled(test.ui.window()));
  find_command("save_perfetto")->run(test.ui.window());
  test.ui.settle();
  CHECK(test.ui.workspace().ranks_in_front());
  REQUIRE(test.ui.notice());
  CHECK(test.ui.notice()->text.find("select the rank") != std::string::npos);
}

}  // namespace lanescope
