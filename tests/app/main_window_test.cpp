// The window as a user meets it, driven by mouse and keys without a screen.
#include "app/shell/main_window.h"

#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "app/shell/commands.h"
#include "core/view/lane_model.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

/// A window with the small trace open.
struct Opened {
  explicit Opened(const SmallTrace& trace = {}) {
    ui.open(folder.write("small.json", small_trace_text(trace)));
  }
  TempFolder folder;
  UiDriver ui;
};

std::string name_of(TraceView& view, EventId event) {
  const auto slice = view.snapshot()->find_slice(event);
  return slice ? std::string(view.snapshot()->text(slice->chunk->name[slice->slice]))
               : std::string();
}

TEST_CASE("the start page opens the example") {
  UiDriver ui;
  ui.frame();
  REQUIRE(ui.has_mark("start.example"));
  ui.click("start.example");
  ui.settle();
  REQUIRE(ui.window().trace() != nullptr);
  CHECK(ui.view().snapshot()->counts.total == 23498);
  CHECK(ui.window().settings().recent.empty());  // the example is no file of the user's
}

TEST_CASE("a trace opens with all its lanes and the whole time in view") {
  Opened opened;
  CHECK(opened.ui.view().viewport.shows_all());
  CHECK(opened.ui.window().notice() == std::nullopt);
  CHECK(opened.ui.window().settings().recent.size() == 1);
  CHECK(opened.ui.window().title() == "small.json – Lanescope");
  for (const LaneGroup& group : opened.ui.view().tree().groups) {
    for (const Lane& lane : group.lanes)
      CHECK_MESSAGE(opened.ui.has_mark("lane." + lane.key), lane.title);
  }
}

TEST_CASE("the wheel zooms and keeps the time under the mouse") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const Rect lanes = ui.mark("lanes");
  const float x = std::floor(lanes.x0 + lanes.width() * 0.3F);
  ui.move({x, lanes.y0 + 60});
  const Ns before_ns = ui.view().viewport.time_at(x - lanes.x0);
  const double span_ns = ui.view().viewport.view().span_ns;
  ui.wheel(1);
  ui.wheel(1);
  ui.settle();
  CHECK(ui.view().viewport.view().span_ns < span_ns * 0.7);
  const double off_px = ui.view().viewport.x_of(before_ns) - (x - lanes.x0);
  CHECK(std::abs(off_px) < 1);
  ui.wheel(-5);
  ui.settle();
  CHECK(ui.view().viewport.shows_all());
}

TEST_CASE("the wheel over the labels scrolls and leaves the time alone") {
  Opened opened;
  UiDriver& ui = opened.ui;
  for (int i = 0; i < 20; ++i)
    ui.key(ImGuiKey_Equal, ImGuiMod_Ctrl);  // larger, so that the lanes do not all fit
  ui.settle();
  const Rect lanes = ui.mark("lanes");
  const TimeView view = ui.view().viewport.view();
  ui.move({lanes.x0 - 50, lanes.y0 + 80});
  ui.wheel(-2);
  CHECK(ui.view().scroll_px() > 0);
  CHECK(ui.view().viewport.view() == view);
  ui.move({lanes.x0 + 50, lanes.y0 + 80});
  ui.modifier(ImGuiMod_Shift, true);
  ui.wheel(-1);
  ui.modifier(ImGuiMod_Shift, false);
  CHECK(ui.view().viewport.view().span_ns == view.span_ns);
}

TEST_CASE("a click selects a kernel and Details tell its launch and its operator") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const EventId kernel = ui.find("kernel_b");
  ui.click(ui.place_of(kernel));
  ui.settle();
  CHECK(ui.view().selection.primary() == kernel);
  const DetailsText* details = ui.window().trace()->details.shown();
  REQUIRE(details != nullptr);
  CHECK(details->title == "kernel_b");
  const std::string text = details_plain_text(*details);
  CHECK(text.find("cudaLaunchKernel") != std::string::npos);
  CHECK(text.find("aten::op1") != std::string::npos);
  CHECK(text.find("700.0 µs") != std::string::npos);
  CHECK(text.find("[64,") != std::string::npos);
}

TEST_CASE("Ctrl and click adds to the selection, a click on nothing ends it") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const EventId a = ui.find("kernel_a");
  const EventId b = ui.find("kernel_b");
  ui.click(ui.place_of(a));
  ui.modifier(ImGuiMod_Ctrl, true);
  ui.click(ui.place_of(b));
  ui.modifier(ImGuiMod_Ctrl, false);
  CHECK(ui.view().selection.events().size() == 2);
  CHECK(ui.view().selection.primary() == b);
  const ImVec2 place = ui.place_of(a);
  ui.click({place.x, ui.mark("lanes").y1 - 4});
  CHECK(ui.view().selection.empty());
}

