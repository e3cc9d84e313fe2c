#include <algorithm>

#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/view/tables/row_columns.h"

namespace lanescope {
namespace {

constexpr const char* kTooMany = "rows: the window has too many operators to read them all";
constexpr const char* kNoShapes =
    "rows: no operator whose work is known has GPU work and input shapes; record with "
    "record_shapes=True";
constexpr const char* kNoPeaks =
    "peaks, bound, mfu_pct: the peak rates of the GPU for this dtype are unknown; use --gpu-peaks "
    "to set them";

Json device_json(const RooflineDevice& device) {
  Json peaks;
  if (device.peaks) {
    const auto of = [&](PeakFormat format) { return json_or_null(device.peaks->of(format)); };
    peaks = {{"gpu", device.peaks->gpu},
             {"float32_tflops", of(PeakFormat::Float)},
             {"tf32_tflops", of(PeakFormat::Tf32)},
             {"float16_tflops", of(PeakFormat::Half)},
             {"bfloat16_tflops", of(PeakFormat::Bfloat16)},
             {"float8_tflops", of(PeakFormat::Float8)},
             {"gb_per_s", json_or_null(device.peaks->memory_gb_per_s())},
             {"source", device.own_peaks ? "given" : "table"}};
  }
  const auto bound = [&](RooflineBound b) { return device.bound_ns[static_cast<std::size_t>(b)]; };
  return {{"device", device.device},
          {"name", device.name.empty() ? Json() : Json(device.name)},
          {"peaks", std::move(peaks)},
          {"device_ns", device.compute_ns},
          {"modelled_ns", device.modelled_ns},
          {"flops", device.flops},
          {"bound_ns",
           {{"compute", bound(RooflineBound::Compute)},
            {"memory", bound(RooflineBound::Memory)},
            {"neither", bound(RooflineBound::Neither)},
            {"unknown", bound(RooflineBound::Unknown)}}},
          {"mfu_pct", device.mfu ? Json(100 * *device.mfu) : Json()}};
}

std::string why(const ReportInput& input, const RooflineTable& table) {
  if (table.devices.empty())
    return has_only_counters(input.trace) ? no_gpu(input) : "the window has no GPU events";
  if (!table.arguments_read) return kTooMany;
  if (!table.has_shapes) return shapes_words(input.trace, kNoShapes);
  const bool placed = std::ranges::all_of(
      table.rows, [](const RooflineRow& row) { return row.bound != RooflineBound::Unknown; });
  return placed ? "" : kNoPeaks;
}

std::string device_text(const RooflineDevice& device) {
  std::string text = fmt::format("GPU {}: {} of {} of compute, copies and memsets modeled",
                                 device.device, percent(device.modelled_ns, device.compute_ns),
                                 format_duration(device.compute_ns));
  if (!device.peaks) {
    return text + fmt::format("; peak rates of {} are unknown (use --gpu-peaks)\n",
                              device.name.empty() ? "this GPU" : printable(device.name, 40));
  }
  const auto part = [&](RooflineBound bound) {
    return percent(device.bound_ns[static_cast<std::size_t>(bound)], device.modelled_ns);
  };
  text += fmt::format(": {} bound by compute, {} by memory, {} by neither",
                      part(RooflineBound::Compute), part(RooflineBound::Memory),
                      part(RooflineBound::Neither));
  if (device.mfu) text += fmt::format("; {:.1f} % of the peak used", 100 * *device.mfu);
  if (device.own_peaks) text += fmt::format("; peaks of {} as given", printable(device.peaks->gpu));
  return text + "\n";
}

}  // namespace

Json to_json(const ReportInput& input, const RooflineTable& result) {
  const auto thin = result.thin_product_share;
  Json out = {
      {"least_of_ceiling_pct", input.window.thresholds->reached_ceiling_pct},
      {"thin_product", input.window.thresholds->thin_product},
      {"devices", json_list(result.devices, device_json)},
      {"decoding", result.has_shapes ? Json(result.decoding) : Json()},
      {"thin_product_pct", thin ? Json(100 * *thin) : Json()},
      {"rows", result.has_shapes
                   ? rows_json(input.trace, roofline_columns(input.trace, result), result.rows)
                   : Json()}};
  const std::string lacks = why(input, result);
  if (!lacks.empty()) out["why"] = lacks;
  return out;
}

std::string to_text(const ReportInput& input, const RooflineTable& result) {
  if (!result.has_shapes) return "n/a: " + why(input, result) + "\n";
  std::string text;
  for (const RooflineDevice& device : result.devices) text += device_text(device);
  if (result.decoding) text += "looks like decoding, token by token\n";
  return text + first_rows_text(input.trace, roofline_columns(input.trace, result), result.rows);
}

}  // namespace lanescope
