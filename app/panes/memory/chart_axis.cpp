// Around the picture of the blocks: the time axis above, the legend below.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/panes/memory/chart.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostFlags = 2000;  // spikes
constexpr float kMorePx = 28;             // for the number of colors without room

}  // namespace

void MemoryChart::draw_axis(const PaneFrame& frame, MemoryState& state, Rect axis) {
  const Ui& ui = frame.ui;
  const Ns origin_ns = frame.view.snapshot()->extent.begin_ns;
  if (!(ruler_view_ == viewport_.view()) || ruler_width_px_ != viewport_.width_px()) {
    ruler_view_ = viewport_.view();
    ruler_width_px_ = viewport_.width_px();
    ruler_ = make_ruler(viewport_, origin_ns, ui.px(90));
  }
  const Press press = press_area(ui, "memory.axis", axis);
  if (press.hovered || press.held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (press.held) {
    const float x = clamped(ImGui::GetIO().MousePos.x, axis.x0, axis.x1);
    state.wanted_cursor = MemoryCursor{viewport_.time_at(x - bands_.x0), kNoBlock};
  }
  ImGui::PushClipRect(axis.min(), axis.max(), true);
  const Rect box = cursor_box(frame, state, axis);
  draw_ticks(ui, axis, box);
  draw_marks(ui, state, axis, box);
  ImGui::PopClipRect();
}

void MemoryChart::draw_ticks(const Ui& ui, Rect axis, Rect taken) const {
  const Face& face = ui.face().small;
  for (const RulerTick& tick : ruler_.ticks) {
    if (!tick.major) continue;
    const float x = bands_.x0 + std::floor(static_cast<float>(tick.x_px));
    fill_rect({x, axis.y1 - ui.px(6), x + 1, axis.y1}, ui.color().faint);
    const float x1 = x + ui.px(5) + text_width(face, tick.label);
    if (x < axis.x0 || x1 > axis.x1 || (x1 > taken.x0 && x < taken.x1)) continue;
    draw_text(face, {x + ui.px(5), centered_y(face, axis)}, ui.color().dim, tick.label);
  }
}

/// The peak and spikes, on the axis.
void MemoryChart::draw_marks(const Ui& ui, const MemoryState& state, Rect axis, Rect box) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float side = ui.px(4);
  const auto flag = [&](Ns time_ns, ImU32 color) {
    const float x = x_of(time_ns);
    if (x < axis.x0 || x > axis.x1 || (x > box.x0 && x < box.x1)) return;
    list.AddTriangleFilled({x - side, axis.y1 - 2 * side}, {x + side, axis.y1 - 2 * side},
                           {x, axis.y1}, color);
  };
  if (const MemoryReport* report = state.report()) {
    if (report->device.spikes) {
      const auto& spikes = *report->device.spikes;
      for (std::size_t i = 0; i < std::min(spikes.size(), kMostFlags); ++i)
        flag(spikes[i].time_ns, ui.color().warning);
    }
    if (report->device.peak_at_ns) flag(*report->device.peak_at_ns, ui.color().error);
  }
}

/// Draws the time of the cursor and returns its area, or that of a note if the cursor is out of
/// view.
Rect MemoryChart::cursor_box(const PaneFrame& frame, const MemoryState& state, Rect axis) {
  const Ui& ui = frame.ui;
  const auto cursor = state.cursor();
  if (!cursor) return {};
  const float x = x_of(cursor->time_ns);
  if (x < axis.x0 || x > axis.x1) return outside_box(frame, state, axis, x < axis.x0);
  const Ns origin_ns = frame.view.snapshot()->extent.begin_ns;
  cursor_words_ = format_exact_time(saturating_sub(cursor->time_ns, origin_ns));
  const Face& face = ui.face().mono;
  const float half = std::ceil(text_width(face, cursor_words_) / 2) + ui.px(7);
  const float middle = clamped(x, axis.x0 + half, std::max(axis.x0 + half, axis.x1 - half));
  const Rect box{middle - half, axis.y0 + 1, middle + half, axis.y1 - ui.px(2)};
  fill_rect(box, mixed(ui.color().panel, ui.color().accent, 0.28F), ui.px(4));
  draw_text(face, {box.x0 + ui.px(7), centered_y(face, box)}, ui.color().text, cursor_words_);
  ui.mark("memory.cursor", box);
  return box;
}