TEST_CASE("a double click zooms to the event") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const EventId kernel = ui.find("kernel_c");
  ui.double_click(ui.place_of(kernel));
  ui.settle();
  const TimeRange event = *ui.view().range_of(kernel);
  const TimeRange seen = ui.view().viewport.range();
  CHECK(seen.begin_ns <= event.begin_ns);
  CHECK(seen.end_ns >= event.end_ns);
  CHECK(seen.length_ns() < 2 * event.length_ns());
}

TEST_CASE("a drag selects the range under it and counts what is inside") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const Rect lanes = ui.mark("lanes");
  const auto x_of = [&](Ns us) {
    return lanes.x0 + static_cast<float>(ui.view().viewport.x_of(
                          ui.view().snapshot()->extent.begin_ns + us * 1000));
  };
  ui.drag({x_of(10000), lanes.y1 - 10}, {x_of(19000), lanes.y1 - 14});
  ui.settle();
  REQUIRE(ui.view().selection.range().has_value());
  const double length_us = static_cast<double>(ui.view().selection.range()->length_ns()) / 1000;
  CHECK(length_us > 8900);
  CHECK(length_us < 9100);
  // Four kernels of that step, with three names.
  const std::string facts(ui.window().trace()->bottom[0]->facts());
  CHECK_MESSAGE(facts.find("3 names · 4 events") != std::string::npos, facts);
  ui.key(ImGuiKey_Escape);
  CHECK_FALSE(ui.view().selection.range().has_value());
}

TEST_CASE("a drag on the ruler selects a range too and its edges can be moved") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const Rect ruler = ui.mark("ruler");
  const float y = (ruler.y0 + ruler.y1) / 2;
  ui.drag({ruler.x0 + 200, y}, {ruler.x0 + 400, y});
  const TimeRange first = ui.view().selection.range().value();
  ui.drag({ruler.x0 + 400, y}, {ruler.x0 + 500, y});
  const TimeRange second = ui.view().selection.range().value();
  CHECK(second.begin_ns == first.begin_ns);
  CHECK(second.length_ns() > first.length_ns() * 5 / 4);
}

TEST_CASE("a right drag pans, a middle drag zooms to its box") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const Rect lanes = ui.mark("lanes");
  const ImVec2 from{lanes.x0 + 300, lanes.y0 + 100};
  const Ns left_ns = ui.view().viewport.time_at(300);
  const Ns right_ns = ui.view().viewport.time_at(500);
  ui.drag(from, {from.x + 200, from.y + 100}, ImGuiMouseButton_Middle);
  ui.settle();
  CHECK(std::abs(static_cast<double>(ui.view().viewport.range().begin_ns - left_ns)) < 1e5);
  CHECK(std::abs(static_cast<double>(ui.view().viewport.range().end_ns - right_ns)) < 1e5);
  CHECK(ui.view().selection.empty());
  const Ns held_ns = ui.view().viewport.time_at(300);
  ui.drag(from, {from.x - 120, from.y}, ImGuiMouseButton_Right);
  CHECK(std::abs(ui.view().viewport.x_of(held_ns) - 180) < 1.5);
}

TEST_CASE("held letters zoom and pan by their place on the keyboard") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const double span_ns = ui.view().viewport.view().span_ns;
  ui.window().letter_key('W', true);
  ui.frames(20);
  ui.window().letter_key('W', false);
  CHECK(ui.view().viewport.view().span_ns < span_ns * 0.7);
  const TimeRange before = ui.view().viewport.range();
  ui.window().letter_key('D', true);
  CHECK(ui.window().next_frame_in_s() == 0);
  ui.frames(5);
  ui.window().letter_key('D', false);
  CHECK(ui.view().viewport.range().begin_ns > before.begin_ns);
}

