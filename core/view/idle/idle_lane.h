// A device's idle gaps as a lane: single gaps where there is room, otherwise blocks of several; and
// what is under the mouse.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/analysis/idle/idle.h"
#include "core/view/colors/idle_look.h"
#include "core/view/events/event_ref.h"
#include "core/view/results/insights.h"
#include "core/view/timeline/strip_index.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

struct DensityPart;

/// A part of a gap, or a block of gaps too thin to draw separately.
struct IdleRect {
  float x0_px = 0;                       // from the viewport's left edge; clipped just outside it
  float x1_px = 0;                       // of a block: the end of its last gap
  std::uint32_t gap = 0;                 // for a block, the longest one
  std::uint32_t count = 1;               // gaps that it represents
  IdleClass what = IdleClass::Untraced;  // the part's; for a block, the longest gap's
  float idle = 1;                        // the share of its width that is idle
  Ns length_ns = 0;                      // the part's, also of what is beyond the view
};
/// For laying out the lane by how much of each pixel is idle. Cost: linear.
void density_parts(std::span<const IdleRect> rects, std::vector<DensityPart>& out);

/// The idle gaps of one device, prepared for drawing at any zoom.
class IdleLane {
 public:
  IdleLane(std::shared_ptr<const IdleTime> all, std::size_t device);

  [[nodiscard]] const IdleDevice& device() const { return all_->devices[device_]; }
  [[nodiscard]] const IdleGap& gap(std::uint32_t index) const { return device().gaps[index]; }

  /// In time order. `runs` is scratch space, reused so that frames do not allocate. Cost: a few
  /// lookups per pixel.
  void rects(const Viewport& viewport, std::vector<StripRun>& runs,
             std::vector<IdleRect>& out) const;

  struct Hit {
    std::uint32_t gap = 0;    // for a block, the longest one
    std::uint32_t count = 1;  // number of gaps
    Ns idle_ns = 0;           // of all of them
  };
  /// The gap at a pixel, otherwise the nearest within `reach_px`.
  [[nodiscard]] std::optional<Hit> hit(const Viewport& viewport, double x_px,
                                       double reach_px = 3) const;

  /// Idle time in a range.
  [[nodiscard]] Ns idle_in(TimeRange range) const { return strip_.covered_in(range); }
  /// Time in a range that lies in gaps but was not recorded; included in idle_in.
  [[nodiscard]] Ns paused_in(TimeRange range) const { return pauses_.covered_in(range); }
  /// The gap around a time. Cost: log(gaps).
  [[nodiscard]] std::optional<std::uint32_t> at(Ns time_ns) const;
  /// The gap with exactly this range.
  [[nodiscard]] std::optional<std::uint32_t> find(TimeRange range) const {
    return strip_.find(range);
  }
  /// The next gap before or after one with the same main cause; nullopt if there is none. Cost:
  /// the gaps between them.
  [[nodiscard]] std::optional<std::uint32_t> next_of_cause(std::uint32_t gap, bool forward) const;

 private:
  void add_parts(const Viewport& viewport, std::uint32_t gap, std::vector<IdleRect>& out) const;

  std::shared_ptr<const IdleTime> all_;
  std::size_t device_ = 0;
  StripIndex strip_, pauses_;
};

/// The idle lanes of all devices, from the trace's first event to its last, or to the last GPU work
/// if the file was not read to its end.
struct IdleLanes {
  std::vector<IdleLane> lanes;
  /// Null for devices without GPU events.
  [[nodiscard]] const IdleLane* of(std::int64_t device) const;
  /// A few words in place of the gaps, if a device has none; otherwise empty.
  [[nodiscard]] std::string_view missing(std::int64_t device) const;
};
IdleLanes idle_lanes_insight(const AnalysisResults& in);

/// The classes of a gap, largest share first.
std::vector<std::pair<IdleClass, Ns>> classes_of(const IdleDevice& device, const IdleGap& gap);

}  // namespace lanescope
