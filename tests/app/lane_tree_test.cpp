// Lanes and groups at the left: hidden, pinned, folded, resized, moved.
#include <algorithm>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "app/panes/pane/trace_actions.h"
#include "app/shell/keys/commands.h"
#include "app/shell/window/main_window.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

/// A thread of 40 rows whose step is the thirteenth, and a kernel.
std::string deep_steps() {
  std::string json = R"({"traceEvents":[)";
  for (int i = 0; i < 40; ++i) {
    const std::string name = i == 12 ? "ProfilerStep#1" : "frame" + std::to_string(i);
    json += R"({"ph":"X","cat":")" + std::string(i == 12 ? "user_annotation" : "python_function") +
            R"(","name":")" + name + R"(","pid":1,"tid":1,"ts":)" + std::to_string(i) +
            R"(,"dur":)" + std::to_string(1000 - 2 * i) + "},";
  }
  json += R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":100,"dur":50,)"
          R"("args":{"device":0,"stream":7}}]})";
  return json;
}

TEST_CASE("a lane hides, comes back, and is pinned to the top") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const ImVec2 place = ui.place_of(ui.find("kernel_a"));
  ui.move(place);
  ui.frame();
  const std::string key = ui.view().lanes.tree().at(*ui.view().mouse.lane).key;
  ui.key(ImGuiKey_H);
  CHECK(ui.view().lanes.hidden(key));
  CHECK_FALSE(ui.has_mark("lane." + key));
  ui.key(ImGuiKey_Z, ImGuiMod_Ctrl);
  CHECK_FALSE(ui.view().lanes.hidden(key));
  CHECK(ui.has_mark("lane." + key));
  ui.move(place);
  ui.key(ImGuiKey_P);
  CHECK(ui.view().lanes.pinned(key));
  CHECK(ui.mark("lane." + key).y0 == ui.mark("lanes").y0);
  CHECK(name_of(ui.view(), ui.find("kernel_a")) == "kernel_a");
  ui.click(ui.place_of(ui.find("kernel_a")));
  CHECK(name_of(ui.view(), ui.view().selection.primary()) == "kernel_a");
}

TEST_CASE("the icons beside a lane's name pin and hide it when they are pressed and released") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const auto ref =
      ui.view().lanes.tree().find(slice_place(*ui.view().snapshot(), ui.find("kernel_a"))->track);
  const std::string key = ui.view().lanes.tree().at(*ref).key;
  const auto point_at_name = [&] {
    const Rect label = ui.mark("label." + key);
    ui.move({label.x0 + 40, label.y0 + 10});
    ui.frame();
  };
  point_at_name();
  const Rect pin = ui.mark("pin." + key);
  ui.move({(pin.x0 + pin.x1) / 2, (pin.y0 + pin.y1) / 2});
  ui.press();
  ui.frames(3);
  CHECK(ui.has_mark("pin." + key));  // it stays while it is held
  ui.release();
  ui.frame();
  CHECK(ui.view().lanes.pinned(key));
  ui.click("pin." + key);
  CHECK_FALSE(ui.view().lanes.pinned(key));
  point_at_name();
  ui.click("hide." + key);
  CHECK(ui.view().lanes.hidden(key));
  CHECK_FALSE(ui.has_mark("lane." + key));
}

TEST_CASE("a press elsewhere that is dragged over a lane's name shows no icons there") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const auto ref =
      ui.view().lanes.tree().find(slice_place(*ui.view().snapshot(), ui.find("kernel_a"))->track);
  const std::string key = ui.view().lanes.tree().at(*ref).key;
  const Rect lanes = ui.mark("lanes"), label = ui.mark("label." + key);
  ui.move({lanes.x0 + 50, label.y0 + 10});
  ui.press();
  ui.move({label.x0 + 40, label.y0 + 10});
  ui.frames(2);
  CHECK_FALSE(ui.has_mark("pin." + key));
  ui.release();
}

