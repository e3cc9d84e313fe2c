#include "app/panes/findings/detail.h"

#include <cmath>
#include <string>
#include <string_view>

#include "app/widgets/draw/sentence.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/scrollbar.h"

namespace lanescope {
namespace {

constexpr float kHeadPx = 104;  // width of "Evidence", "What to change"
constexpr float kLinePx = 3;    // between lines
constexpr float kMostWidthPx = 860;
constexpr float kWheelPx = 60;

/// Lays out rows with a heading on the left and text next to it.
class DetailColumn {
 public:
  DetailColumn(const Ui& ui, Rect area, float scroll_px)
      : ui_(&ui), area_(area), y_(area.y0 - std::floor(scroll_px)), top_(y_) {}

  void head(std::string_view text) {
    const Face& face = ui_->face().small;
    draw_text(list(), face, {area_.x0, y_ + baseline_shift(face)}, ui_->color().dim, text);
  }
  void title(std::string_view text) {
    y_ += draw_text_wrapped(&list(), ui_->face().title, {area_.x0, y_}, area_.width(),
                            ui_->color().text, text);
    y_ += ui_->px(kLinePx);
  }
  void text(std::string_view text, ImU32 color) {
    y_ +=
        draw_sentence(&list(), *ui_, ui_->face().ui, {text_x(), y_}, text_width_px(), color, text);
    y_ += ui_->px(kLinePx);
  }
  /// True if it was clicked.
  bool link(std::string_view id, std::string_view text) {
    const float height =
        draw_sentence(nullptr, *ui_, ui_->face().ui, {text_x(), y_}, text_width_px(), 0, text);
    const Rect rect{text_x(), y_, text_x() + text_width_px(), y_ + height};
    ImGui::PushID(static_cast<int>(y_ - top_));
    const Press press = press_area(*ui_, id, rect);
    ImGui::PopID();
    ui_->mark(id, rect);
    if (press.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const Colors& color = ui_->color();
    text_in(press.hovered ? mixed(color.accent, color.text, 0.35F) : color.accent, text);
    return press.clicked;
  }
  void space(float px) { y_ += ui_->px(px); }
  [[nodiscard]] float height() const { return y_ - top_; }

 private:
  void text_in(ImU32 color, std::string_view words) { text(words, color); }
  static ImDrawList& list() { return *ImGui::GetWindowDrawList(); }
  [[nodiscard]] float text_x() const { return area_.x0 + ui_->px(kHeadPx); }
  [[nodiscard]] float text_width_px() const { return area_.x1 - text_x(); }
  [[nodiscard]] float baseline_shift(const Face& face) const {
    return std::round((ui_->face().ui.size_px - face.size_px) * 0.75F);
  }

  const Ui* ui_;
  Rect area_;
  float y_, top_;
};

/// The area of the column: inside `area`, and no wider than is comfortable to read.
Rect column_of(const Ui& ui, Rect area) {
  Rect column = area.inset(ui.px(16), ui.px(6));
  column.x1 = std::min(column.x1, column.x0 + ui.px(kMostWidthPx));
  return column;
}

std::string worth(const FindingCard& card) {
  return card.share + " " + card.share_of + " · " +
         (card.informational ? "good to know" : card.confidence + " confidence") + " · " + card.id;
}

}  // namespace

EventId FindingsDetail::draw(const Ui& ui, Rect area, const FindingCard& card, EventId selected) {
  EventId clicked = EventId::None;
  if (ImGui::IsWindowHovered() && area.contains(ImGui::GetIO().MousePos)) {
    scroll_px_ -= ImGui::GetIO().MouseWheel * ui.px(kWheelPx);
  }
  scroll_px_ = scrollbar(ui, "finding.scroll", area, content_px_, scroll_px_);
  ImGui::PushClipRect(area.min(), area.max(), true);
  ImGui::PushID(card.id.c_str());
  DetailColumn column(ui, column_of(ui, area), scroll_px_);
  column.title(card.title);
  column.head("Potential gain");
  column.text(worth(card), ui.color().text);
  if (!card.place.empty()) {
    column.head("Where");
    if (card.place_event == EventId::None) {
      column.text(card.place, ui.color().text);
    } else if (column.link("finding.place", card.place)) {
      clicked = card.place_event;
    }
  }
  column.space(6);
  column.head("What to change");
  column.text(card.fix, ui.color().text);
  column.space(6);
  column.head("Evidence");
  for (std::size_t i = 0; i < card.evidence.size(); ++i) {
    const FindingWords& words = card.evidence[i];
    if (words.event == EventId::None) {
      column.text(words.text(), ui.color().text);
    } else if (column.link("finding.evidence." + std::to_string(i), words.text())) {
      clicked = words.next_after(selected);
    }
  }
  column.space(6);
  column.head("How to verify");
  column.text(card.confirm, ui.color().text);
  if (!card.changed_limits.empty()) {
    column.space(6);
    column.head("Changed thresholds");
    for (const std::string& limit : card.changed_limits) column.text(limit, ui.color().text);
  }
  content_px_ = column.height() + ui.px(12);
  ImGui::PopID();
  ImGui::PopClipRect();
  return clicked;
}

void FindingsDetail::draw_not_judged(const Ui& ui, Rect area, const FindingsModel& model) {
  if (ImGui::IsWindowHovered() && area.contains(ImGui::GetIO().MousePos)) {
    scroll_px_ -= ImGui::GetIO().MouseWheel * ui.px(kWheelPx);
  }
  scroll_px_ = scrollbar(ui, "finding.scroll", area, content_px_, scroll_px_);
  ImGui::PushClipRect(area.min(), area.max(), true);
  DetailColumn column(ui, column_of(ui, area), scroll_px_);
  for (std::size_t i = 0; i < model.not_judged.size(); ++i) {
    const FindingsModel::Unjudged& rule = model.not_judged[i];
    const std::string_view heading = unjudged_heading(model, i);
    if (!heading.empty()) column.title(heading);
    column.head(rule.id);
    column.text(rule.what + ": " + rule.why, ui.color().text);
  }
  content_px_ = column.height() + ui.px(12);
  ImGui::PopClipRect();
}

}  // namespace lanescope
