#include "app/widgets/log_view.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/draw/text.h"
#include "app/widgets/scrollbar.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kLeadingPx = 4, kPadPx = 10;
constexpr float kWheelLines = 3;

float row_px(const Ui& ui) {
  return ui.face().mono.size_px + ui.px(kLeadingPx);
}

}  // namespace

LogRange LogView::chosen(const LogContent& content) const {
  if (!selection_) return {0, content.lines};
  const auto place = [&](std::uint64_t number) {
    const std::uint64_t at = number - std::min(number, content.dropped);
    return std::min<std::size_t>(at, content.lines);
  };
  return {place(std::min(selection_->anchor, selection_->head)),
          place(std::max(selection_->anchor, selection_->head) + 1)};
}

std::optional<LogRange> LogView::draw(const Ui& ui, Rect area, const LogContent& content) {
  ui.mark("log", area);
  ImGui::GetWindowDrawList()->AddRectFilled(area.min(), area.max(), ui.color().background);
  const float content_px = row_px(ui) * static_cast<float>(content.lines) + ui.px(2 * kLeadingPx);
  const float most_px = std::max(0.0F, content_px - area.height());
  if (follows_) scroll_px_ = most_px;
  take_mouse(ui, area, content);
  const float before_px = scroll_px_;
  scroll_px_ = scrollbar(ui, "log.scroll", area, content_px, scroll_px_);
  if (before_px != most_px || scroll_px_ != before_px) follows_ = scroll_px_ >= most_px - 1;
  ImGui::PushClipRect(area.min(), area.max(), true);
  draw_lines(ui, area, content);
  ImGui::PopClipRect();
  const ImGuiIO& io = ImGui::GetIO();
  const bool asks = io.KeyCtrl && !io.WantTextInput && ImGui::IsKeyPressed(ImGuiKey_C, false);
  if (asks && selection_) return chosen(content);
  return std::nullopt;
}

void LogView::take_mouse(const Ui& ui, Rect area, const LogContent& content) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool over = ImGui::IsWindowHovered() && area.contains(io.MousePos);
  const float wheel_px = row_px(ui) * kWheelLines;
  if (over && io.KeyShift) {
    side_px_ -= io.MouseWheel * wheel_px;
  } else if (over) {
    scroll_px_ -= io.MouseWheel * wheel_px;
  }
  if (over) side_px_ -= io.MouseWheelH * wheel_px;
  side_px_ =
      clamped(side_px_, 0.0F, std::max(0.0F, widest_px_ + ui.px(2 * kPadPx + 12) - area.width()));
  const Rect text{area.x0, area.y0, area.x1 - ui.px(9), area.y1};
  const Press press = press_area(ui, "log.text", text);
  if (!press.held || content.lines == 0) return;
  const float y = io.MousePos.y - area.y0 - ui.px(kLeadingPx) + scroll_px_;
  const auto row = static_cast<std::uint64_t>(
      clamped(y / row_px(ui), 0.0F, static_cast<float>(content.lines - 1)));
  const std::uint64_t number = content.dropped + row;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !io.KeyShift) {
    anchor_ = number;
    selection_.reset();
  }
  // A single click selects nothing.
  if (number != anchor_ || press.double_clicked || selection_)
    selection_ = Selection{anchor_, number};
  if (io.MousePos.y < area.y0) scroll_px_ -= row_px(ui);
  if (io.MousePos.y > area.y1) scroll_px_ += row_px(ui);
}

void LogView::draw_lines(const Ui& ui, Rect area, const LogContent& content) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = row_px(ui);
  const LogRange lit = selection_ ? chosen(content) : LogRange();
  const float top = area.y0 + ui.px(kLeadingPx) - std::floor(scroll_px_);
  widest_px_ = 0;
  for (auto i = static_cast<std::size_t>(scroll_px_ / height); i < content.lines; ++i) {
    const float y = top + height * static_cast<float>(i);
    if (y >= area.y1) break;
    if (i >= lit.begin && i < lit.end)
      list.AddRectFilled({area.x0, y}, {area.x1, y + height}, ui.color().selected_row);
    const std::string_view line = content.line(i);
    widest_px_ = std::max(widest_px_, text_width(ui.face().mono, line));
    draw_text(list, ui.face().mono,
              {area.x0 + ui.px(kPadPx) - std::floor(side_px_), y + ui.px(kLeadingPx) / 2},
              ui.color().text, line);
  }
}

}  // namespace lanescope
