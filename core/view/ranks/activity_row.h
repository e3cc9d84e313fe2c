// The row of a rank's activity at a zoom, and what its colors mean: what is too short for a bar of
// its own fills its pixels as high as the share of time that it takes, as slices do on the lanes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/view/colors/role.h"
#include "core/view/ranks/rank_picture.h"
#include "core/view/timeline/density.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// What a rank's GPUs or its host do: in order of precedence, if they do several.
enum class ActivityClass : std::uint8_t { Compute, ExposedComm, ExposedMemory };

/// The color of a class, as in the overview of one trace.
ColorRole activity_role(ActivityClass of, RankWork work);

struct ActivityLegendPart {
  std::string_view title;           // "exposed communication"
  std::optional<ActivityClass> of;  // nullopt: what is in none of the classes, "idle"
};
/// From right to left. Empty if nothing is drawn.
std::span<const ActivityLegendPart> activity_legend(RankWork work);

/// Owns the buffers so that frames do not allocate. Single-threaded.
class ActivityRow {
 public:
  /// `own` is on the rank's own clock. The result is as that of DensityRow::lay_out(), and valid
  /// until the next call. Cost: a few lookups per pixel.
  std::span<const DensityBar> lay_out(const RankPicture& rank, const Viewport& own,
                                      std::int32_t height_px);
  [[nodiscard]] ActivityClass class_of(const DensityBar& bar) const { return classes_[bar.part]; }

 private:
  struct Work {
    double x0_px = 0, width_px = 0;
  };
  void read(const StripIndex& index, const Viewport& own, std::vector<Work>& out);

  std::vector<StripRun> runs_;
  std::array<std::vector<Work>, 3> work_;  // by class
  std::vector<DensityPart> parts_;
  std::vector<ActivityClass> classes_;  // of these
  DensityRow density_;
};

}  // namespace lanescope
