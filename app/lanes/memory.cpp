// Memory lanes: allocated memory as a filled curve, reserved memory as a dashed line above.
#include "app/lanes/curve_painter.h"
#include "app/lanes/lane_view.h"
#include "core/view/timeline/curve_model.h"

namespace lanescope {
namespace {

class MemoryLane final : public LaneView {
 public:
  void draw(const LaneScene& scene, const LanePlace& place) override {
    const auto& tracks = scene.snapshot.memory;
    if (place.lane.index >= tracks.size()) return;
    const MemoryTrack& track = *tracks[place.lane.index];
    const LaneQueryKey key = query_key(scene, place);
    if (!(key == key_)) {
      key_ = key;
      memory_curve(track, MemorySeries::Allocated, scene.viewport, allocated_);
      memory_curve(track, MemorySeries::Reserved, scene.viewport, reserved_);
      note_ =
          track.peak_reserved > 0 ? "reserved " + format_bytes(track.peak_reserved) : std::string();
    }
    Rect area = curve_area(scene, place);
    const Rect words = note_.empty() ? Rect{} : cut_note_line(scene, area);
    const ImU32 teal = scene.palette.fill_of(ColorRole::Copy, 0);
    const ImU32 fill = mixed(scene.ui.color().background, teal, 0.28F);
    paint_curve(scene, area, allocated_,
                {fill, mixed(scene.ui.color().background, teal, 0.62F), false});
    if (track.peak_reserved > 0) {
      paint_curve(scene, area, reserved_, {0, scene.ui.color().dim, true});
    }
    if (!note_.empty()) paint_curve_note(scene, words, note_);
  }

  std::optional<LaneHit> hit(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    const auto value = value_at(scene, place, at);
    if (!value || value->event == EventId::None) return std::nullopt;
    LaneHit hit;
    hit.event = value->event;
    const Ns time_ns = scene.viewport.time_at(at.x - place.rect.x0);
    hit.range = {time_ns, time_ns};
    return hit;
  }

  LaneWords reading(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    const auto value = value_at(scene, place, at);
    if (!value) return {};
    LaneWords reading;
    const bool totals = scene.snapshot.memory[place.lane.index]->has_totals;
    reading.facts.emplace_back(totals ? "Allocated" : "Allocated since trace start",
                               format_bytes(value->allocated_bytes));
    if (value->reserved_bytes > 0)
      reading.facts.emplace_back("Reserved", format_bytes(value->reserved_bytes));
    return reading;
  }

 private:
  static std::optional<MemoryValue> value_at(const LaneScene& scene, const LanePlace& place,
                                             ImVec2 at) {
    const auto& tracks = scene.snapshot.memory;
    if (place.lane.index >= tracks.size()) return std::nullopt;
    return memory_value_at(*tracks[place.lane.index], scene.viewport.time_at(at.x - place.rect.x0));
  }

  LaneQueryKey key_;
  Curve allocated_, reserved_;
  std::string note_;
};

}  // namespace

std::unique_ptr<LaneView> make_memory_lane() {
  return std::make_unique<MemoryLane>();
}

}  // namespace lanescope
