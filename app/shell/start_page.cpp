#include "app/shell/start_page.h"

#include <algorithm>
#include <filesystem>

#include "app/shell/paths.h"
#include "app/widgets/button.h"
#include "app/widgets/icons.h"
#include "app/widgets/progress_bar.h"
#include "app/widgets/text.h"

namespace lanescope {
namespace {

constexpr float kColumnPx = 620;
constexpr float kButtonPx = 44;
constexpr float kRecentRowPx = 34;

/// A column in the middle that leaves a little more room below than above.
Rect middle_column(const Ui& ui, Rect area, float height_px) {
  const float width = std::min(ui.px(kColumnPx), area.width() - ui.px(48));
  const float x = std::floor((area.x0 + area.x1 - width) / 2);
  const float y = area.y0 + std::max(ui.px(24), std::floor((area.height() - height_px) * 0.4F));
  return {x, y, x + width, area.y1};
}

void draw_problem(const Ui& ui, Rect& column, const std::string& problem) {
  if (problem.empty()) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.face().ui;
  const float width = column.width() - ui.px(56);
  const float height = draw_text_wrapped(nullptr, face, {}, width, 0, problem);
  const Rect box = column.cut_top(height + ui.px(24));
  ui.mark("start.problem", box);
  list.AddRectFilled(box.min(), box.max(), mixed(ui.color().panel, ui.color().error, 0.12F),
                     ui.px(6));
  draw_text(list, ui.face().icon, {box.x0 + ui.px(14), box.y0 + ui.px(12)}, ui.color().error,
            icon::kWarning);
  draw_text_wrapped(&list, face, {box.x0 + ui.px(42), box.y0 + ui.px(12)}, width, ui.color().text,
                    problem);
  column.cut_top(ui.px(18));
}

bool draw_recent(const Ui& ui, Rect row, const std::string& path) {
  const Press press = press_area(ui, {"recent.", path}, row);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (press.hovered) {
    list.AddRectFilled({row.x0 - ui.px(10), row.y0}, {row.x1 + ui.px(10), row.y1},
                       ui.color().raised, ui.px(4));
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  const std::filesystem::path file(path);
  const std::string folder = friendly_path(file.parent_path().string());
  const Face& face = ui.face().ui;
  const float y = centered_y(face, row.y0, row.y1);
  const float drawn = draw_text_fitted(list, face, {row.x0, y}, row.width() * 0.62F,
                                       press.hovered ? ui.color().accent : ui.color().text,
                                       file.filename().string());
  const Face& small = ui.face().small;
  draw_text_tail(list, small, row.x1, centered_y(small, row.y0, row.y1),
                 row.width() - drawn - ui.px(20), ui.color().faint, folder);
  return press.clicked;
}

}  // namespace

StartChoice draw_start_page(const Ui& ui, Rect area, const Settings& settings,
                            const std::string& example, const std::string& problem) {
  StartChoice choice;
  const float recent_px =
      settings.recent.empty()
          ? 0
          : ui.px(46) + static_cast<float>(settings.recent.size()) * ui.px(kRecentRowPx);
  Rect column = middle_column(ui, area, ui.px(220) + recent_px);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Rect name = column.cut_top(ui.px(42));
  draw_text(list, ui.face().display, name.min(), ui.color().text, "Lanescope");
  const Rect line = column.cut_top(ui.px(40));
  draw_text(
      list, ui.face().ui, line.min(), ui.color().dim,
      "Opens the traces that torch.profiler writes, and shows where the time and the memory went.");
  draw_problem(ui, column, problem);
  Rect buttons = column.cut_top(ui.px(kButtonPx));
  const float half = std::floor((buttons.width() - ui.px(12)) / 2);
  const Rect open = example.empty() ? buttons : buttons.cut_left(half);
  choice.browse =
      big_button(ui, "start.open", open, icon::kFolderOpen, "Open a trace…", "Ctrl+O", true);
  if (!example.empty()) {
    buttons.cut_left(ui.px(12));
    if (big_button(ui, "start.example", buttons, icon::kExample, "Look at an example", "", false))
      choice.path = example;
  }
  const Rect hint = column.cut_top(ui.px(40));
  draw_text(list, ui.face().small, {hint.x0, hint.y0 + ui.px(12)}, ui.color().faint,
            "or drop a file anywhere on this window");
  if (settings.recent.empty()) return choice;
  const Rect head = column.cut_top(ui.px(30));
  draw_text(list, ui.face().head, {head.x0, head.y0 + ui.px(8)}, ui.color().faint, "RECENT");
  list.AddRectFilled({head.x0, head.y1 - 1}, {head.x1, head.y1}, ui.color().line);
  column.cut_top(ui.px(4));
  for (const std::string& path : settings.recent) {
    if (column.height() < ui.px(kRecentRowPx)) break;
    if (draw_recent(ui, column.cut_top(ui.px(kRecentRowPx)), path)) choice.path = path;
  }
  return choice;
}

bool draw_loading_page(const Ui& ui, Rect area, const std::string& path, const LoadFacts& facts) {
  Rect column = middle_column(ui, area, ui.px(140));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Rect name = column.cut_top(ui.px(30));
  draw_text_fitted(list, ui.face().title, name.min(), column.width(), ui.color().text,
                   std::filesystem::path(path).filename().string());
  const Rect bar = column.cut_top(ui.px(4));
  draw_progress_bar(ui, list, bar, load_share(facts));
  const Rect words = column.cut_top(ui.px(34));
  const float y = words.y0 + ui.px(10);
  draw_text(list, ui.face().ui, {words.x0, y}, ui.color().dim, load_progress_text(facts));
  const Rect stop = column.cut_top(ui.px(30));
  const Rect button{stop.x0 - ui.px(10), stop.y0,
                    stop.x0 - ui.px(10) + text_button_width(ui, "Stop (Esc)"), stop.y1};
  return text_button(ui, "loading.stop", button, "Stop (Esc)");
}

}  // namespace lanescope
