#include "core/view/tables/roofline/roofline_picture.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// Operators slower than the best by more than this are drawn at the bottom.
constexpr double kMostBelow = 1e7;
constexpr std::size_t kMostUnmodelled = 5;  // that are named

RooflineGpu gpu_of(const GpuPeaks& peaks, const RooflineTable& roofline) {
  RooflineGpu gpu{peaks.gpu, {}, peaks.gb_per_s};
  for (const PeakFormat format : kPeakFormats) {
    const auto peak = peaks.of(format);
    if (!peak) continue;
    const bool used = std::ranges::any_of(roofline.rows, [&](const RooflineRow& row) {
      return row.peak_tflops == peak && row.intensity().has_value();
    });
    // Equally fast formats share a roof.
    const auto same = std::ranges::find(gpu.roofs, *peak, &RooflineRoof::tflops);
    if (same == gpu.roofs.end()) gpu.roofs.push_back({format, *peak, used});
  }
  std::ranges::sort(gpu.roofs, std::greater(), &RooflineRoof::tflops);
  return gpu;
}

void make_axes(RooflinePicture& picture) {
  double low_x = std::numeric_limits<double>::max(), high_x = 0, low_y = low_x, high_y = 0;
  for (const RooflinePoint& point : picture.points) {
    low_x = std::min(low_x, point.intensity);
    high_x = std::max(high_x, point.intensity);
    low_y = std::min(low_y, point.tflops);
    high_y = std::max(high_y, point.tflops);
  }
  for (const RooflineGpu& gpu : picture.gpus) {
    for (const RooflineRoof& roof : gpu.roofs) {
      high_y = std::max(high_y, roof.tflops);
      if (gpu.gb_per_s <= 0) continue;
      high_x = std::max(high_x, 2 * gpu.ridge(roof));
      low_x = std::min(low_x, gpu.ridge(roof));
    }
  }
  picture.intensity_axis = LogAxis(std::max(low_x, high_x / kMostBelow), high_x);
  picture.tflops_axis = LogAxis(std::max(low_y, high_y / kMostBelow), high_y);
}

void add_unmodelled(const Snapshot& trace, const RooflineTable& roofline,
                    RooflinePicture& picture) {
  for (const UnmodelledOp& op : roofline.unmodelled) {
    picture.unmodelled_ns = saturating_add(picture.unmodelled_ns, op.device_ns);
    if (picture.unmodelled.size() < kMostUnmodelled)
      picture.unmodelled.emplace_back(short_name(trace.text(op.name)), op.device_ns);
  }
}

}  // namespace

double RooflineGpu::ridge(const RooflineRoof& roof) const {
  return gb_per_s > 0 ? roof.tflops * 1e3 / gb_per_s : 0;
}

std::string_view peak_format_title(PeakFormat format) {
  constexpr std::array<std::string_view, kPeakFormats.size()> kTitles{"FP32", "TF32", "FP16",
                                                                      "BF16", "FP8"};
  return kTitles[static_cast<std::size_t>(format)];
}

std::string_view bound_title(RooflineBound bound) {
  constexpr std::array<std::string_view, kRooflineBounds> kTitles{"unknown", "compute", "memory",
                                                                  "neither"};
  return kTitles[static_cast<std::size_t>(bound)];
}

std::optional<ColorRole> bound_role(RooflineBound bound) {
  constexpr std::array<std::optional<ColorRole>, kRooflineBounds> kRoles{
      std::nullopt, ColorRole::Compute, ColorRole::Attention, ColorRole::Communication};
  return kRoles[static_cast<std::size_t>(bound)];
}

std::string bound_meaning(RooflineBound bound, const Thresholds& thresholds) {
  const std::string least = format_share(thresholds.reached_ceiling_pct / 100);
  switch (bound) {
    case RooflineBound::Compute:
      return fmt::format(
          "Right of the ridge point, at {} of the roof or more: less arithmetic or a faster data "
          "type "
          "makes it faster.",
          least);
    case RooflineBound::Memory:
      return fmt::format(
          "Left of the ridge point, at {} of the memory bandwidth or more: moving fewer bytes "
          "makes "
          "it "
          "faster, for example by fusing it with its neighbors.",
          least);
    case RooflineBound::Neither:
      return fmt::format(
          "Below {} of what the GPU could do here: too little work, too few threads, or waiting.",
          least);
    case RooflineBound::Unknown:
      break;
  }
  return "The peak rates of the GPU or of the data type are unknown.";
}

std::string unmodelled_words(const RooflinePicture& picture) {
  if (picture.unmodelled.empty()) return "";
  return fmt::format("not modeled {}, chiefly {}", format_duration(picture.unmodelled_ns),
                     picture.unmodelled.front().first);
}

RooflinePicture roofline_picture(const Snapshot& trace, const RooflineTable& roofline) {
  RooflinePicture picture;
  add_unmodelled(trace, roofline, picture);
  for (std::uint32_t i = 0; i < roofline.rows.size(); ++i) {
    const RooflineRow& row = roofline.rows[i];
    Ns& bound_ns = picture.bound_ns[static_cast<std::size_t>(row.bound)];
    bound_ns = saturating_add(bound_ns, row.device_ns);
    const auto intensity = row.intensity(), tflops = row.tflops();
    // Operators that only move bytes have no position on a logarithmic axis.
    if (!intensity || !tflops || *intensity <= 0 || *tflops <= 0) continue;
    picture.points.push_back({i, *intensity, *tflops, row.device_ns, row.bound});
    picture.longest_ns = std::max(picture.longest_ns, row.device_ns);
  }
  for (const RooflineDevice& device : roofline.devices) {
    if (!device.peaks) {
      picture.unknown_gpu = device.name.empty() ? "this GPU" : device.name;
      continue;
    }
    const auto known = std::ranges::find(picture.gpus, device.peaks->gpu, &RooflineGpu::name);
    if (known == picture.gpus.end()) picture.gpus.push_back(gpu_of(*device.peaks, roofline));
  }
  make_axes(picture);
  return picture;
}

}  // namespace lanescope
