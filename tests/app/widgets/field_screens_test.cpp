// Text that is cut and broken, and fields that are written in.
#include <array>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/text_field.h"
#include "tests/app/widgets/widget_stage.h"

namespace lanescope {

TEST_CASE("text is cut and broken where it was") {
  GoldenScreens golden("widget_text");
  WidgetStage stage;
  stage.show([&](const Ui& ui, ImDrawList& list) {
    const Face& face = ui.face().ui;
    const std::string words = "void at::native::kernel<Functor<float>, int>(args)";
    float y = 10;
    for (const float width : {0.0F, 8.0F, 20.0F, 60.0F, 120.0F, 340.0F, 400.0F}) {
      const float drawn = draw_text_fitted(list, face, {10, y}, width, kRed, words);
      draw_text(list, face, {420, y}, kBlue, fmt::format("{:.1f}", drawn));
      draw_text_tail(list, face, 790, y, width, kRed, words);
      y += 20;
    }
    draw_text_right(list, face, 400, y, kRed, words);
    y += 20;
    const float high = draw_text_wrapped(&list, face, {10, y}, 100, kRed, words);
    draw_text(list, face, {420, y}, kBlue, fmt::format("{:.1f}", high));
    draw_text_wrapped(&list, face, {150, y}, 200, kRed, "two\nlines, and one that is longer");
    draw_text(list, face, {500, centered_y(face, 300, 331)}, kBlue, "in the middle");
  });
  add(golden, "text");
}

TEST_CASE("fields are what they were, empty, written in and left") {
  GoldenScreens golden("widget_fields");
  std::string plain, with_icon = "words";
  bool focus = false;
  FieldEvents last{};
  int changed = 0, entered = 0, cancelled = 0;
  WidgetStage stage([&](const Ui& ui, ImDrawList&) {
    last = text_field(ui, "plain", {20, 20, 220, 52}, plain, "a hint", "", focus);
    focus = false;
    changed += last.changed ? 1 : 0;
    entered += last.entered ? 1 : 0;
    cancelled += last.cancelled ? 1 : 0;
    (void)text_field(ui, "icon", {20, 70, 220, 102}, with_icon, "a hint that is too long for it",
                     icon::kSearch, false, 40);
  });
  add(golden, "at first");
  focus = true;
  stage.frames(3);
  add(golden, "the keyboard in the first");
  CHECK(last.active);
  stage.type("abc");
  add(golden, "written");
  CHECK(plain == "abc");
  CHECK(changed == 1);
  stage.key(ImGuiKey_Enter);
  CHECK(entered == 1);
  add(golden, "Enter");
  focus = true;
  stage.frames(3);
  stage.key(ImGuiKey_Enter, ImGuiMod_Shift);
  CHECK(entered == 2);
  focus = true;
  stage.frames(3);
  stage.type("xyz");
  stage.key(ImGuiKey_Escape);
  CHECK(cancelled == 1);
  add(golden, "left by Esc");
  with_icon.clear();
  stage.frames(2);
  add(golden, "the other is empty");
  with_icon = std::string(5000, 'm');
  stage.frames(2);
  CHECK(with_icon.size() == 4095);
  add(golden, "the other is full");
}

TEST_CASE("fields that are taken over when they are left give each edit once") {
  std::array<std::string, 2> values{"1", "2"};
  std::vector<std::string> edits;
  bool shown = true;
  CommitFields fields;
  WidgetStage stage([&](const Ui& ui, ImDrawList&) {
    fields.draw(ui, "a", {20, 20, 120, 50}, values[0]);
    if (shown) fields.draw(ui, "b", {20, 60, 120, 90}, values[1]);
    for (const CommitFields::Commit& edit : fields.take()) edits.push_back(edit.id + edit.text);
  });
  stage.click({60, 35});
  CHECK(fields.editing("a"));
  stage.key(ImGuiKey_End);
  stage.type("7");
  CHECK(edits.empty());
  stage.click({60, 75});
  CHECK(edits == std::vector<std::string>{"a17"});
  CHECK(fields.editing("b"));
  stage.key(ImGuiKey_End);
  stage.type("5");
  stage.key(ImGuiKey_Enter);
  CHECK(edits == std::vector<std::string>{"a17", "b25"});
  CHECK_FALSE(fields.editing());
  stage.click({60, 75});
  stage.click({300, 300});
  CHECK(edits.size() == 2);  // nothing was written
  stage.click({60, 75});
  stage.type("9");
  stage.key(ImGuiKey_Escape);
  CHECK(edits.size() == 2);
  stage.click({60, 75});
  stage.key(ImGuiKey_End);
  stage.type("8");
  shown = false;
  stage.frames(3);
  CHECK(edits.back() == "b28");  // scrolled out of sight
}

}  // namespace lanescope