TEST_CASE("a click on a group's head folds it") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const auto ref =
      ui.view().lanes.tree().find(slice_place(*ui.view().snapshot(), ui.find("kernel_a"))->track);
  const LaneGroup& group = ui.view().lanes.tree().groups[ref->group];
  const std::string lane = group.lanes[ref->lane].key;
  ui.click("group." + group.key);
  CHECK(ui.view().lanes.folded(group.key));
  CHECK_FALSE(ui.has_mark("lane." + lane));
  ui.view().go_to(ui.find("kernel_a"));  // going to an event unfolds its group
  ui.settle();
  CHECK(ui.has_mark("lane." + lane));
}

TEST_CASE("a window too low for all rows shows the GPU and offers the rest") {
  TempFolder folder;
  UiDriver ui(1280, 720);
  std::string json = R"({"traceEvents":[)";
  for (int i = 0; i < 40; ++i) {
    json += R"({"ph":"X","cat":"python_function","name":"frame)" + std::to_string(i) +
            R"(","pid":1,"tid":1,"ts":)" + std::to_string(i) + R"(,"dur":)" +
            std::to_string(1000 - 2 * i) + "},";
  }
  json += R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":100,"dur":50,)"
          R"("args":{"device":0,"stream":7}}]})";
  ui.open(folder.write("deep.json", json));
  const Rect lanes = ui.mark("lanes");
  CHECK(ui.mark("lane.gpu 0/stream 7").y1 <= lanes.y1);
  const std::string main = ui.view().lanes.tree().groups[0].lanes[0].key;
  const float height = ui.mark("lane." + main).height();
  REQUIRE(ui.has_mark("more." + main));
  ui.click("more." + main);
  ui.settle();
  CHECK(ui.mark("lane." + main).height() > lanes.height());
  ui.view().lanes.set_row_cap(main, 0);
  ui.settle();
  CHECK(ui.mark("lane." + main).height() == height);
  ui.view().go_to(ui.find("frame39"));  // a row out of sight is brought into it
  ui.settle();
  CHECK(lanes.contains(ui.place_of(ui.find("frame39"))));
}

TEST_CASE("rows above are shown without those below them, stay, and are folded again") {
  TempFolder folder;
  UiDriver ui(1280, 800);
  ui.open(folder.write("steps.json", deep_steps()));
  const auto ref =
      ui.view().lanes.tree().find(slice_place(*ui.view().snapshot(), ui.find("frame0"))->track);
  const std::string main = ui.view().lanes.tree().at(*ref).key;
  const LayoutItem before = *ui.view().lanes.layout().find(*ref);
  REQUIRE(before.first_row > 0);
  const Rect label = ui.mark("label." + main), above = ui.mark("above." + main);
  CHECK(above.y1 < label.y0 + 80);
  REQUIRE(before.first_row + before.rows_shown < 40);
  CHECK(ui.mark("more." + main).y0 > label.y1 - 40);
  ui.view().go_to(ui.find("k"));
  ui.settle();
  const auto item = [&] { return *ui.view().lanes.layout().find(*ref); };
  ui.click("above." + main);
  ui.settle();
  CHECK(item().first_row == 0);
  CHECK(item().rows_shown == before.first_row + before.rows_shown);  // those below stay hidden
  CHECK_FALSE(ui.has_mark("above." + main));
  view_back(ui.view());
  ui.settle();
  CHECK(item().first_row == 0);
  CHECK(item().rows_shown == before.first_row + before.rows_shown);
  ui.click("fewer." + main);
  ui.settle();
  CHECK(item().first_row == before.first_row);
  CHECK(item().rows_shown == before.rows_shown);
  CHECK_FALSE(ui.has_mark("fewer." + main));
  CHECK(ui.has_mark("above." + main));
}