/// Says that the table next to the picture is about a time that is not in view.
Rect MemoryChart::outside_box(const PaneFrame& frame, const MemoryState& state, Rect axis,
                              bool left) const {
  const Ui& ui = frame.ui;
  const std::string_view words =
      state.wanted_cursor ? "at the cursor, out of view" : "at the peak, out of view";
  const Face& face = ui.face().small;
  const float arrow = ui.px(4);
  const float room = std::min(text_width(face, words) + 1, axis.width() - ui.px(24));
  if (room <= 0) return {};
  const float width = room + ui.px(20);
  const float x0 = left ? axis.x0 : axis.x1 - width;
  const Rect box{x0, axis.y0 + 1, x0 + width, axis.y1 - ui.px(2)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(box.min(), box.max(), mixed(ui.color().panel, ui.color().accent, 0.28F),
                     ui.px(4));
  const float tip = left ? box.x0 + ui.px(4) : box.x1 - ui.px(4);
  const float back = left ? tip + arrow : tip - arrow;
  const float y = std::floor((box.y0 + box.y1) / 2);
  if (left) {
    list.AddTriangleFilled({back, y - arrow}, {back, y + arrow}, {tip, y}, ui.color().dim);
  } else {
    list.AddTriangleFilled({back, y - arrow}, {tip, y}, {back, y + arrow}, ui.color().dim);
  }
  draw_text_fitted(list, face,
                   {left ? box.x0 + ui.px(14) : box.x0 + ui.px(6), centered_y(face, box)}, room,
                   ui.color().text, words);
  ui.mark("memory.outside", box);
  return box;
}

void MemoryChart::draw_legend(const PaneFrame& frame, const MemoryState& state, Rect row) const {
  const Ui& ui = frame.ui;
  const Face& face = ui.face().small;
  const float y = centered_y(face, row);
  std::string counts;
  if (const BlockPicture* picture = state.picture()) {
    counts = format_count(picture->drawn) + " blocks";
    if (picture->smaller > 0)
      counts += " · " + format_count(picture->smaller) + " too small to draw";
  }
  const Rect right = row.cut_right(std::min(text_width(face, counts) + ui.px(2), row.width()));
  draw_text_fitted(face, {right.x0, y}, right.width(), ui.color().faint, counts);
  row.cut_right(ui.px(10));
  const std::vector<const BlockOwner*> owners = drawn_owners(state);
  const std::string_view heading = state.colors().heading;
  if (row.width() < text_width(face, heading)) return;
  draw_text(face, {row.x0, y}, ui.color().faint, heading);
  ui.mark("memory.legend", row);
  const Rect all = row;
  row.cut_left(text_width(face, heading) + ui.px(8));
  const float side = ui.px(9);
  std::size_t named = 0;
  for (; named < owners.size(); ++named) {
    const BlockOwner& owner = *owners[named];
    const float width = side + ui.px(5) + text_width(face, owner.title);
    const float for_more = named + 1 < owners.size() ? ui.px(kMorePx) : 0;
    if (row.width() < width + for_more) break;
    const Rect one = row.cut_left(width + ui.px(12));
    const float top = std::floor((row.y0 + row.y1 - side) / 2) + 1;
    fill_rect({one.x0, top, one.x0 + side, top + side}, frame.palette.fill_of(owner.role, 0),
              ui.px(2));
    draw_text(face, {one.x0 + side + ui.px(5), y}, ui.color().dim, owner.title);
  }
  if (named == owners.size()) return;
  draw_text(face, {row.x0, y}, ui.color().dim, fmt::format("+{}", owners.size() - named));
  if (press_area(ui, "memory.colors", all).hovered) draw_all_colors(frame, owners);
}

/// Of the blocks in the picture, in their order.
std::vector<const BlockOwner*> MemoryChart::drawn_owners(const MemoryState& state) {
  std::array<bool, kBlockGroups> occurs{};
  if (const BlockPicture* picture = state.picture()) {
    const auto& owner_of = state.colors().owner_of;
    for (const BlockBand& band : picture->bands) {
      if (band.block < owner_of.size()) occurs.at(owner_of[band.block]) = true;
    }
    for (const MergedBand& band : picture->small) occurs.at(band.group % kBlockGroups) = true;
  }
  std::vector<const BlockOwner*> owners;
  for (std::size_t i = 0; i < state.colors().owners.size(); ++i) {
    if (occurs.at(i)) owners.push_back(&state.colors().owners[i]);
  }
  return owners;
}

void MemoryChart::draw_all_colors(const PaneFrame& frame,
                                  const std::vector<const BlockOwner*>& owners) {
  std::vector<TooltipLine> lines;
  for (const BlockOwner* owner : owners) {
    TooltipLine& line = lines.emplace_back();
    line.label = owner->title;
    line.text = block_owner_label(owner->kind);
    line.swatch = frame.palette.fill_of(owner->role, 0);
  }
  draw_tooltip(frame.ui, ImGui::GetIO().MousePos, lines);
}

}  // namespace lanescope
