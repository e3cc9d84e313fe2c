#include "app/panes/timeline/ruler_strip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

#include "app/widgets/draw/paint.h"
#include "core/base/clamped.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::array kTickPx{92.0F, 64.0F, 46.0F};  // least distances of major ticks
constexpr float kBeforeLabelPx = 5, kLabelGapPx = 6;
constexpr double kLeastLabels = 2;

/// Whether text from x0 to x1 would touch the box.
bool touches(Rect box, float x0, float x1, float gap) {
  return !box.empty() && x0 < box.x1 + gap && x1 > box.x0 - gap;
}

/// The position of a range on the strip, in viewport pixels.
std::pair<double, double> place_of(const Viewport& viewport, TimeRange range) {
  return {clamped(viewport.x_of(range.begin_ns), 0.0, viewport.width_px()),
          clamped(viewport.x_of(range.end_ns), 0.0, viewport.width_px())};
}

/// Moves a box to the nearest place in the strip where it touches none of the others; it stays if
/// there is none.
void keep_apart(Rect strip, std::initializer_list<Rect> others, Rect& moved, float gap) {
  if (moved.empty()) return;
  const float width = moved.width(), home = moved.x0;
  const auto is_free = [&](float x0) {
    const auto in_the_way = [&](Rect other) { return touches(other, x0, x0 + width, gap); };
    return std::ranges::none_of(others, in_the_way);
  };
  if (is_free(home)) return;
  float nearest_px = std::numeric_limits<float>::max();
  for (const Rect other : others) {
    if (other.empty()) continue;
    for (const float x0 : {other.x1 + gap, other.x0 - gap - width}) {
      const float away_px = std::abs(x0 - home);
      if (x0 < strip.x0 || x0 + width > strip.x1 || away_px >= nearest_px || !is_free(x0)) continue;
      nearest_px = away_px;
      moved = {x0, moved.y0, x0 + width, moved.y1};
    }
  }
}

float widest_label(const Face& face, const Ruler& ruler) {
  float widest = 0;
  for (const RulerTick& tick : ruler.ticks) widest = std::max(widest, text_width(face, tick.label));
  return widest;
}

/// One label alone says nothing of the scale: where so few would be whole, ticks are closer.
Ruler readable_ruler(const Ui& ui, const Viewport& viewport, Ns origin_ns) {
  Ruler ruler;
  for (const float tick_px : kTickPx) {
    Ruler closer = make_ruler(viewport, origin_ns, ui.px(tick_px));
    const double step_px = static_cast<double>(closer.step_ns) / viewport.ns_per_px();
    const float label_px = widest_label(ui.face().small, closer) + ui.px(kBeforeLabelPx);
    if (!ruler.ticks.empty() && label_px + ui.px(kLabelGapPx) > step_px) break;
    ruler = std::move(closer);
    if (kLeastLabels * step_px + label_px <= viewport.width_px()) break;
  }
  return ruler;
}

}  // namespace

void RulerStrip::refresh(const Ui& ui, const Viewport& viewport, std::optional<Ns> origin_ns) {
  if (origin_ns_ == origin_ns && viewport_.view() == viewport.view() &&
      viewport_.width_px() == viewport.width_px())
    return;
  origin_ns_ = origin_ns;
  viewport_ = viewport;
  ruler_ = origin_ns ? readable_ruler(ui, viewport, *origin_ns) : Ruler();
}

