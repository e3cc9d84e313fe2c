// Operators in a roofline chart: arithmetic intensity against achieved FLOP/s, below the GPU's peak
// rates. After Williams, Waterman, Patterson: Roofline, CACM 52 (2009).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/analysis/gpu_time/roofline.h"
#include "core/store/snapshot.h"
#include "core/view/colors/role.h"
#include "core/view/tables/log_axis.h"
#include "core/view/tables/table_picture.h"

namespace lanescope {

/// A row of the table.
struct RooflinePoint {
  std::uint32_t row = 0;
  double intensity = 0;  // FLOP per byte
  double tflops = 0;     // achieved
  Ns device_ns = 0;
  RooflineBound bound = RooflineBound::Unknown;
};

/// A GPU's peak rate in a number format.
struct RooflineRoof {
  PeakFormat format = PeakFormat::Float;
  double tflops = 0;
  bool used = false;  // by at least one point
};

/// The roofs of one kind of GPU.
struct RooflineGpu {
  std::string name;
  std::vector<RooflineRoof> roofs;  // highest first
  double gb_per_s = 0;              // 0 if unknown

  /// Where the roof meets the memory bandwidth line, in FLOP per byte; 0 if the bandwidth
  /// is unknown.
  [[nodiscard]] double ridge(const RooflineRoof& roof) const;
};

struct RooflinePicture final : TablePicture {
  std::vector<RooflinePoint> points;  // longest first
  std::vector<RooflineGpu> gpus;      // those with known peak rates, each kind once
  std::string unknown_gpu;            // the name of one without known peak rates; may be empty
  LogAxis intensity_axis, tflops_axis;
  std::array<Ns, kRooflineBounds> bound_ns{};
  Ns unmodelled_ns = 0;  // GPU time of what is neither a point nor a row
  /// What that is of: the names and times of those with the most.
  std::vector<std::pair<std::string, Ns>> unmodelled;
  Ns longest_ns = 0;            // of any point
  SharedThresholds thresholds;  // that define the bounds
};

/// "FP32", "TF32", "FP16", "BF16", "FP8".
std::string_view peak_format_title(PeakFormat format);
/// "compute".
std::string_view bound_title(RooflineBound bound);
/// The role whose color it has; nullopt for Unknown.
std::optional<ColorRole> bound_role(RooflineBound bound);
std::string bound_meaning(RooflineBound bound, const Thresholds& thresholds);

/// "not modeled 503.7 ms, chiefly aten::cudnn_convolution"; empty if all is.
std::string unmodelled_words(const RooflinePicture& picture);

/// Point i is row i of the table. Pure. Cost: linear.
RooflinePicture roofline_picture(const Snapshot& trace, const RooflineTable& roofline);

}  // namespace lanescope