TEST_CASE("keys walk from event to event") {
  Opened opened;
  UiDriver& ui = opened.ui;
  ui.click(ui.place_of(ui.find("kernel_a")));
  ui.key(ImGuiKey_Period);
  CHECK(name_of(ui.view(), ui.view().selection.primary()) == "kernel_b");
  ui.key(ImGuiKey_Comma);
  CHECK(name_of(ui.view(), ui.view().selection.primary()) == "kernel_a");
  ui.key(ImGuiKey_Period, ImGuiMod_Shift);
  CHECK(name_of(ui.view(), ui.view().selection.primary()) == "kernel_a");
  CHECK(ui.view().selection.primary() != ui.find("kernel_a"));
  ui.type("[");
  CHECK(name_of(ui.view(), ui.view().selection.primary()) == "cudaLaunchKernel");
  ui.key(ImGuiKey_UpArrow, ImGuiMod_Alt);
  CHECK(name_of(ui.view(), ui.view().selection.primary()) == "aten::op3");
  ui.key(ImGuiKey_DownArrow, ImGuiMod_Alt);
  ui.type("]");
  CHECK(name_of(ui.view(), ui.view().selection.primary()) == "kernel_a");
}

TEST_CASE("F centres the selection and then fits it, the view history goes back and forward") {
  Opened opened;
  UiDriver& ui = opened.ui;
  ui.frames(60);  // the whole trace has been looked at
  ui.click(ui.place_of(ui.find("kernel_b")));
  ui.key(ImGuiKey_Z);
  ui.settle();
  const double fitted_ns = ui.view().viewport.view().span_ns;
  CHECK(fitted_ns < 2e6);
  ui.frames(60);
  ui.key(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  ui.settle();
  CHECK(ui.view().viewport.shows_all());
  ui.key(ImGuiKey_RightArrow, ImGuiMod_Alt);
  ui.settle();
  CHECK(ui.view().viewport.view().span_ns == doctest::Approx(fitted_ns));
  ui.key(ImGuiKey_Home);
  ui.settle();
  CHECK(ui.view().viewport.shows_all());
  ui.key(ImGuiKey_F);
  ui.settle();
  ui.key(ImGuiKey_F);
  ui.settle();
  CHECK(ui.view().viewport.view().span_ns < 2e6);
}

TEST_CASE("a lane hides, comes back, and is pinned to the top") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const ImVec2 place = ui.place_of(ui.find("kernel_a"));
  ui.move(place);
  ui.frame();
  const std::string key = ui.view().tree().at(*ui.view().hovered_lane).key;
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

TEST_CASE("a click on a group's head folds it") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const auto ref =
      ui.view().tree().find(slice_place(*ui.view().snapshot(), ui.find("kernel_a"))->track);
  const LaneGroup& group = ui.view().tree().groups[ref->group];
  const std::string lane = group.lanes[ref->lane].key;
  ui.click("group." + group.key);
  CHECK(ui.view().lanes.folded(group.key));
  CHECK_FALSE(ui.has_mark("lane." + lane));
  ui.view().go_to(ui.find("kernel_a"));  // going to an event unfolds its group
  ui.settle();
  CHECK(ui.has_mark("lane." + lane));
}

TEST_CASE("the time under the mouse stands beside the length of the range") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const Rect lanes = ui.mark("lanes");
  const float y = (lanes.y0 + lanes.y1) / 2;
  ui.drag({lanes.x0 + 200, y}, {lanes.x0 + 400, y});
  for (const float x : {210.0F, 290.0F, 310.0F, 390.0F, 600.0F}) {
    ui.move({lanes.x0 + x, y});
    ui.frames(2);
    CAPTURE(x);
    const Rect range = ui.mark("ruler.range");
    const Rect cursor = ui.mark("ruler.cursor");
    CHECK((cursor.x1 <= range.x0 || cursor.x0 >= range.x1));
  }
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
  const std::string main = ui.view().tree().groups[0].lanes[0].key;
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

TEST_CASE("a lane shows as many rows as its lower edge is dragged to") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const EventId launch = ui.find("cudaLaunchKernel");  // under its operator, under its step
  const auto ref = ui.view().tree().find(slice_place(*ui.view().snapshot(), launch)->track);
  const Lane& lane = ui.view().tree().at(*ref);
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
  Opened opened;
  UiDriver& ui = opened.ui;
  const auto ref =
      ui.view().tree().find(slice_place(*ui.view().snapshot(), ui.find("kernel_a"))->track);
  const LaneGroup& gpu = ui.view().tree().groups[ref->group];
  REQUIRE(ref->group >= 2);  // behind the steps and the process
  const LaneGroup& process = ui.view().tree().groups[ref->group - 1];
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

