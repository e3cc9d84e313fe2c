// Idle gap lanes: when nothing runs on a device, colored by cause.
#include <algorithm>
#include <cmath>

#include "app/lanes/lane_view.h"
#include "app/lanes/slice_painter.h"
#include "app/lanes/strip_block.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/shapes.h"
#include "core/view/idle/idle_lane.h"
#include "core/view/text/idle_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kRoundFromPx = 12;
constexpr float kHatchFromPx = 3;
constexpr float kLabelPadPx = 5;
constexpr float kNotePadPx = 8;
constexpr std::size_t kMostClasses = 4;  // listed in a tooltip

class IdleLaneView final : public LaneView {
 public:
  void draw(const LaneScene& scene, const LanePlace& place) override {
    const IdleLane* lane = refresh(scene, place);
    const Rect row = row_rect(scene, place, 0);
    if (lanes_ != nullptr) draw_note(scene, row, lanes_->missing(place.lane.device));
    if (lane == nullptr) return;
    paint(scene, row);
    const auto& gap = scene.selection.gap();
    if (gap && gap->device == place.lane.device) outline_slice(scene, row, gap->range);
  }

  std::optional<LaneHit> hit(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    const IdleLane* lane = refresh(scene, place);
    if (lane == nullptr) return std::nullopt;
    const auto found = lane->hit(scene.viewport, at.x - place.rect.x0);
    if (!found) return std::nullopt;
    LaneHit hit;
    hit.count = found->count;
    hit.range = lane->gap(found->gap).range;
    hit.busy_ns = found->idle_ns;
    hit.gap = GapRef{place.lane.device, hit.range};
    return hit;
  }

  LaneWords reading(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    const IdleLane* lane = refresh(scene, place);
    if (lane == nullptr) return {};
    const auto found = lane->hit(scene.viewport, at.x - place.rect.x0);
    if (!found) return {};
    return found->count > 1 ? reading_of_block(scene, *lane, *found)
                            : reading_of_gap(scene, *lane, lane->gap(found->gap));
  }

 private:
  /// Null until the gaps are known, or if there are none.
  const IdleLane* refresh(const LaneScene& scene, const LanePlace& place) {
    const auto idle = scene.insights.ask<IdleLanes>(InsightScope::Whole, &idle_lanes_insight);
    const LaneQueryKey key = query_key(scene, place);
    if (idle.value == lanes_ && key == key_) return lane_;
    lanes_ = idle.value;
    key_ = key;
    lane_ = lanes_ ? lanes_->of(place.lane.device) : nullptr;
    rects_.clear();
    if (lane_ != nullptr) lane_->rects(scene.viewport, runs_, rects_);
    density_parts(rects_, parts_);
    return lane_;
  }

  static void draw_note(const LaneScene& scene, Rect row, std::string_view text) {
    if (text.empty()) return;
    const Face& face = scene.ui.face().small;
    draw_text(scene.list, face, {row.x0 + scene.ui.px(kNotePadPx), centered_y(face, row)},
              scene.ui.color().faint, text);
  }

  static ImU32 color_of(const LaneScene& scene, IdleClass what) {
    return packed(idle_color(scene.palette, what).fill);
  }

  void paint(const LaneScene& scene, Rect row) {
    ColumnPainter columns(scene.list, row);
    const auto height = static_cast<std::int32_t>(row.height());
    for (const DensityBar& bar : density_.lay_out(parts_, height, BarEdges::Shared)) {
      const IdleRect& rect = rects_[bar.part];
      const IdleColor look = idle_color(scene.palette, rect.what);
      const ImU32 color = packed(look.fill);
      const Rect at = columns.rect_of(bar);
      if (!bar.alone) {
        columns.fill(at, color);
        continue;
      }
      columns.flush();
      const bool round = at.width() >= scene.ui.px(kRoundFromPx);
      scene.list.AddRectFilled(at.min(), at.max(), color, round ? scene.ui.px(2) : 0);
      if (look.hatched && at.width() >= scene.ui.px(kHatchFromPx))
        paint_idle_hatch(scene.ui, scene.list, at);
      label(scene, at, rect);
    }
  }

  /// Class and length if both fit, else the class, else nothing.
  static void label(const LaneScene& scene, Rect at, const IdleRect& rect) {
    const Face& face = scene.ui.face().slice;
    const float pad = scene.ui.px(kLabelPadPx);
    const float left = std::max(at.x0, scene.list.GetClipRectMin().x) + pad;
    const float room = at.x1 - pad - left;
    const std::string_view title = idle_class_title(rect.what);
    const float title_px = scene.labels.width_px(title);
    if (title_px > room) return;
    const ImU32 color = packed(idle_color(scene.palette, rect.what).text);
    const ImVec2 from{left, centered_y(face, at)};
    draw_text(scene.list, face, from, color, title);
    const std::string length = format_duration(rect.length_ns);
    const float gap = scene.ui.px(kLabelPadPx);
    if (title_px + gap + scene.labels.width_px(length) > room) return;
    draw_text(scene.list, face, {from.x + title_px + gap, from.y}, color, length);
  }

  static LaneWords reading_of_gap(const LaneScene& scene, const IdleLane& lane,
                                  const IdleGap& gap) {
    LaneWords reading;
    reading.title = "Idle · " + std::string(idle_class_title(gap.main));
    reading.sentence = idle_sentence(scene.snapshot, lane.device(), gap);
    reading.swatch = color_of(scene, gap.main);
    reading.facts.emplace_back("Duration", format_duration(gap.range.length_ns()));
    const auto classes = classes_of(lane.device(), gap);
    if (classes.size() < 2) return reading;
    for (std::size_t i = 0; i < std::min(classes.size(), kMostClasses); ++i) {
      reading.facts.emplace_back(idle_class_title(classes[i].first),
                                 format_duration(classes[i].second));
    }
    return reading;
  }

  static LaneWords reading_of_block(const LaneScene& scene, const IdleLane& lane,
                                    const IdleLane::Hit& hit) {
    const IdleGap& longest = lane.gap(hit.gap);
    LaneWords reading =
        words_of_block(hit.count, "idle gap", hit.idle_ns, color_of(scene, longest.main));
    reading.facts.emplace_back("Longest", format_duration(longest.range.length_ns()));
    reading.facts.emplace_back("Cause of longest", idle_class_title(longest.main));
    return reading;
  }

  std::shared_ptr<const IdleLanes> lanes_;
  const IdleLane* lane_ = nullptr;
  LaneQueryKey key_;
  std::vector<StripRun> runs_;
  std::vector<IdleRect> rects_;
  std::vector<DensityPart> parts_;
  DensityRow density_;
};

}  // namespace

std::unique_ptr<LaneView> make_idle_lane() {
  return std::make_unique<IdleLaneView>();
}

}  // namespace lanescope
