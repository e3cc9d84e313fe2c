#include "app/shell/settings/threshold_dialog.h"

#include <cmath>
#include <utility>

#include "app/widgets/button.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/text_field.h"

namespace lanescope {
namespace {

constexpr float kRowPx = 30;
constexpr float kNamePx = 170, kValuePx = 96, kUsualPx = 84, kResetPx = 28, kGapPx = 10;
constexpr std::string_view kFieldId = "thresholds.value.";
constexpr const char* kHint =
    "Values take units: 30us, 64KiB, 5%. Findings and tables update immediately.";

/// The columns of a row, or of the headings above.
struct Columns {
  Rect name, meaning, value, usual, reset;

  Columns(const Ui& ui, Rect row) {
    reset = row.cut_right(ui.px(kResetPx));
    usual = row.cut_right(ui.px(kUsualPx));
    row.cut_right(ui.px(kGapPx));
    value = row.cut_right(ui.px(kValuePx));
    row.cut_right(ui.px(kGapPx));
    name = row.cut_left(ui.px(kNamePx));
    meaning = row;
  }
};

std::string field_of(const Threshold& threshold) {
  return std::string(kFieldId) + std::string(threshold.name);
}

float draw_group(const Ui& ui, Rect area, float y, std::string_view title) {
  y += ui.px(12);
  draw_text(ui.face().strong, {area.x0, y}, ui.color().text, title);
  y += ui.px(22);
  fill_rect({area.x0, y - ui.px(3), area.x1, y - ui.px(2)}, ui.color().line);
  return y;
}

}  // namespace

void ThresholdDialog::open() {
  open_ = true;
  take_focus_ = true;
  filter_.clear();
  problem_.clear();
  fields_ = {};
  scroll_px_ = 0;
}

void ThresholdDialog::draw(const Ui& ui, Thresholds& thresholds) {
  if (!open_) return;
  Dialog dialog(ui, "thresholds.dialog", {860, 660});
  if (!dialog.shown()) return;
  const bool was_edited = fields_.editing();
  draw_content(ui, dialog.area(), thresholds);
  // An Esc that leaves a field must not close the dialog too.
  const bool left_field = was_edited && ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  if (wants_close_ || (dialog.dismissed() && !left_field)) {
    fields_.finish();
    take_edits(thresholds);
    open_ = wants_close_ = false;
    dialog.close();
  }
}

void ThresholdDialog::draw_content(const Ui& ui, Rect box, Thresholds& thresholds) {
  Rect inner = box.inset(ui.px(20), ui.px(16));
  draw_text(ui.face().title, inner.cut_top(ui.px(34)).min(), ui.color().text, "Thresholds");
  text_field(ui, "thresholds.filter", inner.cut_top(ui.px(32)), filter_,
             "Filter by name, meaning or group", icon::kSearch, take_focus_);
  take_focus_ = false;
  inner.cut_top(ui.px(10));
  draw_foot(ui, inner.cut_bottom(ui.px(40)), thresholds);
  const Rect heads = inner.cut_top(ui.px(20));
  const Columns columns(ui, {heads.x0, heads.y0, heads.x1 - ui.px(8), heads.y1});
  const Face& face = ui.face().small;
  const float y = centered_y(face, heads);
  draw_text(face, {columns.name.x0, y}, ui.color().faint, "Name");
  draw_text(face, {columns.meaning.x0, y}, ui.color().faint, "Meaning");
  draw_text(face, {columns.value.x0 + ui.px(10), y}, ui.color().faint, "Value");
  draw_text_right(face, columns.usual.x1, y, ui.color().faint, "Default");
  if (ImGui::IsWindowHovered()) scroll_px_ -= ImGui::GetIO().MouseWheel * ui.px(60);
  scroll_px_ =
      scrollbar(ui, "thresholds.scroll", {inner.x0, inner.y0, inner.x1 + ui.px(12), inner.y1},
                content_px_, scroll_px_);
  ImGui::PushClipRect(inner.min(), inner.max(), true);
  draw_rows(ui, inner, thresholds);
  ImGui::PopClipRect();
}

void ThresholdDialog::draw_rows(const Ui& ui, Rect area, Thresholds& thresholds) {
  const float top = area.y0 - std::floor(scroll_px_);
  const float right = area.x1 - ui.px(8);
  float y = top;
  std::string_view group;
  for (const Threshold* one : find_thresholds(filter_)) {
    if (one->group != group) y = draw_group(ui, {area.x0, y, right, y}, y, one->group);
    group = one->group;
    const Rect row{area.x0, y, right, y + ui.px(kRowPx)};
    if (row.y1 > area.y0 && row.y0 < area.y1) draw_row(ui, row, *one, thresholds);
    y = row.y1;
  }
  take_edits(thresholds);
  if (group.empty()) {
    draw_text(ui.face().ui, {area.x0, y + ui.px(10)}, ui.color().faint, "No matching threshold");
  }
  content_px_ = y - top + ui.px(8);
}

void ThresholdDialog::draw_row(const Ui& ui, Rect row, const Threshold& threshold,
                               Thresholds& thresholds) {
  const Colors& c = ui.color();
  const Columns columns(ui, row);
  const Face& face = ui.face().ui;
  const double value = threshold.value_in(thresholds);
  const bool changed = value != threshold.usual();
  const float y = centered_y(face, row);
  draw_text_fitted(face, {columns.name.x0, y}, columns.name.width() - ui.px(8),
                   changed ? c.accent : c.text, threshold.name);
  draw_text_fitted(face, {columns.meaning.x0, y}, columns.meaning.width(), c.dim,
                   threshold.meaning);
  draw_text_right(face, columns.usual.x1, y, c.dim, threshold.text_of(threshold.usual()));
  fields_.draw(ui, field_of(threshold), columns.value.inset(0, ui.px(2)), threshold.text_of(value));
  if (!changed) return;
  if (icon_button(ui, {"thresholds.reset.", threshold.name},
                  columns.reset.inset(ui.px(2), ui.px(3)), icon::kClose, "Reset to default")) {
    if (fields_.editing(field_of(threshold))) fields_.cancel();
    threshold.put(threshold.usual(), thresholds);
    problem_.clear();
  }
}

void ThresholdDialog::draw_foot(const Ui& ui, Rect foot, Thresholds& thresholds) {
  constexpr std::string_view kResetAll = "Reset all";
  foot.cut_top(ui.px(10));
  const std::size_t changed = changed_thresholds(thresholds).size();
  const Rect reset = foot.cut_right(text_button_width(ui, kResetAll));
  if (changed != 0 && action_button(ui, "thresholds.reset_all", reset, kResetAll, false)) {
    Thresholds usual;
    usual.gpu_peaks = std::move(thresholds.gpu_peaks);  // they have their own list
    thresholds = std::move(usual);
    fields_.cancel();
    problem_.clear();
  }
  const Face& face = ui.face().small;
  draw_text_fitted(face, {foot.x0, centered_y(face, foot)}, foot.width() - ui.px(12),
                   problem_.empty() ? ui.color().faint : ui.color().warning,
                   problem_.empty() ? kHint : problem_);
  if (!problem_.empty()) ui.mark("thresholds.problem", foot);
}

void ThresholdDialog::take_edits(Thresholds& thresholds) {
  for (const CommitFields::Commit& edit : fields_.take()) {
    const Threshold* one = find_threshold(std::string_view(edit.id).substr(kFieldId.size()));
    if (one != nullptr) put(*one, edit.text, thresholds);
  }
}

void ThresholdDialog::put(const Threshold& threshold, const std::string& text,
                          Thresholds& thresholds) {
  problem_.clear();
  const auto value = threshold.parse(text);
  if (value.ok()) {
    threshold.put(value.value(), thresholds);
  } else {
    problem_ = value.error().message;
  }
}

}  // namespace lanescope
