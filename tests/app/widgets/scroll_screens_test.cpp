// Scroll bars, rows that scroll and dividers, at the bounds of what they are given.
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/widgets/button.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/splitter.h"
#include "tests/app/widgets/widget_stage.h"

namespace lanescope {

TEST_CASE("scroll bars are what they were, and go where they are dragged") {
  GoldenScreens golden("widget_scrollbars");
  float offset = 0, content = 1000;
  WidgetStage stage([&](const Ui& ui, ImDrawList&) {
    offset = scrollbar(ui, "bar", {100, 50, 200, 250}, content, offset);
  });
  const auto show = [&](const std::string& title) {
    golden.add(fmt::format("{}: {:.2f}", title, offset), {80, 40, 220, 260});
  };
  show("at the top");
  for (const float wanted : {-5.0F, 100.0F, 5000.0F}) {
    offset = wanted;
    stage.frames(2);
    show("scrolled");
  }
  offset = 0;
  stage.rest({195, 60});
  show("the mouse on it");
  stage.press();
  show("pressed");
  stage.move({195, 100});
  show("dragged");
  stage.move({195, 1000});
  show("beyond its end");
  stage.move({195, 10});
  show("beyond its beginning");
  stage.release();
  for (const float y : {150.0F, 249.0F, 51.0F}) {
    stage.click({195, y});
    show("a click beside the thumb");
  }
  offset = 300;
  for (const float wanted : {200.0F, 201.0F, 100.0F, 0.0F, 100'000.0F}) {
    content = wanted;
    stage.frames(2);
    show(fmt::format("content of {}", wanted));
  }
  CHECK(clamped_scroll(-1, 100, 50) == 0);
  CHECK(clamped_scroll(50, 100, 50) == 50);
  CHECK(clamped_scroll(51, 100, 50) == 50);
  CHECK(clamped_scroll(3, 40, 50) == 0);
}

TEST_CASE("rows that scroll follow the keys") {
  GoldenScreens golden("widget_scrolled");
  float offset = 0;
  WidgetStage stage([&](const Ui& ui, ImDrawList&) {
    const Scrolled rows(ui, "rows", {50, 50, 300, 150}, 300, offset);
    Rect area = rows.area();
    for (int i = 0; i < 10; ++i)
      (void)text_button(ui, "b" + std::to_string(i), area.cut_top(30),
                        "Button " + std::to_string(i));
  });
  const auto show = [&](const std::string& title) {
    add(golden, fmt::format("{}: {}", title, offset));
  };
  show("at first");
  stage.move({100, 100});
  for (const float notches : {-1.0F, -9.0F, 2.0F}) {
    stage.wheel(notches);
    show("the wheel");
  }
  stage.move({100, 40});
  stage.wheel(-1);
  show("the wheel elsewhere");
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  for (int i = 0; i < 8; ++i) stage.key(ImGuiKey_Tab);
  show("Tab");
  for (int i = 0; i < 6; ++i) stage.key(ImGuiKey_Tab, ImGuiMod_Shift);
  show("Shift+Tab");
}

TEST_CASE("dividers tell how far they are dragged") {
  float x = 200, y = 100;
  int resets = 0;
  GoldenScreens golden("widget_splitters");
  WidgetStage stage([&](const Ui& ui, ImDrawList&) {
    const SplitterMove across = vertical_splitter(ui, "v", {x, 10, x + 1, 90});
    x += across.delta_px;
    resets += across.reset ? 1 : 0;
    const SplitterMove down = horizontal_splitter(ui, "h", {10, y, 190, y + 1});
    y += down.delta_px;
    resets += down.reset ? 100 : 0;
    CHECK(down.moved == (down.delta_px != 0));
  });
  add(golden, "at first");
  for (const float off : {-4.0F, -3.0F, 3.0F, 4.0F}) {
    stage.move({x + off, 50});
    add(golden, fmt::format("the mouse {} beside it", off));
  }
  stage.move({x, 50});
  stage.press();
  stage.move({230, 60});
  add(golden, "dragged");
  stage.release();
  CHECK(x == 230);
  stage.move({50, y});
  add(golden, "the mouse on the other");
  stage.press();
  stage.move({60, 70});
  stage.release();
  CHECK(y == 70);
  CHECK(resets == 0);
  stage.frames(30);
  for (int i = 0; i < 2; ++i) {
    stage.press();
    stage.release();
  }
  CHECK(resets == 100);
}

}  // namespace lanescope
