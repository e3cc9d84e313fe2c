// Each widget alone, in each of its states, at the bounds of what it is given.
#include <array>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/widgets/button.h"
#include "app/widgets/check_box.h"
#include "app/widgets/clipboard.h"
#include "app/widgets/commit_fields.h"
#include "app/widgets/fold_arrow.h"
#include "app/widgets/hatch.h"
#include "app/widgets/histogram.h"
#include "app/widgets/icons.h"
#include "app/widgets/key_value.h"
#include "app/widgets/log_view.h"
#include "app/widgets/progress_bar.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/scrolled.h"
#include "app/widgets/segments.h"
#include "app/widgets/splitter.h"
#include "app/widgets/table.h"
#include "app/widgets/tabs.h"
#include "app/widgets/text.h"
#include "app/widgets/text_field.h"
#include "app/widgets/tooltip.h"
#include "tests/app/golden/golden_screens.h"
#include "tests/app/widgets/widget_stage.h"

namespace lanescope {
namespace {

constexpr ImU32 kRed = IM_COL32(200, 10, 20, 255), kBlue = IM_COL32(10, 20, 200, 255);

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  return all;
}

void add(GoldenScreens& golden, const std::string& title) {
  golden.add(title, WidgetStage::screen());
}

}  // namespace

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

TEST_CASE("tables are what they were, row by row and column by column") {
  GoldenScreens golden("widget_table");
  constexpr std::array kColumns{
      TableColumn{"Name", 0, false, true}, TableColumn{"Number", 90, true, true},
      TableColumn{"Words", 120, false, true}, TableColumn{"Fixed", 80, true, false}};
  TableState state;
  TableEvents last;
  std::vector<std::string> told;
  TableContent content;
  content.columns = kColumns;
  content.rows = 30;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 30 * kColumns.size(); ++i)
    texts.push_back(fmt::format("{} {}", i % kColumns.size() == 0 ? "row" : "cell", i));
  const std::array<TableBarPart, 3> bar{{{0.3F, kRed}, {0.5F, kBlue}, {0.9F, kRed}}};
  content.cell = [&](std::size_t row, std::size_t column) {
    TableCell cell{texts.at(row * kColumns.size() + column)};
    if (column == 0 && row % 5 == 1) cell.swatch = kRed;
    if (column == 0 && row % 5 == 2) cell.icon = icon::kFile;
    if (column == 0 && row % 5 == 3) cell.indent_px = 30;
    if (column == 1 && row % 3 == 1) cell.share = 0.25F * static_cast<float>(row % 7) - 0.1F;
    if (column == 1 && row % 3 == 2) cell.color = kBlue;
    if (column == 2 && row % 4 == 1) cell.bar = bar;
    if (column == 2 && row % 8 == 1) cell.bar_mark = 0.5F;
    return cell;
  };
  content.whole = [](std::size_t row) { return row == 2 ? "" : fmt::format("all of row {}", row); };
  float width = 600;
  WidgetStage stage([&](const Ui& ui, ImDrawList&) {
    const TableEvents events = draw_table(ui, "table", {20, 20, 20 + width, 320}, content, state);
    if (events.clicked) told.push_back(fmt::format("click {}", *events.clicked));
    if (events.double_clicked) told.push_back(fmt::format("double {}", *events.double_clicked));
    if (events.sort)
      told.push_back(
          fmt::format("sort {}{}", events.sort->column, events.sort->falling ? " falling" : ""));
    last = events;
  });
  add(golden, "at first");
  for (const float x : {40.0F, 300.0F, 420.0F, 500.0F, 560.0F, 612.0F}) {
    stage.rest({x, 110});
    std::string spot = "none";
    if (last.hovered)
      spot = fmt::format("{} {} {} {:.0f}–{:.0f}", last.hovered->row, last.hovered->column,
                         last.hovered->rested, last.hovered->rect.x0, last.hovered->rect.x1);
    add(golden, fmt::format("the mouse at {}: {}", x, spot));
  }
  for (const float y : {46.0F, 47.0F, 71.0F, 72.0F, 318.0F}) stage.click({100, y});
  CHECK(told == std::vector<std::string>{"click 0", "click 0", "click 1", "click 1", "click 11"});
  told.clear();
  for (const float x : {50.0F, 380.0F, 440.0F, 590.0F}) stage.click({x, 33});
  content.sort = {1, true};
  stage.click({380, 33});
  stage.move({-10, -10});
  add(golden, "sorted by numbers, falling");
  content.sort = {0, false};
  stage.click({50, 33});
  add(golden, "sorted by name");
  told.push_back("end");
  CHECK(told.size() == 6);
  golden.add("sorts: " + joined(told), {0, 0, 0, 0});
  content.selected = 3;
  content.picked = [](std::size_t row) { return row == 5; };
  stage.frames(2);
  add(golden, "a row is selected, another picked");
  stage.move({100, 100});
  for (const float notches : {-1.0F, -20.0F, 1.0F}) {
    stage.wheel(notches);
    golden.add(fmt::format("the wheel: {}", state.scroll_px), WidgetStage::screen());
  }
  for (const std::size_t row : {0UL, 29UL, 12UL}) {
    state.show_row = row;
    stage.frames(2);
    golden.add(fmt::format("row {} is shown: {}", row, state.scroll_px), {0, 0, 0, 0});
  }
  stage.move({-10, -10});
  for (const float wide : {420.0F, 347.0F, 300.0F, 200.0F, 139.0F}) {
    width = wide;
    stage.frames(2);
    add(golden, fmt::format("{} wide", wide));
  }
}

