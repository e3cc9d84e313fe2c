#include "app/panes/overview/functions.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/shapes.h"

namespace lanescope {
namespace {

constexpr float kHeadPx = 24;
constexpr float kRowPx = 20;
constexpr float kPadPx = 6;
constexpr float kSharePx = 56;
constexpr float kLineShare = 0.34F;   // of the width, for the line
constexpr float kLeastLinesPx = 320;  // narrower lists have no lines
constexpr float kBarPx = 2;           // the share, below the words

struct ListLook {
  std::string_view heading, id;
  ColorRole role;
};

void draw_row(const PaneFrame& frame, Rect row, const TopCode& code, const ListLook& look) {
  const Ui& ui = frame.ui;
  const Colors& c = ui.color();
  const Press press = press_area(ui, {look.id, code.name}, row);
  if (press.hovered) {
    fill_rect(row, c.hovered_row, ui.px(3));
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  const Rect inner = row.inset(ui.px(kPadPx), 0);
  const float words_x1 = inner.x1 - ui.px(kSharePx);
  const bool lines = inner.width() >= ui.px(kLeastLinesPx) && !code.note.empty();
  const float line_px = lines ? std::floor(inner.width() * kLineShare) : 0;
  const float y = centered_y(ui.face().ui, row);
  const float small_y = centered_y(ui.face().small, row);
  draw_text_fitted(ui.face().ui, {inner.x0, y}, words_x1 - line_px - inner.x0 - ui.px(kPadPx),
                   c.text, code.name);
  if (lines)
    draw_text_fitted(ui.face().small, {words_x1 - line_px, small_y}, line_px, c.dim, code.note);
  draw_text_right(ui.face().mono, inner.x1, centered_y(ui.face().mono, row), c.text,
                  code.share_text);
  const float share = std::clamp(static_cast<float>(code.share), 0.0F, 1.0F);
  fill_rect({inner.x0, row.y1 - ui.px(kBarPx), inner.x0 + inner.width() * share, row.y1},
            frame.palette.fill_of(look.role, 0), 0);
  if (press.clicked) frame.view.go_to(code.event);
}

void draw_list(const PaneFrame& frame, Rect area, std::span<const TopCode> rows,
               const ListLook& look) {
  const Ui& ui = frame.ui;
  const Rect head = area.cut_top(ui.px(kHeadPx));
  draw_text_fitted(ui.face().small, {head.x0 + ui.px(kPadPx), head.y0 + ui.px(2)},
                   head.width() - ui.px(2 * kPadPx), ui.color().dim, look.heading);
  for (const TopCode& code : rows) {
    if (area.height() < ui.px(kRowPx)) return;
    draw_row(frame, area.cut_top(ui.px(kRowPx)), code, look);
  }
}

}  // namespace

void draw_top_functions(const PaneFrame& frame, Rect area, const HostOverview& host) {
  draw_list(frame, area, host.functions,
            {"Python functions by self time with waits; share of the threads' time", "function.",
             ColorRole::Python});
}

void draw_top_ops(const PaneFrame& frame, Rect area, const TopOps& ops) {
  draw_list(frame, area, ops.rows,
            {"Operators by share of all self CPU time", "op.", ColorRole::CpuOp});
}

}  // namespace lanescope
