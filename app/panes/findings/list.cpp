#include "app/panes/findings/list.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/widgets/draw/paint.h"
#include "app/widgets/scrollbar.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kRowPx = 44, kHighRowPx = 62;  // the latter with a title of two lines
constexpr std::size_t kMostTitleLines = 2;
constexpr float kSharePx = 96;
constexpr float kGapPx = 16;
constexpr float kWheelRows = 1.5F;

/// The line below the title.
std::string second_line(const FindingCard& card) {
  if (!card.place.empty()) return card.place;
  return card.evidence.empty() ? "" : card.evidence.front().text();
}

/// A bar: solid up to the least potential gain, pale up to the largest.
void draw_severity(const Ui& ui, Rect bar, const FindingCard& card) {
  const ImU32 color = card.informational ? ui.color().faint : ui.color().warning;
  const float round_px = ui.px(2);
  fill_rect(bar, ui.color().line, round_px);
  const auto fill = [&](float share, ImU32 fill_color) {
    const float width = std::max(std::round(bar.width() * clamped(share, 0.0F, 1.0F)), 0.0F);
    if (width < 1) return;
    fill_rect({bar.x0, bar.y0, bar.x0 + width, bar.y1}, fill_color, round_px);
  };
  fill(card.high, mixed(ui.color().panel, color, 0.4F));
  fill(card.low, color);
}

const Face& title_face(const Ui& ui, const FindingCard& card) {
  return card.informational ? ui.face().ui : ui.face().strong;
}

/// Higher if a title needs two lines and no row has to go for them.
float row_height(const Ui& ui, Rect area, const FindingsModel& model) {
  const float room_px = area.width() - ui.px(32 + kSharePx + kGapPx);
  const bool longer = std::ranges::any_of(model.cards, [&](const FindingCard& card) {
    return text_width(title_face(ui, card), card.title) > room_px;
  });
  const float high_px = ui.px(kHighRowPx);
  const auto rows = static_cast<float>(finding_rows(model));
  return longer && high_px * rows <= area.height() ? high_px : ui.px(kRowPx);
}

void draw_card(const Ui& ui, Rect row, const FindingCard& card) {
  const Faces& face = ui.face();
  const ImU32 color = card.informational ? ui.color().dim : ui.color().text;
  const float first_y = row.y0 + ui.px(5);
  float second_y = row.y0 + ui.px(23);
  const Rect left{row.x0, row.y0, row.x0 + ui.px(kSharePx), row.y1};
  draw_text_right(face.mono, left.x1, first_y, color, card.share);
  const float bar_y = second_y + ui.px(7);
  draw_severity(ui, {left.x0, bar_y, left.x1, bar_y + ui.px(5)}, card);
  const float x = left.x1 + ui.px(kGapPx);
  const Face& title = title_face(ui, card);
  const bool one_line = text_width(title, card.title) <= row.x1 - x;
  const float title_px = draw_text_wrapped(ImGui::GetWindowDrawList(), title, {x, first_y},
                                           row.x1 - x, color, card.title, kMostTitleLines);
  // What is below the title is beside the list too; the whole title is what tells findings apart.
  if (!one_line && row.height() < ui.px(kHighRowPx)) return;
  second_y = std::max(second_y, std::floor(first_y + title_px + ui.px(2)));
  draw_text_fitted(face.small, {x, second_y}, row.x1 - x, ui.color().dim, second_line(card));
}

/// Below the titles of the findings, if there are any.
void draw_not_judged(const Ui& ui, Rect row, const FindingsModel& model, bool chosen) {
  const std::string text = "Other rules: " + unjudged_text(model.not_judged) + "; see why";
  const Face& face = ui.face().ui;
  const float indent = model.cards.empty() ? 0 : ui.px(kSharePx + kGapPx);
  const ImU32 color = chosen ? ui.color().text : ui.color().dim;
  const float width = row.width() - indent;
  if (text_width(face, text) <= width)
    return draw_text(face, {row.x0 + indent, centered_y(face, row)}, color, text);
  draw_text_wrapped(ImGui::GetWindowDrawList(), face, {row.x0 + indent, row.y0 + ui.px(5)}, width,
                    color, text, kMostTitleLines);
}

}  // namespace

std::size_t finding_rows(const FindingsModel& model) {
  return model.cards.size() + (model.not_judged.empty() ? 0 : 1);
}

bool FindingsList::draw(const Ui& ui, Rect area, const FindingsModel& model, std::size_t& chosen) {
  const float row_px = row_px_ = row_height(ui, area, model);
  const std::size_t rows = finding_rows(model);
  height_px_ = area.height();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (ImGui::IsWindowHovered() && area.contains(mouse)) {
    scroll_px_ -= ImGui::GetIO().MouseWheel * row_px * kWheelRows;
  }
  const Press press =
      press_area(ui, "findings.list", {area.x0, area.y0, area.x1 - ui.px(9), area.y1});
  keys_ = take_row_keys();
  scroll_px_ =
      scrollbar(ui, "findings.scroll", area, row_px * static_cast<float>(rows), scroll_px_);
  bool clicked = false;
  ImGui::PushClipRect(area.min(), area.max(), true);
  for (std::size_t i = 0; i < rows; ++i) {
    const float y = area.y0 + row_px * static_cast<float>(i) - std::floor(scroll_px_);
    const Rect row{area.x0, y, area.x1, y + row_px};
    if (row.y1 < area.y0 || row.y0 > area.y1) continue;
    const bool hovered = press.hovered && !keys_.mouse_rests && row.contains(mouse);
    if (i == chosen || hovered) {
      const Rect lit = row.inset(ui.px(8), ui.px(1));
      fill_rect(lit, i == chosen ? ui.color().selected_row : ui.color().hovered_row, ui.px(4));
    }
    const Rect inside = row.inset(ui.px(16), 0);
    if (i < model.cards.size()) {
      draw_card(ui, inside, model.cards[i]);
      ui.mark({"finding.", model.cards[i].id}, row);
    } else {
      draw_not_judged(ui, inside, model, i == chosen);
      ui.mark("finding.not_judged", row);
    }
    if (hovered && press.clicked) {
      chosen = i;
      clicked = true;
    }
  }
  ImGui::PopClipRect();
  return clicked;
}

void FindingsList::show(const Ui& ui, std::size_t row) {
  if (height_px_ < ui.px(kRowPx)) return;  // not drawn yet
  const float top = row_px_ * static_cast<float>(row);
  scroll_px_ = clamped(scroll_px_, top + row_px_ - height_px_, top);
}

}  // namespace lanescope