TEST_CASE("facts in a column are what they were, and say what they copy") {
  GoldenScreens golden("widget_facts");
  std::vector<std::string> clicked;
  const std::string name =
      "void at::native::elementwise_kernel<at::native::FillFunctor<float> >(int)";
  WidgetStage stage(
      [&](const Ui& ui, ImDrawList&) {
        FactColumn column(ui, {20, 10, 320, 600});
        column.title("A title that is so long that it breaks", "the whole of it", 40);
        column.title("short", "");
        column.subtitle("subtitle");
        column.section("SECTION");
        column.fact("key", "value", "");
        column.fact("exact", "1.5 ms", "1500000 ns");
        column.fact("a long key, longer than most", name, "");
        column.fact("place", "/a/very/long/path/to/some/module/train.py:4100", "");
        column.code("code(1, 2)", "");
        column.code("faint", "exact", true);
        if (column.link("l1", "link", "of words", false)) clicked.emplace_back("l1");
        if (column.link("l2", name, "train.py:41", false)) clicked.emplace_back("l2");
        if (column.link("l3", name, "12 %", true)) clicked.emplace_back("l3");
        if (column.link("l4", "bare", "", true)) clicked.emplace_back("l4");
        for (const bool faint : {false, true}) {
          const auto at = column.frame(faint ? "faint frame" : "frame", "model.py:12", faint);
          if (at != FactColumn::FrameClick::None)
            clicked.push_back(at == FactColumn::FrameClick::Name ? "name" : "place");
        }
        (void)column.frame(name, "", false);
        column.path_begin();
        for (const char* const part :
             {"Model", "encoder", "layer", "attention", "projection", "out"})
          if (column.path_part(part)) clicked.emplace_back(part);
        column.path_end();
        column.note("a note");
        column.text("text");
        const Rect room = column.room(20);
        ImGui::GetWindowDrawList()->AddRectFilled(room.min(), room.max(), kRed);
        column.text(fmt::format("{:.0f} high", column.height()));
      },
      {400, 640});
  add(golden, "at first");
  for (const char* const mark :
       {"details.title", "key", "exact", "a long key, longer than most", "place", "code", "l1",
        "l2", "l3", "l4", "frame", "model.py:12", "faint frame", "layer", "out"}) {
    const Rect rect = stage.mark(mark);
    const ImVec2 at{rect.x0 + std::min(10.0F, rect.width() / 2), (rect.y0 + rect.y1) / 2};
    stage.rest(at);
    add(golden, std::string("the mouse on ") + mark);
    stage.click(at);
    golden.add("copied: " + stage.copied(), {0, 0, 0, 0});
  }
  CHECK(joined(clicked) == "l1 l2 l3 l4 name place name layer out");
}

TEST_CASE("a log is what it was, scrolled and selected") {
  GoldenScreens golden("widget_log");
  LogView log;
  LogContent content;
  std::vector<std::string> lines;
  for (int i = 0; i < 40; ++i)
    lines.push_back(fmt::format("line {} {}", i, std::string(i * 5, 'x')));
  content.lines = lines.size();
  content.line = [&](std::size_t i) -> std::string_view { return lines[i]; };
  std::string asked;
  WidgetStage stage(
      [&](const Ui& ui, ImDrawList&) {
        if (const auto range = log.draw(ui, {10, 10, 310, 210}, content))
          asked = fmt::format("{} {}", range->begin, range->end);
      },
      {330, 220});
  add(golden, "at its end");
  stage.move({100, 100});
  for (const float notches : {1.0F, 100.0F, -2.0F}) {
    stage.wheel(notches);
    add(golden, "the wheel");
  }
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
  stage.wheel(-3);
  stage.wheel(-300);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
  stage.frames(2);
  add(golden, "to the side");
  stage.click({50, 60});
  stage.key(ImGuiKey_C, ImGuiMod_Ctrl);
  CHECK(asked.empty());
  const auto [begin, end] = log.chosen(content);
  CHECK(begin == 0);
  CHECK(end == 40);
  stage.move({50, 60});
  stage.press();
  stage.move({50, 120});
  add(golden, "dragged");
  stage.release();
  stage.key(ImGuiKey_C, ImGuiMod_Ctrl);
  golden.add("copied " + asked, {0, 0, 0, 0});
  stage.press();
  stage.move({50, 300});
  stage.frames(3);
  add(golden, "beyond its end");
  stage.move({50, 0});
  stage.frames(3);
  add(golden, "beyond its beginning");
  stage.release();
  content.dropped = 8;
  stage.frames(2);
  add(golden, "some lines were dropped");
  content.lines = 0;
  stage.frames(2);
  add(golden, "nothing is left");
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
