// Tables, facts in a column and logs, in each of their states.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/widgets/draw/icons.h"
#include "app/widgets/key_value.h"
#include "app/widgets/log_view.h"
#include "app/widgets/table.h"
#include "tests/app/widgets/widget_stage.h"

namespace lanescope {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  return all;
}

}  // namespace

TEST_CASE("tables are what they were, row by row and column by column") {
  GoldenScreens golden("widget_table");
  constexpr std::array kColumns{
      TableColumn{"Name", 0, false, true}, TableColumn{"Number", 90, true, true},
      TableColumn{"Words", 120, false, true}, TableColumn{"Fixed", 80, true, false}};
  TableState state;
  TableEvents last;
  std::vector<std::string> reported;
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
    if (events.clicked) reported.push_back(fmt::format("click {}", *events.clicked));
    if (events.double_clicked) reported.push_back(fmt::format("double {}", *events.double_clicked));
    if (events.sort)
      reported.push_back(
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
  CHECK(reported ==
        std::vector<std::string>{"click 0", "click 0", "click 1", "click 1", "click 11"});
  reported.clear();
  for (const float x : {50.0F, 380.0F, 440.0F, 590.0F}) stage.click({x, 33});
  content.sort = {1, true};
  stage.click({380, 33});
  stage.move({-10, -10});
  add(golden, "sorted by numbers, falling");
  content.sort = {0, false};
  stage.click({50, 33});
  add(golden, "sorted by name");
  reported.push_back("end");
  CHECK(reported.size() == 6);
  golden.add("sorts: " + joined(reported), {0, 0, 0, 0});
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

}  // namespace lanescope