TEST_CASE("without its fonts the window still draws") {
  UiDriver ui;
  MainWindow::Options options;
  options.font_dir = "/nowhere";
  MainWindow plain(options);
  CHECK(plain.prepare(1, 1));
  unsigned char* pixels = nullptr;
  int width = 0;
  int height = 0;
  ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
  ImGui::GetIO().Fonts->SetTexID(static_cast<ImTextureID>(pixels));
  ImGui::NewFrame();
  plain.draw(5);
  ImGui::Render();
  CHECK(ImGui::GetDrawData()->TotalVtxCount > 100);
}

TEST_CASE("a right click on a slice offers its name to the search") {
  Opened opened;
  UiDriver& ui = opened.ui;
  ui.click(ui.place_of(ui.find("kernel_b")), ImGuiMouseButton_Right);
  ui.frames(2);
  ui.click("Find all of this name");
  ui.settle();
  REQUIRE(ui.view().search.matches() != nullptr);
  CHECK(ui.view().search.matches()->events().size() == 3);
}

TEST_CASE("the overview moves and resizes the view") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const Rect strip = ui.mark("overview");
  const float y = (strip.y0 + strip.y1) / 2;
  ui.drag({strip.x0 + 400, y}, {strip.x0 + 600, y});
  ui.settle();
  const TimeRange seen = ui.view().viewport.range();
  const double share = static_cast<double>(seen.length_ns()) /
                       static_cast<double>(ui.view().snapshot()->extent.length_ns());
  CHECK(share == doctest::Approx(200 / strip.width()).epsilon(0.02));
  ui.drag({strip.x0 + 500, y}, {strip.x0 + 700, y});
  CHECK(ui.view().viewport.range().begin_ns > seen.begin_ns);
  CHECK(ui.view().viewport.view().span_ns ==
        doctest::Approx(static_cast<double>(seen.length_ns())).epsilon(0.001));
  ui.click({strip.x0 + 100, y});
  ui.settle();
  CHECK(ui.view().viewport.range().begin_ns < seen.begin_ns);
}

TEST_CASE("the load report names a broken event, and a notice leads there") {
  Opened opened({.broken_event = true});
  UiDriver& ui = opened.ui;
  REQUIRE(ui.window().notice().has_value());
  CHECK(ui.window().notice()->kind == NoticeKind::Warning);
  ui.click("notice.action");
  ui.settle();
  CHECK_FALSE(ui.window().notice().has_value());
  OpenTrace& trace = *ui.window().trace();
  CHECK(trace.bottom[trace.tab]->title() == "Load report");
  CHECK(trace.bottom[trace.tab]->badge(trace.view) >= 1);
}

TEST_CASE("the theme changes the colours and back") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const ImU32 dark = ui.window().style().color.background;
  find_command("theme")->run(ui.window());
  ui.frame();
  CHECK(ui.window().style().color.background != dark);
  find_command("theme")->run(ui.window());
  ui.frame();
  CHECK(ui.window().style().color.background == dark);
}

TEST_CASE("Ctrl and plus makes everything larger, Ctrl and 0 as usual") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const float tall = ui.mark("ruler").height();
  ui.key(ImGuiKey_Equal, ImGuiMod_Ctrl);
  ui.key(ImGuiKey_Equal, ImGuiMod_Ctrl);
  ui.frame();
  CHECK(ui.mark("ruler").height() > tall);
  ui.key(ImGuiKey_0, ImGuiMod_Ctrl);
  ui.frame();
  CHECK(ui.mark("ruler").height() == tall);
}

TEST_CASE("the bottom panes fold with Q and unfold with a tab") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const float tall = ui.mark("lanes").height();
  ui.key(ImGuiKey_Q);
  CHECK(ui.mark("lanes").height() > tall);
  ui.click("tab.Load report");
  CHECK(ui.mark("lanes").height() == tall);
}

TEST_CASE("splitters move, and a reset brings them back") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const Rect line = ui.mark("split.details");
  const float x = (line.x0 + line.x1) / 2;
  ui.drag({x, 300}, {x - 100, 300});
  CHECK(ui.window().settings().panes.details_px == doctest::Approx(PaneSizes().details_px + 100));
  find_command("reset_layout")->run(ui.window());
  CHECK(ui.window().settings().panes == PaneSizes());
}

TEST_CASE("a file that is no trace says so and leaves the open trace alone") {
  Opened opened;
  UiDriver& ui = opened.ui;
  ui.window().open(opened.folder.write("notes.txt", "Dear diary"));
  REQUIRE(ui.frames_until([&] { return ui.window().notice().has_value(); }));
  CHECK(ui.window().notice()->kind == NoticeKind::Error);
  CHECK(ui.window().notice()->text.find("notes.txt") != std::string::npos);
  REQUIRE(ui.window().trace() != nullptr);
  CHECK(ui.view().snapshot()->slice_count > 0);
}