TEST_CASE("what is said of hidden rows is not printed over itself in a lane that is scrolled out") {
  TempFolder folder;
  UiDriver ui(1280, 800);
  std::string json = deep_steps();
  json.resize(json.size() - 2);
  for (int thread = 2; thread < 22; ++thread) {
    json += R"(,{"ph":"X","cat":"cpu_op","name":"aten::other","pid":1,"tid":)" +
            std::to_string(thread) + R"(,"ts":10,"dur":900})";
  }
  ui.open(folder.write("steps.json", json + "]}"));
  const auto ref =
      ui.view().lanes.tree().find(slice_place(*ui.view().snapshot(), ui.find("frame0"))->track);
  const std::string main = ui.view().lanes.tree().at(*ref).key;
  REQUIRE(ui.has_mark("above." + main));
  REQUIRE(ui.has_mark("more." + main));
  const Rect lanes = ui.mark("lanes");
  const float end_px = ui.view().lanes.scroll_px() + ui.mark("lane." + main).y1 - lanes.y0;
  int seen = 0;
  for (float left_px = 70; left_px > 14; left_px -= 6) {
    CAPTURE(left_px);
    ui.view().lanes.scroll_to(end_px - left_px);
    ui.frames(2);
    if (std::abs(ui.mark("lane." + main).y1 - lanes.y0 - left_px) > 1) continue;
    ++seen;
    const auto over = SeenScreen().overprints({0, lanes.y0, lanes.x0, lanes.y1});
    CHECK_MESSAGE(over.empty(), (over.empty() ? std::string() : over.front()));
  }
  CHECK(seen > 3);
}

TEST_CASE("a lane's name has a tooltip only if it cannot be read whole") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  LaneTreeState& lanes = ui.view().lanes;
  const LaneTree& tree = ui.view().lanes.tree();
  const auto metrics = std::ranges::find(tree.groups, GroupKind::Metrics, &LaneGroup::kind);
  REQUIRE(metrics != tree.groups.end());
  const std::string key = metrics->lanes[2].key;
  REQUIRE(metrics->lanes[2].facts == "share of warps, estimated");
  const std::string group = metrics->key;
  for (const LaneGroup& other : tree.groups) {
    if (other.key != group) lanes.hide(other.key);
  }
  lanes.toggle_folded(group);
  ui.settle();
  const Rect lane = ui.mark("lane." + key);
  const auto times_seen = [&] {
    const std::string seen = SeenScreen().page({0, 0, lane.x1, 900});
    int times = 0;
    for (std::size_t at = seen.find("share of warps"); at != seen.npos;
         at = seen.find("share of warps", at + 1))
      ++times;
    return times;
  };
  ui.move({lane.x0 + 100, lane.y1 + 300});
  ui.frames(60);
  const int written = times_seen();
  ui.move({100, (lane.y0 + lane.y1) / 2});
  ui.frames(60);
  CHECK(times_seen() == written);
}

TEST_CASE("rows below are shown without those above them, and stay when the view goes back") {
  TempFolder folder;
  UiDriver ui(1280, 800);
  ui.open(folder.write("steps.json", deep_steps()));
  TraceLanes& lanes = ui.view().lanes;
  const auto ref = lanes.tree().find(slice_place(*ui.view().snapshot(), ui.find("frame0"))->track);
  const std::string main = lanes.tree().at(*ref).key;
  const auto item = [&] { return *lanes.layout().find(*ref); };
  const LayoutItem before = item();
  const float top_px = ui.mark("lane." + main).y0;
  ui.view().go_to(ui.find("k"));
  ui.settle();
  ui.click("more." + main);
  ui.settle();
  CHECK(item().first_row == before.first_row);  // those above stay hidden
  CHECK(item().rows_shown == 40 - before.first_row);
  CHECK(ui.mark("lane." + main).y0 == top_px);
  CHECK(ui.has_mark("above." + main));
  view_back(ui.view());
  ui.settle();
  CHECK(item().rows_shown == 40 - before.first_row);
  ui.click("above." + main);
  ui.settle();
  CHECK(item().rows_shown == 40);
}

TEST_CASE("fewer rows of a lane scrolled past its top leave its lower edge under the mouse") {
  TempFolder folder;
  UiDriver ui(1280, 800);
  ui.open(folder.write("steps.json", deep_steps()));
  TraceLanes& lanes = ui.view().lanes;
  const auto ref = lanes.tree().find(slice_place(*ui.view().snapshot(), ui.find("frame0"))->track);
  const std::string main = lanes.tree().at(*ref).key;
  const auto item = [&] { return *lanes.layout().find(*ref); };
  const std::uint32_t usual_rows = item().rows_shown;
  lanes.set_row_cap(main, LaneTreeState::kAllRows);
  ui.settle();
  REQUIRE(item().rows_shown == 40);
  lanes.scroll_to(1e6F);  // to the end
  ui.settle();
  REQUIRE(lanes.scroll_px() > item().y_px);
  const float scroll_px = lanes.scroll_px(), height_px = item().height_px;
  ui.click("more." + main);
  ui.settle();
  CHECK(item().rows_shown == usual_rows);
  const float wanted_px = std::max(0.0F, scroll_px - (height_px - item().height_px));
  CHECK(std::abs(lanes.scroll_px() - wanted_px) < 1);
  CHECK(ui.mark("lane." + main).y1 > ui.mark("lanes").y0);
}

