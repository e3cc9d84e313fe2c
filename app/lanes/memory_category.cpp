// Lanes of memory by category, as stacked areas: estimated, or from a memory timeline.
#include <algorithm>
#include <cmath>

#include "app/lanes/curve_painter.h"
#include "app/lanes/lane_view.h"
#include "core/view/lanes/memory_stack.h"
#include "core/view/memory/text.h"

namespace lanescope {
namespace {

class MemoryCategoryLane final : public LaneView {
 public:
  void draw(const LaneScene& scene, const LanePlace& place) override {
    LaneQueryKey key = query_key(scene, place);
    const bool known = refresh(scene, place, key);
    Rect area = curve_area(scene, place);
    const Rect words = cut_note_line(scene, area);
    if (!known) return paint_curve_note(scene, words, "computing…");
    for (std::size_t i = 0; i < stack_.points.size(); ++i) {
      const StackPoint& point = stack_.points[i];
      const float x0 = area.x0 + point.x_px;
      const bool last = i + 1 == stack_.points.size();
      const float x1 = last ? area.x1 : std::min(area.x1, area.x0 + stack_.points[i + 1].x_px);
      if (x1 > x0) paint_column(scene, area, x0, x1, point.bytes);
    }
  }

  LaneWords reading(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    const Ns time_ns = scene.viewport.time_at(at.x - place.rect.x0);
    const DeviceBlocks* device = device_of(scene, place);
    const auto counters = category_counters(scene.snapshot);
    std::optional<StackBytes> bytes;
    if (counters) bytes = memory_stack_at(*counters, time_ns);
    if (device != nullptr) bytes = memory_stack_at(*device, time_ns);
    LaneWords reading;
    for (std::size_t i = kStackParts; bytes && i-- > 0;) {
      if ((*bytes)[i] <= 0) continue;
      const std::string_view title =
          i == 0 ? "Before the trace" : memory_category_title(static_cast<MemoryCategory>(i - 1));
      reading.facts.emplace_back(title, format_bytes((*bytes)[i]));
    }
    return reading;
  }

 private:
  static const DeviceBlocks* device_of(const LaneScene& scene, const LanePlace& place) {
    const bool known = scene.memory != nullptr && place.lane.index < scene.memory->size();
    return known ? &(*scene.memory)[place.lane.index] : nullptr;
  }

  /// False if there is nothing to draw yet.
  bool refresh(const LaneScene& scene, const LanePlace& place, const LaneQueryKey& key) {
    const DeviceBlocks* device = device_of(scene, place);
    if (key == key_ && device == device_ && drawn_) return true;
    if (const auto counters = category_counters(scene.snapshot)) {
      if (key.generation != key_.generation || !drawn_) stack_.most = most_of(*counters);
      memory_stack(*counters, scene.viewport, stack_);
    } else if (device != nullptr) {
      memory_stack(*device, scene.viewport, stack_);
    } else {
      return drawn_ = false;
    }
    key_ = key;
    device_ = device;
    return drawn_ = true;
  }

  void paint_column(const LaneScene& scene, Rect area, float x0, float x1,
                    const StackBytes& bytes) const {
    const Colors& c = scene.ui.color();
    double sum = 0;
    float bottom = area.y1;
    for (std::size_t i = 0; i < kStackParts; ++i) {
      if (bytes[i] <= 0) continue;
      sum += static_cast<double>(bytes[i]);
      const double share = std::min(1.0, sum / static_cast<double>(stack_.most));
      const float top = std::floor(area.y1 - static_cast<float>(share) * area.height() + 0.5F);
      const ImU32 fill = i == 0 ? mixed(c.background, c.faint, 0.35F)
                                : scene.palette.fill_of(
                                      memory_category_role(static_cast<MemoryCategory>(i - 1)), 0);
      if (top < bottom) scene.list.AddRectFilled({x0, top}, {x1, bottom}, fill);
      bottom = std::min(bottom, top);
    }
  }

  LaneQueryKey key_;
  const DeviceBlocks* device_ = nullptr;
  bool drawn_ = false;
  MemoryStack stack_;
};

}  // namespace

std::unique_ptr<LaneView> make_memory_category_lane() {
  return std::make_unique<MemoryCategoryLane>();
}

}  // namespace lanescope