TEST_CASE("a file that is not there is told on the start page") {
  UiDriver ui;
  ui.window().open("/nowhere/at/all.json");
  REQUIRE(ui.frames_until([&] { return ui.window().problem().has_value(); }));
  ui.frame();
  CHECK(ui.has_mark("start.problem"));
}

TEST_CASE("frames are drawn while a trace loads, and Esc stops the load") {
  TempFolder folder;
  const std::string path =
      folder.write("large.json", small_trace_text({.steps = 12000, .ops_per_step = 4}));
  UiDriver ui;
  ui.window().open(path);
  ui.frame();
  CHECK(ui.window().loading());
  ui.key(ImGuiKey_Escape);
  REQUIRE(ui.frames_until([&] { return !ui.window().loading(); }));
  ui.frames(3);
  const bool kept_a_part = ui.window().trace() != nullptr;
  if (kept_a_part) {
    CHECK(ui.view().session().state() == Session::State::Cancelled);
    CHECK(ui.window().notice().has_value());
    CHECK(ui.view().snapshot()->counts.total < 200000);
  } else {
    CHECK(ui.has_mark("start.open"));
  }
}

TEST_CASE("a second trace takes the place of the first once it has something to show") {
  Opened opened;
  UiDriver& ui = opened.ui;
  ui.open(opened.folder.write("other.json", small_trace_text({.steps = 5})));
  CHECK(ui.view().snapshot()->steps.size() == 5);
  CHECK(ui.window().settings().recent.size() == 2);
  CHECK(ui.window().settings().recent.front().find("other.json") != std::string::npos);
  find_command("close")->run(ui.window());
  ui.frame();
  CHECK(ui.window().trace() == nullptr);
  CHECK(ui.has_mark("start.open"));
}

TEST_CASE("the list of keys opens with a question mark and Esc closes it") {
  Opened opened;
  UiDriver& ui = opened.ui;
  ui.type("?");
  ui.frame();
  CHECK(ui.window().key_list_open());
  CHECK(ui.has_mark("keys.dialog"));
  ui.key(ImGuiKey_Escape);
  CHECK_FALSE(ui.window().key_list_open());
}

TEST_CASE("a search is written, counted, walked and taken back") {
  Opened opened;
  UiDriver& ui = opened.ui;
  ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  ui.frames(2);
  ui.type("kernel_a");
  ui.settle();
  REQUIRE(ui.view().search.matches() != nullptr);
  CHECK(ui.view().search.matches()->events().size() == 6);
  ui.key(ImGuiKey_Enter);
  CHECK(ui.view().selection.primary() == ui.find("kernel_a"));
  ui.frames(2);
  ui.key(ImGuiKey_Enter);
  CHECK(ui.view().search.facts(ui.view().selection.primary()).starts_with("2 of 6"));
  ui.key(ImGuiKey_Enter, ImGuiMod_Shift);
  CHECK(ui.view().selection.primary() == ui.find("kernel_a"));
  ui.frames(2);
  ui.key(ImGuiKey_Escape);
  ui.frames(2);
  CHECK(ui.view().search.text.empty());
  CHECK(ui.view().search.matches() == nullptr);
  CHECK_FALSE(ui.view().selection.empty());
}

TEST_CASE("letters written in the search box do not move the view") {
  Opened opened;
  UiDriver& ui = opened.ui;
  ui.click("search");
  ui.frames(2);
  const TimeView view = ui.view().viewport.view();
  ui.window().letter_key('W', true);
  ui.type("w");
  ui.frames(5);
  ui.window().letter_key('W', false);
  CHECK(ui.view().viewport.view() == view);
  CHECK(ui.view().search.text == "w");
}

TEST_CASE("an idle window asks for no frames") {
  Opened opened;
  opened.ui.frames(120);
  CHECK(opened.ui.window().next_frame_in_s() < 0);
}

TEST_CASE("a steady view costs no queries of the lanes") {
  Opened opened;
  UiDriver& ui = opened.ui;
  ui.frames(3);
  const ImDrawData* first = ImGui::GetDrawData();
  const int vertices = first->TotalVtxCount;
  CHECK(vertices > 1000);
  ui.frames(3);
  CHECK(std::abs(ImGui::GetDrawData()->TotalVtxCount - vertices) < 200);
}

}  // namespace
}  // namespace lanescope
