// The menu of a row of the tables below the ranks.
#include <string>

#include <doctest/doctest.h>

#include "tests/app/shell/ranks/four_ranks.h"

namespace lanescope {
namespace {

struct RanksRows : FourRanks {
  RanksRows() { open(); }

  void open_menu(const char* row, float x_px) {
    const Rect rect = ui.mark(row);
    ui.click({x_px, (rect.y0 + rect.y1) / 2}, ImGuiMouseButton_Right);
    ui.frames(2);
  }
  void choose(std::string_view item) {
    REQUIRE(ui.has_mark(item));
    ui.click(item);
    ui.settle();
  }
};

}  // namespace

TEST_CASE("the menu of a rank's row unfolds and opens it, and copies what is under the mouse") {
  RanksRows test;
  const float name_px = test.ui.mark("row.rank 2").x0 + 20;
  test.open_menu("row.rank 2", name_px);
  test.choose("Copy name");
  CHECK(std::string(ImGui::GetClipboardText()) == "rank 2");
  test.open_menu("row.rank 2", test.ui.mark("Times last").x1 - 5);
  const std::string last = std::to_string(test.run().analysis.stragglers.rows.at(2).times_last);
  test.choose("Copy " + last);
  CHECK(std::string(ImGui::GetClipboardText()) == last);
  test.open_menu("row.rank 2", name_px);
  test.choose("Copy row");
  const std::string row = ImGui::GetClipboardText();
  CAPTURE(row);
  CHECK(row.find("rank 2") != std::string::npos);
  CHECK(row.find("rank 1") == std::string::npos);
  test.open_menu("row.rank 2", name_px);
  test.choose("Unfold rank");
  CHECK(test.view().unfolded(2));
  test.open_menu("row.rank 2", name_px);
  test.choose("Open this rank's trace");
  REQUIRE(test.ui.workspace().trace() != nullptr);
  CHECK(test.ui.view().session().path().ends_with("rank2.json"));
}

TEST_CASE("the menu of a collective's row only copies") {
  RanksRows test;
  REQUIRE(test.ui.show_tab("collectives"));
  test.ui.settle();
  // Rows have one name, and the mark is that of the last one, which may be cut off.
  const Rect last = test.ui.mark("row.AllReduce");
  test.ui.click({last.x0 + 20, last.y0 - last.height()}, ImGuiMouseButton_Right);
  test.ui.frames(2);
  CHECK_FALSE(test.ui.has_mark("Unfold rank"));
  test.choose("Copy name");
  CHECK(std::string(ImGui::GetClipboardText()) == "AllReduce");
}

}  // namespace lanescope
