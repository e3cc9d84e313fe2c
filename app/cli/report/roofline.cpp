#include <algorithm>

#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/view/details/copy.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoGpu = "the window has no GPU events";
constexpr const char* kTooMany = "rows: the window has too many operators to read them all";
constexpr const char* kNoShapes =
    "rows: no operator whose work is known has GPU work and input shapes; record with "
    "record_shapes=True";
constexpr const char* kNoPeaks =
    "peaks, bound, mfu_pct: what the GPU can do in this number format is not known; --gpu-peaks "
    "tells";

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

Json row_json(const Snapshot& trace, const RooflineRow& row) {
  const std::string_view bound = roofline_bound_name(row.bound);
  return {{"op", json_text(trace, row.op)},
          {"device", row.device},
          {"family", op_family_name(row.work.family)},
          {"input_shapes", row.work.shapes},
          {"dtype", row.work.dtype.empty() ? Json() : Json(row.work.dtype)},
          {"count", row.count},
          {"device_ns", row.device_ns},
          {"call_flops", row.work.flops},
          {"call_bytes", row.work.bytes > 0 ? Json(row.work.bytes) : Json()},
          {"flops_per_byte", json_or_null(row.intensity())},
          {"tflops", json_or_null(row.tflops())},
          {"gb_per_s", json_or_null(row.gb_per_s())},
          {"ceiling_tflops", json_or_null(row.ceiling_tflops())},
          {"tensor_core", row.tensor_cores},
          {"bound", bound.empty() ? Json() : Json(bound)},
          {"event_id", json_event(row.longest)}};
}

std::string why(const RooflineTable& table) {
  if (table.devices.empty()) return kNoGpu;
  if (!table.arguments_read) return kTooMany;
  if (!table.has_shapes) return kNoShapes;
  const bool placed = std::all_of(table.rows.begin(), table.rows.end(), [](const RooflineRow& row) {
    return row.bound != RooflineBound::Unknown;
  });
  return placed ? "" : kNoPeaks;
}

std::string device_text(const RooflineDevice& device) {
  std::string text = fmt::format(
      "GPU {}: {} of {} of its time modelled", device.device,
      percent(static_cast<double>(device.modelled_ns), static_cast<double>(device.compute_ns)),
      format_duration(device.compute_ns));
  if (!device.peaks) {
    return text + fmt::format(", peaks of {} are not known: --gpu-peaks tells\n",
                              device.name.empty() ? "this GPU" : printable(device.name, 40));
  }
  const auto part = [&](RooflineBound bound) {
    return percent(static_cast<double>(device.bound_ns[static_cast<std::size_t>(bound)]),
                   static_cast<double>(device.modelled_ns));
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
  Json devices = Json::array();
  for (const RooflineDevice& device : result.devices) devices.push_back(device_json(device));
  Json rows = Json::array();
  for (const RooflineRow& row : result.rows) rows.push_back(row_json(input.trace, row));
  const auto thin = result.thin_product_share;
  Json out = {{"least_of_ceiling_pct", input.window.thresholds->reached_ceiling_pct},
              {"thin_product", input.window.thresholds->thin_product},
              {"devices", std::move(devices)},
              {"decoding", result.has_shapes ? Json(result.decoding) : Json()},
              {"thin_product_pct", thin ? Json(100 * *thin) : Json()},
              {"rows", result.has_shapes ? std::move(rows) : Json()}};
  const std::string lacks = why(result);
  if (!lacks.empty()) out["why"] = lacks;
  return out;
}

std::string to_text(const ReportInput& input, const RooflineTable& result) {
  if (!result.has_shapes) return "n/a: " + why(result) + "\n";
  std::string text;
  for (const RooflineDevice& device : result.devices) text += device_text(device);
  if (result.decoding) text += "looks like decoding, token by token\n";
  TextTable table({{"operator", Align::Left},
                   {"shapes", Align::Left},
                   {"count"},
                   {"time"},
                   {"TFLOP/s"},
                   {"bandwidth"},
                   {"flops / byte"},
                   {"bound by", Align::Left}});
  const auto number = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.3g}", *value) : std::string("n/a");
  };
  for (std::size_t i = 0; i < std::min(result.rows.size(), kMostRows); ++i) {
    const RooflineRow& row = result.rows[i];
    const std::string_view bound = roofline_bound_name(row.bound);
    const auto gb_per_s = row.gb_per_s();
    table.add_row({printable(input.trace.text(row.op), kReportNameWidth),
                   printable(row.work.shapes, kReportNameWidth / 2),
                   format_count(static_cast<std::int64_t>(row.count)),
                   format_duration(row.device_ns), number(row.tflops()),
                   gb_per_s ? format_rate(*gb_per_s) : "n/a", number(row.intensity()),
                   bound.empty() ? "n/a" : std::string(bound)});
  }
  return text + table.text() + more_rows(result.rows.size());
}

}  // namespace lanescope
