// Idle gap lanes: when nothing runs on a device, colored by cause.
#include <algorithm>
#include <cmath>

#include "app/lanes/lane_view.h"
#include "app/lanes/slice_painter.h"
#include "app/widgets/draw/paint.h"
#include "core/view/idle/idle_lane.h"
#include "core/view/text/idle_text.h"

namespace lanescope {
namespace {

constexpr float kRoundFromPx = 7;
constexpr float kLabelPadPx = 5;
constexpr float kFaintestBlock = 0.34F;
constexpr std::size_t kMostClasses = 4;  // listed in a tooltip

class IdleLaneView final : public LaneView {
 public:
  void draw(const LaneScene& scene, const LanePlace& place) override {
    const IdleLane* lane = refresh(scene, place);
    if (lane == nullptr) return;
    const Rect row = row_rect(scene, place, 0);
    for (const IdleRect& rect : rects_) paint(scene, row, rect);
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
    return found->count > 1 ? reading_of_block(*lane, *found)
                            : reading_of_gap(scene.snapshot, *lane, lane->gap(found->gap));
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
    return lane_;
  }

  static ImU32 color_of(const LaneScene& scene, IdleClass what) {
    const IdleLook look = look_of(what);
    return look.role ? scene.palette.fill_of(*look.role, look.shade) : scene.ui.color().faint;
  }

  static void paint(const LaneScene& scene, Rect row, const IdleRect& rect) {
    const float x0 = std::floor(row.x0 + rect.x0_px + 0.5F);
    const float x1 = std::max(std::floor(row.x0 + rect.x1_px + 0.5F), x0 + 1);
    const float share = kFaintestBlock + (1 - kFaintestBlock) * rect.busy;
    const ImU32 color = mixed(scene.ui.color().background, color_of(scene, rect.what), share);
    const bool round = x1 - x0 >= scene.ui.px(kRoundFromPx);
    scene.list.AddRectFilled({x0, row.y0}, {x1, row.y1}, color, round ? scene.ui.px(2) : 0);
    if (rect.count == 1) label(scene, {x0, row.y0, x1, row.y1}, rect);
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
    const IdleLook look = look_of(rect.what);
    const ImU32 color =
        look.role ? scene.palette.text_of(*look.role, look.shade) : scene.ui.color().background;
    const ImVec2 from{left, centered_y(face, at)};
    draw_text(scene.list, face, from, color, title);
    const std::string length = format_duration(rect.length_ns);
    const float gap = scene.ui.px(kLabelPadPx);
    if (title_px + gap + scene.labels.width_px(length) > room) return;
    draw_text(scene.list, face, {from.x + title_px + gap, from.y}, color, length);
  }

  static LaneWords reading_of_gap(const Snapshot& snapshot, const IdleLane& lane,
                                  const IdleGap& gap) {
    LaneWords reading;
    reading.title = "Idle · " + std::string(idle_class_title(gap.main));
    reading.sentence = idle_sentence(snapshot, lane.device(), gap);
    reading.role = look_of(gap.main).role;
    reading.facts.emplace_back("Duration", format_duration(gap.range.length_ns()));
    const auto classes = classes_of(lane.device(), gap);
    if (classes.size() < 2) return reading;
    for (std::size_t i = 0; i < std::min(classes.size(), kMostClasses); ++i) {
      reading.facts.emplace_back(idle_class_title(classes[i].first),
                                 format_duration(classes[i].second));
    }
    return reading;
  }

  static LaneWords reading_of_block(const IdleLane& lane, const IdleLane::Hit& hit) {
    const IdleGap& longest = lane.gap(hit.gap);
    LaneWords reading;
    reading.title = format_count(hit.count) + " idle gaps; zoom in to separate";
    reading.role = look_of(longest.main).role;
    reading.facts.emplace_back("Total", format_duration(hit.idle_ns));
    reading.facts.emplace_back("Longest", format_duration(longest.range.length_ns()));
    reading.facts.emplace_back("Cause of longest", idle_class_title(longest.main));
    return reading;
  }

  std::shared_ptr<const IdleLanes> lanes_;
  const IdleLane* lane_ = nullptr;
  LaneQueryKey key_;
  std::vector<StripRun> runs_;
  std::vector<IdleRect> rects_;
};

}  // namespace

std::unique_ptr<LaneView> make_idle_lane() {
  return std::make_unique<IdleLaneView>();
}

}  // namespace lanescope