TEST_CASE("a lane shows as many rows as its lower edge is dragged to") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const EventId launch = ui.find("cudaLaunchKernel");  // under its operator, under its step
  const auto ref = ui.view().lanes.tree().find(slice_place(*ui.view().snapshot(), launch)->track);
  const Lane& lane = ui.view().lanes.tree().at(*ref);
  REQUIRE(lane.rows == 3);
  const Rect label = ui.mark("label." + lane.key);
  ui.drag({label.x0 + 20, label.y1 - 2}, {label.x0 + 20, label.y0 + 32});
  CHECK(ui.view().lanes.row_cap(lane.key) == 1);
  CHECK(ui.mark("label." + lane.key).height() < label.height());
  ui.view().go_to(launch);
  ui.settle();
  CHECK(ui.mark("label." + lane.key).height() == label.height());
}

TEST_CASE("groups and lanes are dragged to another place") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const auto ref =
      ui.view().lanes.tree().find(slice_place(*ui.view().snapshot(), ui.find("kernel_a"))->track);
  const LaneGroup& gpu = ui.view().lanes.tree().groups[ref->group];
  REQUIRE(ref->group >= 2);  // behind the steps and the process
  const LaneGroup& process = ui.view().lanes.tree().groups[ref->group - 1];
  const Rect from = ui.mark("group." + gpu.key);
  const Rect to = ui.mark("group." + process.key);
  REQUIRE(from.y0 > to.y0);
  ui.drag({from.x0 + 60, from.y0 + 10}, {to.x0 + 60, to.y0 + 2});
  ui.frames(2);
  CHECK_FALSE(ui.view().lanes.folded(gpu.key));  // it was no click
  CHECK(ui.mark("group." + gpu.key).y0 < ui.mark("group." + process.key).y0);
  find_command("reset_layout")->run(ui.window());
  ui.frames(2);
  CHECK(ui.mark("group." + gpu.key).y0 == from.y0);
}

TEST_CASE("pinned lanes are dragged to another place among them") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const LaneTree& tree = ui.view().lanes.tree();
  const auto lane_of = [&](std::string_view event) {
    return tree.at(*tree.find(slice_place(*ui.view().snapshot(), ui.find(event))->track)).key;
  };
  const std::string stream = lane_of("kernel_a"), thread = lane_of("cudaLaunchKernel");
  ui.view().lanes.toggle_pinned(stream);
  ui.view().lanes.toggle_pinned(thread);
  ui.settle();
  const Rect first = ui.mark("label." + stream), second = ui.mark("label." + thread);
  REQUIRE(first.y0 < second.y0);
  ui.drag({second.x0 + 60, second.y0 + 10}, {first.x0 + 60, first.y0 + 2});
  ui.frames(2);
  CHECK(ui.view().lanes.pinned_keys() == std::vector<std::string>{thread, stream});
  CHECK(ui.mark("label." + thread).y0 < ui.mark("label." + stream).y0);
}

TEST_CASE("a lane that is alone in its group is dragged with it") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const LaneTree& tree = ui.view().lanes.tree();
  const auto ref =
      tree.find(slice_place(*ui.view().snapshot(), ui.find("cudaLaunchKernel"))->track);
  const LaneGroup& process = tree.groups[ref->group];
  REQUIRE(process.lanes.size() == 1);
  const Rect label = ui.mark("label." + process.lanes[0].key);
  ui.drag({label.x0 + 60, label.y0 + 10}, {label.x0 + 60, ui.mark("lanes").y1 - 2});
  ui.frames(2);
  CHECK(ui.mark("label." + process.lanes[0].key).y0 > label.y0);
  CHECK(ui.view().lanes.order("").back() == process.key);
}

}  // namespace
}  // namespace lanescope
