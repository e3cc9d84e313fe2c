// Lanes of memory by category, as stacked areas: estimated, or from a memory timeline. Where the
// use of most of the memory is unknown, by what allocated it.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/lanes/curve_painter.h"
#include "app/lanes/lane_view.h"
#include "app/widgets/draw/paint.h"
#include "core/view/lanes/memory_stack.h"

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
    const OwnedBlocks& owned = owned_of(scene, place);
    if (!owned.empty()) paint_legend(scene, words, owned);
    for (std::size_t i = 0; i < stack_.points.size(); ++i) {
      const StackPoint& point = stack_.points[i];
      const float x0 = area.x0 + point.x_px;
      const bool last = i + 1 == stack_.points.size();
      const float x1 = last ? area.x1 : std::min(area.x1, area.x0 + stack_.points[i + 1].x_px);
      if (x1 > x0) paint_column(scene, area, x0, x1, owned, point.bytes);
    }
  }

  LaneWords reading(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    const Ns time_ns = scene.viewport.time_at(at.x - place.rect.x0);
    const DeviceBlocks* device = device_of(scene, place);
    const auto counters = category_counters(scene.snapshot);
    std::optional<StackBytes> bytes;
    if (counters) bytes = memory_stack_at(*counters, time_ns);
    const OwnedBlocks& owned = owned_of(scene, place);
    if (device != nullptr) bytes = memory_stack_at(*device, owned, time_ns);
    LaneWords reading;
    if (!owned.empty())
      reading.title = fmt::format("{}  {}", place.lane.title, owned.colors.heading);
    for (std::size_t i = kStackParts; bytes && i-- > 0;) {
      if ((*bytes)[i] <= 0) continue;
      reading.facts.emplace_back(stack_part(owned, i).title, format_bytes((*bytes)[i]));
    }
    return reading;
  }

 private:
  static const DeviceBlocks* device_of(const LaneScene& scene, const LanePlace& place) {
    const bool known = scene.memory != nullptr && place.lane.index < scene.memory->size();
    return known ? &(*scene.memory)[place.lane.index] : nullptr;
  }

  /// Empty while unknown, or if categories are shown.
  static const OwnedBlocks& owned_of(const LaneScene& scene, const LanePlace& place) {
    static const OwnedBlocks kNone;
    const DeviceBlocks* device = device_of(scene, place);
    if (device == nullptr || scene.owners == nullptr || place.lane.index >= scene.owners->size() ||
        category_counters(scene.snapshot))
      return kNone;
    const OwnedBlocks& owned = (*scene.owners)[place.lane.index];
    return owned.colors.owner_of.size() == device->list.blocks.size() ? owned : kNone;
  }

  /// False if there is nothing to draw yet.
  bool refresh(const LaneScene& scene, const LanePlace& place, const LaneQueryKey& key) {
    const DeviceBlocks* device = device_of(scene, place);
    if (key == key_ && device == device_ && scene.owners == owners_ && drawn_) return true;
    if (const auto counters = category_counters(scene.snapshot)) {
      if (key.generation != key_.generation || !drawn_) stack_.most = most_of(*counters);
      memory_stack(*counters, scene.viewport, stack_);
    } else if (device != nullptr && scene.owners != nullptr) {
      memory_stack(*device, owned_of(scene, place), scene.viewport, stack_);
    } else {
      return drawn_ = false;
    }
    key_ = key;
    device_ = device;
    owners_ = scene.owners;
    return drawn_ = true;
  }

  void paint_column(const LaneScene& scene, Rect area, float x0, float x1, const OwnedBlocks& owned,
                    const StackBytes& bytes) const {
    const Colors& c = scene.ui.color();
    double sum = 0;
    float bottom = area.y1;
    for (std::size_t i = 0; i < kStackParts; ++i) {
      if (bytes[i] <= 0) continue;
      sum += static_cast<double>(bytes[i]);
      const double share = std::min(1.0, sum / static_cast<double>(stack_.most));
      const float top = std::floor(area.y1 - static_cast<float>(share) * area.height() + 0.5F);
      const std::optional<ColorRole> role = stack_part(owned, i).role;
      const ImU32 fill =
          role ? scene.palette.fill_of(*role, 0) : mixed(c.background, c.faint, 0.35F);
      if (top < bottom) scene.list.AddRectFilled({x0, top}, {x1, bottom}, fill);
      bottom = std::min(bottom, top);
    }
  }

  /// What the colors mean, as far as there is room.
  static void paint_legend(const LaneScene& scene, Rect line, const OwnedBlocks& owned) {
    const Face& face = scene.ui.face().small;
    const float side = scene.ui.px(9);
    float x = line.x0 + scene.ui.px(8);
    draw_text(scene.list, face, {x, line.y0}, scene.ui.color().faint, owned.colors.heading);
    x += text_width(face, owned.colors.heading) + scene.ui.px(8);
    for (const BlockOwner& owner : owned.colors.owners) {
      const float end = x + side + scene.ui.px(5) + text_width(face, owner.title);
      if (end > line.x1) return;
      const float top = std::floor((line.y0 + line.y1 - side) / 2);
      scene.list.AddRectFilled({x, top}, {x + side, top + side},
                               scene.palette.fill_of(owner.role, 0), scene.ui.px(2));
      draw_text(scene.list, face, {x + side + scene.ui.px(5), line.y0}, scene.ui.color().dim,
                owner.title);
      x = end + scene.ui.px(12);
    }
  }

  LaneQueryKey key_;
  const DeviceBlocks* device_ = nullptr;
  const std::vector<OwnedBlocks>* owners_ = nullptr;
  bool drawn_ = false;
  MemoryStack stack_;
};

}  // namespace

std::unique_ptr<LaneView> make_memory_category_lane() {
  return std::make_unique<MemoryCategoryLane>();
}

}  // namespace lanescope
