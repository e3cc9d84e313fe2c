// Tooltips, buttons and notes alone, in each of their states, at the bounds of what they are given.
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/widgets/button.h"
#include "app/widgets/clipboard.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/tabs.h"
#include "app/widgets/tooltip.h"
#include "tests/app/widgets/widget_stage.h"

namespace lanescope {

TEST_CASE("tooltips stand where they stood, with the lines they had") {
  GoldenScreens golden("widget_tooltips");
  WidgetStage stage;
  const std::string very_long =
      "a sentence that goes on for longer than a tooltip is wide, so that it must be broken into "
      "lines, of which there are more than one or two";
  const std::vector<TooltipLine> only{{"", "one line"}};
  const std::vector<TooltipLine> rows{{"", "head"},
                                      {"first", "1", kRed},
                                      {"second", "22", 0, &stage.style().face.mono, kBlue},
                                      {"the third of them", very_long}};
  const std::vector<TooltipLine> wrapped{{"", very_long, 0, &stage.style().face.small},
                                         {"", "after it", kRed}};
  const std::vector<TooltipLine> values{{"a", "b"}, {"with a square", "", 0, nullptr, kRed}};
  const std::pair<const char*, const std::vector<TooltipLine>*> all[] = {
      {"a line", &only}, {"rows", &rows}, {"wrapped", &wrapped}, {"without a head", &values}};
  for (const auto& [title, lines] : all) {
    for (const ImU32 swatch : {ImU32{0}, kBlue}) {
      stage.show([&](const Ui& ui, ImDrawList&) { draw_tooltip(ui, {100, 80}, *lines, swatch); });
      add(golden, fmt::format("{}{}", title, swatch == 0 ? "" : ", with a square"));
    }
  }
  for (const ImVec2 at : {ImVec2{790, 100}, ImVec2{100, 395}, ImVec2{790, 395}, ImVec2{0, 0}}) {
    stage.show([&](const Ui& ui, ImDrawList&) { draw_tooltip(ui, at, rows); });
    add(golden, fmt::format("at {}, {}", at.x, at.y));
  }
  // As near to an edge as there is room, and a pixel nearer: where the room ends is seen.
  stage.show([&](const Ui& ui, ImDrawList&) { draw_tooltip(ui, {100, 80}, only); });
  for (const float way : {0.0F, 1.0F, 2.0F}) {
    const float width = std::ceil(text_width(stage.style().face.ui, "one line")) + 24;
    const ImVec2 edge{800 - 4 - 14 - width + way, 100};
    stage.show([&](const Ui& ui, ImDrawList&) { draw_tooltip(ui, edge, only); });
    add(golden, fmt::format("at the right edge and {} further", way));
  }
  for (const float y : {335.0F, 336.0F, 337.0F, 338.0F, 339.0F, 340.0F, 341.0F, 342.0F, 343.0F,
                        344.0F, 345.0F, 346.0F, 347.0F, 348.0F}) {
    stage.show([&](const Ui& ui, ImDrawList&) { draw_tooltip(ui, {100, y}, only); });
    add(golden, fmt::format("at {} of the height", y));
  }
}

TEST_CASE("hints stand where they stood") {
  GoldenScreens golden("widget_hints");
  WidgetStage stage;
  for (const Rect thing :
       {Rect{300, 100, 340, 120}, Rect{0, 100, 10, 120}, Rect{790, 100, 800, 120},
        Rect{300, 380, 340, 396}, Rect{300, 350, 340, 369}, Rect{300, 350, 340, 370},
        Rect{300, 350, 340, 371}}) {
    stage.show([&](const Ui& ui, ImDrawList&) { draw_hint(ui, thing, "what it is for"); });
    add(golden, fmt::format("under {} to {}, {} to {}", thing.x0, thing.x1, thing.y0, thing.y1));
  }
}

TEST_CASE("buttons, boxes and tabs are what they were, untouched, touched and pressed") {
  GoldenScreens golden("widget_buttons");
  bool on = false;
  std::size_t tab = 1;
  std::array<int, 9> clicks{};
  WidgetStage stage([&](const Ui& ui, ImDrawList& list) {
    clicks[0] += text_button(ui, "text", {20, 20, 120, 44}, "Text", on) ? 1 : 0;
    clicks[1] += action_button(ui, "action", {140, 20, 240, 44}, "Action", on) ? 1 : 0;
    clicks[2] += action_button(ui, "disabled", {260, 20, 360, 44}, "Can not", on, false) ? 1 : 0;
    clicks[3] +=
        big_button(ui, "big", {20, 60, 220, 104}, icon::kFile, "Big", "Ctrl+B", on) ? 1 : 0;
    clicks[4] +=
        big_button(ui, "narrow", {240, 60, 340, 104}, icon::kFile, "Narrow", "Ctrl+Shift+N", on)
            ? 1
            : 0;
    clicks[5] += icon_button(ui, "icon", {380, 20, 404, 44}, icon::kClose, "Close it", on) ? 1 : 0;
    clicks[6] += icon_button(ui, "bare", {420, 20, 444, 44}, icon::kClose, "", on) ? 1 : 0;
    clicks[7] +=
        check_box(ui, "check", {20, 120, 20 + check_box_width(ui, "Check"), 146}, "Check", on) ? 1
                                                                                               : 0;
    draw_fold_arrow(ui, {300, 130}, on, kRed);
    for (int i = 0; i < 5; ++i)
      draw_progress_bar(
          ui, list,
          {20, 160.0F + 10 * static_cast<float>(i), 220, 164.0F + 10 * static_cast<float>(i)},
          static_cast<float>(i) * 0.4F - 0.3F);
    const std::array<Tab, 4> tabs{Tab{"One"}, Tab{"Two", 6, true}, Tab{"Three", 12345, false},
                                  Tab{"Four", 1, true}};
    tab = tab_row(ui, {20, 220, on ? 200.0F : 500.0F, 260}, tabs, tab).chosen;
    const std::array<Segment, 3> segments{Segment{"a", ""}, Segment{"bcd", ""},
                                          Segment{"no", "can not be"}};
    if (const auto chosen = draw_segments(
            ui, "seg.", {20, 280, 20 + segments_width(ui, segments), 304}, segments, on ? 0 : 1))
      clicks[8] += 1 + static_cast<int>(*chosen);
    paint_hatch(ui, list, {300, 280, 380, 304}, kBlue);
    const std::array<std::uint32_t, 6> bins{0, 1, 50, 100, 3, 0};
    draw_histogram(ui, list, {420, 280, 520, 320}, bins, 3, kBlue);
    draw_histogram(ui, list, {540, 280, 640, 320}, {}, 3, kBlue);
  });
  const std::array names{"text", "action", "disabled", "big",       "narrow", "icon",
                         "bare", "check",  "tab.One",  "tab.Three", "seg.a",  "seg.no"};
  for (const bool state : {false, true}) {
    on = state;
    stage.move({-10, -10});
    add(golden, state ? "on" : "off");
    for (const std::string name : names) {
      if (!stage.has_mark(name)) continue;
      const Rect rect = stage.mark(name);
      stage.rest({(rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2});
      add(golden, name + ": the mouse on it");
      stage.press();
      stage.frame();
      add(golden, name + ": pressed");
      stage.release();
    }
    CHECK(clicks ==
          (state ? std::array{2, 2, 0, 2, 2, 2, 2, 2, 1} : std::array{1, 1, 0, 1, 1, 1, 1, 1, 1}));
    tab = 1;
  }
}

TEST_CASE("what is copied is told for a moment, and fades") {
  GoldenScreens golden("widget_copied");
  CopyNote note;
  double now_s = 10;
  WidgetStage stage([&](const Ui& ui, ImDrawList&) { note.draw(ui, 380, now_s); });
  CHECK(note.next_frame_in_s() < 0);
  const auto show = [&](double s) {
    now_s = 10 + s;
    stage.frame();
    add(golden, fmt::format("after {} s: {:.3f}", s, note.next_frame_in_s()));
  };
  note.note_copy("a word");
  CHECK(note.next_frame_in_s() == 0);
  for (const double s : {0.0, 1.0, 1.2, 1.3, 1.39, 1.4, 2.0}) show(s);
  const Ui ui{stage.style(), nullptr, &note};
  copy_text(ui, "one\ntwo " + std::string(100, 'x'));
  show(5);
  copy_text(ui, "text", "the table");
  show(6);
}

}  // namespace lanescope
