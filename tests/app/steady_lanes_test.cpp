// Lanes stay where they are while the user follows links, and come back with the view before.
#include <cmath>
#include <string>

#include "app/panes/pane/trace_actions.h"
#include "tests/app/deep_trace_window.h"

namespace lanescope {
namespace {

struct Size {
  float width_px, height_px;
};
constexpr Size kSizes[] = {{900, 700}, {1280, 800}, {1920, 1080}};

TEST_CASE("following links from kernel to frame and on to the backward leaves the GPU in view") {
  for (const Size size : kSizes) {
    CAPTURE(size.width_px);
    DeepWindow opened(size.width_px, size.height_px);
    UiDriver& ui = opened.ui;
    REQUIRE(opened.in_view(kStream));
    const float y = opened.y_of(kStream);
    ui.click(ui.place_of(ui.find("gemm")));
    ui.settle();
    CHECK(opened.y_of(kStream) == y);
    CHECK(opened.sees("gemm"));
    CHECK(opened.sees("cudaLaunchKernel1"));  // what launched it, below forty frames
    const char* const way[] = {
        "cudaLaunchKernel1", "aten::mm",          "frame39",       "frame20", "frame3",
        "MmBackward0",       "cudaLaunchKernel2", "gemm_backward", "frame39", "gemm"};
    for (const char* name : way) {
      CAPTURE(std::string(name));
      opened.go(name);
      CHECK(opened.sees(name));
      CHECK(opened.in_view(kStream));
      CHECK(std::abs(opened.y_of(kStream) - y) < 1);
    }
  }
}

TEST_CASE("keys up the call chain and back down leave the lanes where they are") {
  DeepWindow opened;
  UiDriver& ui = opened.ui;
  opened.go("gemm");
  const float y = opened.y_of(kStream), height = ui.mark("lane." + opened.main_lane()).height();
  for (int i = 0; i < kFrames + 2; ++i) {
    go_up(ui.view());
    ui.settle();
    CHECK(opened.sees(ui.view().selection.primary()));
    CHECK(opened.y_of(kStream) == y);
    CHECK(ui.mark("lane." + opened.main_lane()).height() == height);
  }
  CHECK(ui.view().selection.primary() == ui.find("frame0"));
}

TEST_CASE("the rows that a lane showed come back when the selection leaves") {
  DeepWindow opened(1280, 700);
  UiDriver& ui = opened.ui;
  REQUIRE(opened.sees("frame0"));
  REQUIRE_FALSE(opened.sees("frame39"));
  opened.go("frame39");
  CHECK(opened.sees("frame39"));
  CHECK_FALSE(opened.sees("frame0"));
  ui.view().selection.clear();
  ui.settle();
  CHECK(opened.sees("frame0"));
  CHECK_FALSE(opened.sees("frame39"));
}

TEST_CASE("nothing moves for a kernel that is in view with its launch, after another one") {
  DeepWindow opened(1280, 800);
  UiDriver& ui = opened.ui;
  const std::string main = opened.main_lane();
  const auto first_row = [&] {
    const LaneLayout& layout = ui.view().lanes.layout();
    return layout.find(*ui.view().lanes.tree().find(std::string_view(main)))->first_row;
  };
  opened.go("gemm");
  const std::uint32_t first = first_row();
  const float y = opened.y_of(kStream), scroll_px = ui.view().lanes.scroll_px();
  REQUIRE(first > 0);
  REQUIRE(opened.sees("gemm_backward"));
  REQUIRE(opened.sees("cudaLaunchKernel2"));
  opened.go("gemm_backward");
  ui.frames(30);
  CHECK(first_row() == first);
  CHECK(opened.y_of(kStream) == y);
  CHECK(ui.view().lanes.scroll_px() == scroll_px);
  ui.view().selection.clear();
  ui.settle();
  CHECK(first_row() == 0);
}

TEST_CASE("rows above a selection are shown without those below it, and the other way round") {
  DeepWindow opened(1280, 700);
  UiDriver& ui = opened.ui;
  const std::string main = opened.main_lane();
  opened.go("frame20");
  const auto item = [&] {
    return *ui.view().lanes.layout().find(*ui.view().lanes.tree().find(std::string_view(main)));
  };
  const LayoutItem around = item();
  const std::uint32_t end = around.first_row + around.rows_shown;
  REQUIRE(around.first_row > 0);
  REQUIRE(end < kFrames);
  bool above = true;
  SUBCASE("above") {}
  SUBCASE("below") {
    above = false;
  }
  ui.click((above ? "above." : "more.") + main);
  ui.settle();
  CHECK(item().first_row == (above ? 0 : around.first_row));
  if (above) CHECK(item().rows_shown == end);
  if (!above) CHECK(item().rows_shown > kFrames - around.first_row);
  CHECK(ui.view().lanes.shows(*slice_place(*ui.view().drawn(), ui.find("frame20"))));
  if (!above) ui.view().lanes.scroll_to(item().bottom_px() - ui.mark("lanes").height());
  ui.settle();
  ui.click((above ? "fewer." : "more.") + main);  // folds them around the selection again
  ui.settle();
  CHECK(item().rows_shown == around.rows_shown);
  CHECK(ui.view().lanes.shows(*slice_place(*ui.view().drawn(), ui.find("frame20"))));
}

TEST_CASE("a folded lane opens for a selection in it and closes after it") {
  DeepWindow opened;
  UiDriver& ui = opened.ui;
  const std::string main = opened.main_lane();
  ui.view().lanes.set_folded(main, true);
  ui.settle();
  const float height = ui.mark("lane." + main).height();
  opened.go("aten::mm");
  CHECK(opened.sees("aten::mm"));
  CHECK(opened.in_view(kStream));
  CHECK(ui.mark("lane." + main).height() > height);
  opened.go("gemm");
  CHECK(ui.mark("lane." + main).height() == height);
  CHECK(ui.view().lanes.folded(main));
}

TEST_CASE("the view before has its time, its scroll position and the heights of its lanes") {
  DeepWindow opened(1280, 640);
  UiDriver& ui = opened.ui;
  const std::string main = opened.main_lane();
  ui.view().lanes.set_row_cap(main, LaneTreeState::kAllRows);
  ui.settle();
  ui.view().lanes.scroll_to(150);
  opened.go("frame20");
  ui.frames(40);
  const TimeView before = ui.view().viewport.view();
  const float scroll_px = ui.view().lanes.scroll_px();
  const float height = ui.mark("lane." + main).height();
  opened.go("copy");  // elsewhere in time, at the lower end
  opened.show(6000, 6600);
  ui.view().lanes.set_folded(main, true);
  ui.settle();
  ui.frames(40);
  REQUIRE(ui.view().lanes.scroll_px() != scroll_px);
  view_back(ui.view());
  ui.settle();
  if (ui.view().selection.primary() != ui.find("frame20")) {
    view_back(ui.view());
    ui.settle();
  }
  CHECK(ui.view().selection.primary() == ui.find("frame20"));
  CHECK(ui.view().viewport.view() == before);
  CHECK(ui.view().lanes.scroll_px() == scroll_px);
  CHECK(ui.mark("lane." + main).height() == height);
  CHECK_FALSE(ui.view().lanes.folded(main));
  view_forward(ui.view());
  ui.settle();
  CHECK(ui.view().selection.primary() == ui.find("copy"));
}

TEST_CASE("two runs keep the lanes of their GPUs in view while links are followed in one of them") {
  TempFolder folder;
  UiDriver ui(2560, 1440);
  ui.open(folder.write("a.json", DeepTrace(200, true).text()));
  ui.run(workspace::Drop{{folder.write("b.json", DeepTrace(260, true).text())}});
  ui.settle();
  REQUIRE(ui.workspace().runs().both());
  const std::string a = std::string("lane.") + kStream, b = std::string("b.lane.") + kStream;
  REQUIRE(ui.has_mark(b));
  const float y_a = ui.mark(a).y0, y_b = ui.mark(b).y0;
  for (const char* name : {"gemm", "cudaLaunchKernel1", "aten::mm", "frame39", "frame2",
                           "MmBackward0", "gemm_backward", "gemm"}) {
    CAPTURE(std::string(name));
    ui.view().go_to(ui.find(name));
    ui.settle();
    const Rect lanes = ui.mark("lanes");
    CHECK(ui.mark(a).y0 >= lanes.y0);
    CHECK(ui.mark(a).y1 <= lanes.y1);
    CHECK(ui.mark(b).y0 - y_b == ui.mark(a).y0 - y_a);
    const ImVec2 place = ui.place_of(ui.find(name));
    CHECK(place.y > lanes.y0);
    CHECK(place.y < lanes.y1);
  }
}

TEST_CASE("an arrow to a lane out of view says which one it is, and a click goes there") {
  DeepWindow opened(1280, 520);
  UiDriver& ui = opened.ui;
  ui.view().lanes.set_row_cap(opened.main_lane(), LaneTreeState::kAllRows);
  ui.settle();
  opened.go("gemm");
  ui.view().lanes.scroll_to(ui.view().lanes.scroll_px() + 60);
  ui.settle();
  REQUIRE(opened.sees("gemm"));
  REQUIRE_FALSE(opened.sees("cudaLaunchKernel1"));
  const std::string lane =
      ui.view().lanes.tree().at(*ui.view().lanes.tree().find(opened.main_lane())).title;
  const Rect name = ui.mark("arrow." + lane), lanes = ui.mark("lanes");
  CHECK(name.y0 >= lanes.y0);
  CHECK(name.y1 < lanes.y0 + 40);
  ui.click("arrow." + lane);
  ui.settle();
  CHECK(ui.view().selection.primary() == ui.find("cudaLaunchKernel1"));
  CHECK(opened.sees("cudaLaunchKernel1"));
  CHECK_FALSE(ui.has_mark("arrow." + lane));
}

}  // namespace
}  // namespace lanescope
