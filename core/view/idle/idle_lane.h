// The idle gaps of a device as a lane: gaps while they have room, else blocks of them; and what is
// under the mouse.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/analysis/idle/idle.h"
#include "core/view/colors/role.h"
#include "core/view/events/event_ref.h"
#include "core/view/results/insights.h"
#include "core/view/timeline/strip_index.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// The colour of a class of idle time, in lanes, bars and legends.
struct IdleLook {
  std::optional<ColorRole> role;  // nullopt: no role's colour, for nothing is known
  std::uint8_t shade = 0;
};
IdleLook look_of(IdleClass idle_class);

/// A part of a gap, or a block of what is too thin to tell apart.
struct IdleRect {
  float x0_px = 0;  // from the viewport's left edge; clipped to just outside of it
  float x1_px = 0;
  std::uint32_t gap = 0;                 // the longest one of a block
  std::uint32_t count = 1;               // gaps that it stands for
  IdleClass what = IdleClass::Untraced;  // of the part, else of the longest gap
  float busy = 1;                        // of a block: the share of its width that is idle
  Ns length_ns = 0;                      // of the part
};

/// The gaps of one device, ready to be drawn at any zoom.
class IdleLane {
 public:
  IdleLane(std::shared_ptr<const IdleTime> all, std::size_t device);

  [[nodiscard]] const IdleDevice& device() const { return all_->devices[device_]; }
  [[nodiscard]] const IdleGap& gap(std::uint32_t index) const { return device().gaps[index]; }

  /// By time. `runs` is room to work in, kept so that frames do not allocate. Cost: a few look-ups
  /// a pixel.
  void rects(const Viewport& viewport, std::vector<StripRun>& runs,
             std::vector<IdleRect>& out) const;

  struct Hit {
    std::uint32_t gap = 0;    // the longest one of a block
    std::uint32_t count = 1;  // gaps
    Ns idle_ns = 0;           // of them all
  };
  /// At a pixel: the gap there, else the nearest within `reach_px`.
  [[nodiscard]] std::optional<Hit> hit(const Viewport& viewport, double x_px,
                                       double reach_px = 3) const;

  /// How much of a range is idle.
  [[nodiscard]] Ns idle_in(TimeRange range) const { return strip_.covered_in(range); }
  /// How much of a range is in gaps but was not recorded; part of idle_in.
  [[nodiscard]] Ns paused_in(TimeRange range) const { return pauses_.covered_in(range); }
  /// The gap of exactly that place.
  [[nodiscard]] std::optional<std::uint32_t> find(TimeRange range) const {
    return strip_.find(range);
  }

 private:
  void add_parts(const Viewport& viewport, std::uint32_t gap, std::vector<IdleRect>& out) const;

  std::shared_ptr<const IdleTime> all_;
  std::size_t device_ = 0;
  StripIndex strip_, pauses_;
};

/// The lanes of all devices, from the first event of the trace to its last; to the last GPU work
/// where more was not read.
struct IdleLanes {
  std::vector<IdleLane> lanes;
  /// Null for devices without GPU events.
  [[nodiscard]] const IdleLane* of(std::int64_t device) const;
};
IdleLanes idle_lanes_insight(const AnalysisResults& in);

/// The classes of a gap by their share of it, the largest first.
std::vector<std::pair<IdleClass, Ns>> classes_of(const IdleDevice& device, const IdleGap& gap);

}  // namespace lanescope