void RulerStrip::draw(const Ui& ui, Rect strip, const RulerNotes& notes) const {
  ImGui::PushClipRect(strip.min(), strip.max(), true);
  if (notes.range) {
    const auto [x0, x1] = place_of(viewport_, *notes.range);
    fill_rect(
        {strip.x0 + static_cast<float>(x0), strip.y0, strip.x0 + static_cast<float>(x1), strip.y1},
        ui.color().range);
  }
  if (ruler_.ticks.empty()) {
    const Face& small = ui.face().small;
    draw_text(small, {strip.x0 + ui.px(5), centered_y(small, strip.y0, strip.y1 - ui.px(2))},
              ui.color().dim, "no events");
  }
  Label range = range_label(ui, strip, notes);
  Label cursor = cursor_label(ui, strip, notes);
  keep_apart(strip, {notes.kept_free}, range.box, ui.px(4));
  keep_apart(strip, {notes.kept_free, range.box}, cursor.box, ui.px(4));
  draw_ticks(ui, strip, {range.box, cursor.box, notes.kept_free});
  const Face& face = ui.face().mono;
  for (const Label* label : std::initializer_list<const Label*>{&range, &cursor}) {
    if (label->box.empty()) continue;
    ui.mark(label == &range ? "ruler.range" : "ruler.cursor", label->box);
    fill_rect(label->box, label->fill, ui.px(4));
    draw_text(face, {label->box.x0 + ui.px(8), centered_y(face, label->box)}, ui.color().text,
              label->text);
  }
  ImGui::PopClipRect();
}

void RulerStrip::draw_ticks(const Ui& ui, Rect strip, const std::array<Rect, 3>& taken) const {
  const Face& face = ui.face().small;
  for (const RulerTick& tick : ruler_.ticks) {
    const float x = strip.x0 + std::floor(static_cast<float>(tick.x_px));
    const float height = ui.px(tick.major ? 9 : 4);
    fill_rect({x, strip.y1 - height, x + 1, strip.y1},
              tick.major ? ui.color().faint : ui.color().line);
    if (!tick.major) continue;
    const float x0 = x + ui.px(kBeforeLabelPx);
    const float x1 = x0 + text_width(face, tick.label);
    const float gap = ui.px(kLabelGapPx);
    const auto in_the_way = [&](Rect box) { return touches(box, x0, x1, gap); };
    if (x0 < strip.x0 || x1 > strip.x1 || std::ranges::any_of(taken, in_the_way)) continue;
    draw_text(face, {x0, centered_y(face, strip.y0, strip.y1 - ui.px(2))}, ui.color().dim,
              tick.label);
  }
}

void RulerStrip::draw_grid(const Ui& ui, Rect lanes) const {
  for (const RulerTick& tick : ruler_.ticks) {
    if (!tick.major) continue;
    const float x = lanes.x0 + std::floor(static_cast<float>(tick.x_px));
    if (x < lanes.x0 || x >= lanes.x1) continue;
    fill_rect({x, lanes.y0, x + 1, lanes.y1}, ui.color().grid);
  }
}

RulerStrip::Label RulerStrip::make_label(const Ui& ui, Rect strip, double x_px, std::string text,
                                         ImU32 fill) {
  const float half = std::ceil(text_width(ui.face().mono, text) / 2) + ui.px(8);
  const float least = strip.x0 + half;
  const float x = clamped(std::floor(strip.x0 + static_cast<float>(x_px)), least,
                          std::max(least, strip.x1 - half));
  const Rect box{x - half, strip.y0 + ui.px(2), x + half, strip.y1 - ui.px(2)};
  return {box, std::move(text), fill};
}

RulerStrip::Label RulerStrip::range_label(const Ui& ui, Rect strip, const RulerNotes& notes) const {
  if (!notes.range) return {};
  const auto [x0, x1] = place_of(viewport_, *notes.range);
  if (x1 <= 0 || x0 >= viewport_.width_px()) return {};
  return make_label(ui, strip, (x0 + x1) / 2, format_duration(notes.range->length_ns()),
                    mixed(ui.color().panel, ui.color().accent, 0.28F));
}

RulerStrip::Label RulerStrip::cursor_label(const Ui& ui, Rect strip,
                                           const RulerNotes& notes) const {
  if (!notes.cursor_ns || !origin_ns_) return {};
  // A time of another run may be out of view here: at the edge, it would be taken for the edge's.
  const double x_px = viewport_.x_of(*notes.cursor_ns);
  if (x_px < -0.5 || x_px > viewport_.width_px() + 0.5) return {};
  return make_label(ui, strip, x_px, format_exact_time(*notes.cursor_ns - *origin_ns_),
                    ui.color().raised);
}

}  // namespace lanescope
