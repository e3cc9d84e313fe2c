#include "app/shell/settings/gpu_peaks_dialog.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/widgets/button.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/text_field.h"

namespace lanescope {
namespace {

constexpr float kRowPx = 30;
constexpr float kRatePx = 78, kGapPx = 6, kResetPx = 28;
constexpr const char* kHint =
    "TFLOP/s without sparsity, memory in GB/s; empty if unknown. Roofline and findings update "
    "immediately.";
constexpr const char* kNotKnown = "–";

/// The columns of a row, or of the headings above.
struct Columns {
  Rect name, reset;
  std::array<Rect, kPeakColumns> rates;

  Columns(const Ui& ui, Rect row) {
    reset = row.cut_right(ui.px(kResetPx));
    for (std::size_t i = kPeakColumns; i-- > 0;) {
      rates[i] = row.cut_right(ui.px(kRatePx));
      row.cut_right(ui.px(kGapPx));
    }
    name = row;
  }
};

/// "gpu_peaks.2.NVIDIA H200": the column comes first, because names may contain anything.
std::string field_of(const GpuPeakRow& row, std::size_t column) {
  return "gpu_peaks." + std::to_string(column) + "." + row.name;
}

float draw_group(const Ui& ui, Rect area, float y, std::string_view title) {
  y += ui.px(10);
  draw_text(ui.face().strong, {area.x0, y}, ui.color().text, title);
  y += ui.px(22);
  fill_rect({area.x0, y - ui.px(3), area.x1, y - ui.px(2)}, ui.color().line);
  return y;
}

void draw_heads(const Ui& ui, Rect heads) {
  const Columns columns(ui, heads);
  const Face& face = ui.face().small;
  const float y = centered_y(face, heads);
  draw_text(face, {columns.name.x0, y}, ui.color().faint, "GPU");
  for (std::size_t i = 0; i < kPeakColumns; ++i) {
    draw_text(face, {columns.rates[i].x0 + ui.px(10), y}, ui.color().faint, peak_column_title(i));
  }
}

}  // namespace

void GpuPeaksDialog::open() {
  open_ = true;
  take_focus_ = true;
  filter_.clear();
  added_.clear();
  problem_.clear();
  fields_ = {};
  scroll_px_ = 0;
}

void GpuPeaksDialog::draw(const Ui& ui, std::span<const DeviceInfo> devices,
                          std::vector<GpuPeaks>& given) {
  if (!open_) return;
  Dialog dialog(ui, "gpu_peaks.dialog", {900, 620});
  if (!dialog.shown()) return;
  const bool was_edited = fields_.editing();
  rows_ = gpu_peak_rows(devices, given, filter_);
  draw_content(ui, dialog.area(), given);
  take_edits(given);
  // An Esc that leaves a field must not close the dialog too.
  const bool left_field = was_edited && ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  if (wants_close_ || (dialog.dismissed() && !left_field)) {
    fields_.finish();
    take_edits(given);
    open_ = wants_close_ = false;
    dialog.close();
  }
}

void GpuPeaksDialog::draw_content(const Ui& ui, Rect box, std::vector<GpuPeaks>& given) {
  Rect inner = box.inset(ui.px(20), ui.px(16));
  draw_text(ui.face().title, inner.cut_top(ui.px(34)).min(), ui.color().text, "GPU peaks");
  text_field(ui, "gpu_peaks.filter", inner.cut_top(ui.px(32)), filter_, "Filter by name",
             icon::kSearch, take_focus_);
  take_focus_ = false;
  inner.cut_top(ui.px(10));
  draw_foot(ui, inner.cut_bottom(ui.px(40)), given);
  const Rect heads = inner.cut_top(ui.px(20));
  draw_heads(ui, {heads.x0, heads.y0, heads.x1 - ui.px(8), heads.y1});
  if (ImGui::IsWindowHovered()) scroll_px_ -= ImGui::GetIO().MouseWheel * ui.px(60);
  scroll_px_ =
      scrollbar(ui, "gpu_peaks.scroll", {inner.x0, inner.y0, inner.x1 + ui.px(12), inner.y1},
                content_px_, scroll_px_);
  ImGui::PushClipRect(inner.min(), inner.max(), true);
  draw_rows(ui, inner, given);
  ImGui::PopClipRect();
}

void GpuPeaksDialog::draw_rows(const Ui& ui, Rect area, std::vector<GpuPeaks>& given) {
  const float top = area.y0 - std::floor(scroll_px_);
  const float right = area.x1 - ui.px(8);
  float y = top;
  std::optional<PeakGroup> group;
  for (const GpuPeakRow& row : rows_) {
    if (row.group != group)
      y = draw_group(ui, {area.x0, y, right, y}, y, peak_group_title(row.group));
    group = row.group;
    const Rect rect{area.x0, y, right, y + ui.px(kRowPx)};
    if (rect.y1 > area.y0 && rect.y0 < area.y1) draw_row(ui, rect, row, given);
    y = rect.y1;
  }
  if (rows_.empty()) {
    draw_text(ui.face().ui, {area.x0, y + ui.px(10)}, ui.color().faint, "No matching GPU");
  }
  content_px_ = y - top + ui.px(8);
}

void GpuPeaksDialog::draw_row(const Ui& ui, Rect rect, const GpuPeakRow& row,
                              std::vector<GpuPeaks>& given) {
  const Colors& c = ui.color();
  const Columns columns(ui, rect);
  const Face& face = ui.face().ui;
  draw_text_fitted(face, {columns.name.x0, centered_y(face, rect)}, columns.name.width() - ui.px(8),
                   row.given ? c.accent : c.text, row.name);
  for (std::size_t i = 0; i < kPeakColumns; ++i) {
    const std::string text = peak_text(row.peaks, i);
    const Rect at = columns.rates[i];
    if (row.group != PeakGroup::BuiltIn) {
      fields_.draw(ui, field_of(row, i), at.inset(0, ui.px(2)), text, kNotKnown);
    } else {
      draw_text(face, {at.x0 + ui.px(10), centered_y(face, rect)}, text.empty() ? c.faint : c.dim,
                text.empty() ? kNotKnown : text);
    }
  }
  if (!row.given) return;
  if (icon_button(ui, {"gpu_peaks.reset.", row.name}, columns.reset.inset(ui.px(2), ui.px(3)),
                  icon::kClose, "Remove your values")) {
    fields_.cancel();
    forget_gpu_peaks(row, given);
    problem_.clear();
  }
}

/// GPUs that are not in the trace are added by name.
void GpuPeaksDialog::draw_foot(const Ui& ui, Rect foot, std::vector<GpuPeaks>& given) {
  constexpr std::string_view kAdd = "Add";
  foot.cut_top(ui.px(10));
  const Rect add = foot.cut_right(text_button_width(ui, kAdd));
  foot.cut_right(ui.px(8));
  const FieldEvents field = text_field(ui, "gpu_peaks.name", foot.cut_right(ui.px(220)), added_,
                                       "Part of a GPU's name", "", false);
  const bool wanted = action_button(ui, "gpu_peaks.add", add, kAdd, false) || field.entered;
  if (wanted && !added_.empty()) {
    if (std::ranges::find(given, added_, &GpuPeaks::gpu) == given.end()) given.push_back({added_});
    filter_.clear();
    added_.clear();
    scroll_px_ = 0;
  }
  const Face& face = ui.face().small;
  draw_text_fitted(face, {foot.x0, centered_y(face, foot)}, foot.width() - ui.px(12),
                   problem_.empty() ? ui.color().faint : ui.color().warning,
                   problem_.empty() ? kHint : problem_);
  if (!problem_.empty()) ui.mark("gpu_peaks.problem", foot);
}

void GpuPeaksDialog::take_edits(std::vector<GpuPeaks>& given) {
  for (const CommitFields::Commit& edit : fields_.take()) {
    for (const GpuPeakRow& row : rows_) {
      for (std::size_t column = 0; column < kPeakColumns; ++column) {
        if (row.group == PeakGroup::BuiltIn || field_of(row, column) != edit.id) continue;
        const auto error = set_gpu_peak(row, column, edit.text, given);
        problem_ = error ? error->message : "";
      }
    }
  }
}

}  // namespace lanescope
