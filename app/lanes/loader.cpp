// The lane of a DataLoader worker: what it does for each batch, with a mark where one has been
// sent.
#include <cmath>

#include <fmt/format.h>

#include "app/lanes/lane_view.h"
#include "app/lanes/slice_painter.h"
#include "app/lanes/strip_block.h"
#include "app/widgets/draw/paint.h"
#include "core/view/lanes/loader_lane.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

class LoaderLaneView final : public LaneView {
 public:
  void draw(const LaneScene& scene, const LanePlace& place) override {
    refresh(scene, place);
    const Rect row = row_rect(scene, place, 0);
    for (const LoaderRect& rect : rects_) paint(scene, row, rect);
    const float mark_px = scene.ui.px(1);
    for (const float x_px : marks_) {
      const float x = std::floor(row.x0 + x_px);
      scene.list.AddRectFilled({x, row.y0}, {x + mark_px, row.y1}, scene.ui.color().text);
    }
  }

  std::optional<LaneHit> hit(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    const auto found = interval_at(scene, place, at);
    if (!found) return std::nullopt;
    const LoaderInterval& interval = lane_->interval(found->interval);
    LaneHit hit;
    hit.event = lane_->sample_in(scene.snapshot, found->interval);
    hit.count = found->count;
    hit.range = interval.range;
    hit.busy_ns = found->total_ns;
    return hit;
  }

  LaneWords reading(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    const auto found = interval_at(scene, place, at);
    if (!found) return {};
    const LoaderInterval& interval = lane_->interval(found->interval);
    const ImU32 color = color_of(scene, interval.phase);
    if (found->count > 1) {
      LaneWords block = words_of_block(found->count, "interval", found->total_ns, color);
      block.facts.emplace_back("Longest", loader_phase_title(interval.phase));
      return block;
    }
    LaneWords reading;
    reading.swatch = color;
    reading.title = loader_phase_title(interval.phase);
    reading.sentence = loader_phase_meaning(interval.phase);
    reading.facts.emplace_back("Duration", format_duration(interval.range.length_ns()));
    if (const LoaderBatch* batch = lane_->batch_of(found->interval))
      add_batch(scene, *batch, reading);
    return reading;
  }

 private:
  void refresh(const LaneScene& scene, const LanePlace& place) {
    const auto found = scene.insights.ask<LoaderLanes>(InsightScope::Whole, &loader_lanes_insight);
    const LaneQueryKey key = query_key(scene, place);
    if (found.value == lanes_ && key == key_) return;
    lanes_ = found.value;
    key_ = key;
    lane_ = lanes_ ? lanes_->of(TrackId{place.lane.index}) : nullptr;
    rects_.clear();
    marks_.clear();
    if (lane_ == nullptr) return;
    lane_->rects(scene.viewport, runs_, rects_);
    lane_->marks(scene.viewport, marks_);
  }

  std::optional<LoaderLane::Hit> interval_at(const LaneScene& scene, const LanePlace& place,
                                             ImVec2 at) {
    refresh(scene, place);
    if (lane_ == nullptr || at.y >= row_rect(scene, place, 0).y1) return std::nullopt;
    return lane_->hit(scene.viewport, at.x - place.rect.x0);
  }

  static ImU32 color_of(const LaneScene& scene, LoaderPhase phase) {
    return scene.palette.fill_of(loader_phase_role(phase), 0);
  }

  void paint(const LaneScene& scene, Rect row, const LoaderRect& rect) const {
    const auto at =
        paint_block(scene, row, {rect.x0_px, rect.x1_px, rect.count}, color_of(scene, rect.phase));
    if (at) label(scene, *at, lane_->interval(rect.interval));
  }

  /// The phase, and its length if there is room for both.
  static void label(const LaneScene& scene, Rect at, const LoaderInterval& interval) {
    const Face& face = scene.ui.face().slice;
    const float room = at.x1 - at.x0;
    const std::string_view title = loader_phase_title(interval.phase);
    const std::string both =
        fmt::format("{} {}", title, format_duration(interval.range.length_ns()));
    const std::string_view words = scene.labels.width_px(both) <= room ? both : title;
    if (scene.labels.width_px(words) > room) return;
    const ImU32 color = scene.palette.text_of(loader_phase_role(interval.phase), 0);
    draw_text(scene.list, face, {at.x0, centered_y(face, at)}, color, words);
  }

  static void add_batch(const LaneScene& scene, const LoaderBatch& batch, LaneWords& reading) {
    const Ns sent_ns = saturating_sub(batch.send.end_ns, scene.snapshot.extent.begin_ns);
    reading.facts.emplace_back("Sent at", format_exact_time(sent_ns));
    if (batch.waited == BatchWait::None) return;
    const std::string length = format_duration(batch.wait.length_ns());
    reading.facts.emplace_back(
        batch.by_pin_memory_thread ? "pin_memory thread waited" : "Main thread waited",
        batch.waited == BatchWait::Known ? length : length + " (nearest send by time)");
  }

  std::shared_ptr<const LoaderLanes> lanes_;
  const LoaderLane* lane_ = nullptr;
  LaneQueryKey key_;
  std::vector<StripRun> runs_;
  std::vector<LoaderRect> rects_;
  std::vector<float> marks_;
};

}  // namespace

std::unique_ptr<LaneView> make_loader_lane() {
  return std::make_unique<LoaderLaneView>();
}

}  // namespace lanescope
