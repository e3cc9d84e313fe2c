// Operators in the roofline: arithmetic for each byte against arithmetic for each second, under
// what the GPU can do at most. After Williams, Waterman, Patterson: Roofline, CACM 52 (2009).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/analysis/gpu_time/roofline.h"
#include "core/store/snapshot.h"
#include "core/view/colors/role.h"
#include "core/view/tables/table_picture.h"
#include "core/view/text/log_axis.h"

namespace lanescope {

/// A row of the table.
struct RooflinePoint {
  std::uint32_t row = 0;
  double intensity = 0;  // FLOP for each byte
  double tflops = 0;     // achieved
  Ns device_ns = 0;
  RooflineBound bound = RooflineBound::Unknown;
};

/// What a GPU computes at most in a number format.
struct RooflineRoof {
  PeakFormat format = PeakFormat::Float;
  double tflops = 0;
  bool used = false;  // by a point
};

/// The roofs of one kind of GPU.
struct RooflineGpu {
  std::string name;
  std::vector<RooflineRoof> roofs;  // highest first
  double gb_per_s = 0;              // 0 where it is not known

  /// Where a roof meets the slope of the memory, in FLOP for each byte; 0 where it has none.
  [[nodiscard]] double ridge(const RooflineRoof& roof) const;
};

struct RooflinePicture final : TablePicture {
  std::vector<RooflinePoint> points;  // longest first
  std::vector<RooflineGpu> gpus;      // those whose peaks are known, each kind once
  std::string unknown_gpu;            // the name of one that is in no table of peaks; may be empty
  LogAxis intensity_axis, tflops_axis;
  std::array<Ns, kRooflineBounds> bound_ns{};
  Ns longest_ns = 0;            // of a point
  SharedThresholds thresholds;  // that bounds are told by
};

/// "FP32", "TF32", "FP16", "BF16", "FP8".
std::string_view peak_format_title(PeakFormat format);
/// "bound by compute"; one sentence about it.
std::string_view bound_title(RooflineBound bound);
/// Of its colour; nullopt for Unknown.
std::optional<ColorRole> bound_role(RooflineBound bound);
std::string bound_meaning(RooflineBound bound, const Thresholds& thresholds);

/// Point i is row i of the table. Pure. Cost: linear.
RooflinePicture roofline_picture(const RooflineTable& roofline);

}  // namespace lanescope
