#include "core/view/tables/gpu_peak_list.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/text/ascii_case.h"
#include "core/base/text/decimal.h"
#include "core/view/tables/roofline/roofline_picture.h"

namespace lanescope {
namespace {

constexpr double kMostRate = 1e6;

/// The user's entry that a row shows.
auto given_for(const GpuPeakRow& row, std::vector<GpuPeaks>& given) {
  const std::string& name = row.given ? row.peaks->gpu : row.name;
  return std::ranges::find(given, name, &GpuPeaks::gpu);
}

void add_trace(std::span<const DeviceInfo> devices, std::span<const GpuPeaks> given,
               std::vector<GpuPeakRow>& rows) {
  for (const DeviceInfo& device : devices) {
    const bool known =
        std::ranges::any_of(rows, [&](const GpuPeakRow& row) { return row.name == device.name; });
    if (known || device.name.empty()) continue;
    rows.push_back({PeakGroup::Trace, device.name, find_gpu_peaks(device, given),
                    own_gpu_peaks(device, given) != nullptr});
  }
}

}  // namespace

std::string_view peak_group_title(PeakGroup group) {
  constexpr std::array<std::string_view, 3> kTitles{"In this trace", "Yours",
                                                    "Built in, from vendor specs"};
  return kTitles[static_cast<std::size_t>(group)];
}

std::string_view peak_column_title(std::size_t column) {
  return column == kMemoryColumn ? "Memory" : peak_format_title(kPeakFormats[column]);
}

std::string peak_text(const std::optional<GpuPeaks>& peaks, std::size_t column) {
  if (!peaks) return "";
  const auto rate =
      column == kMemoryColumn ? peaks->memory_gb_per_s() : peaks->of(kPeakFormats[column]);
  return rate ? fmt::format("{}", *rate) : "";
}

std::vector<GpuPeakRow> gpu_peak_rows(std::span<const DeviceInfo> devices,
                                      std::span<const GpuPeaks> given, std::string_view filter) {
  std::vector<GpuPeakRow> rows;
  add_trace(devices, given, rows);
  for (const GpuPeaks& peaks : given) {
    const bool shown = std::ranges::any_of(
        rows, [&](const GpuPeakRow& row) { return row.given && row.peaks->gpu == peaks.gpu; });
    if (!shown) rows.push_back({PeakGroup::Given, peaks.gpu, peaks, true});
  }
  for (GpuPeaks& peaks : known_gpu_peaks()) {
    std::string name = peaks.gpu;
    rows.push_back({PeakGroup::BuiltIn, std::move(name), std::move(peaks), false});
  }
  std::erase_if(rows,
                [&](const GpuPeakRow& row) { return !holds_ignoring_case(row.name, filter); });
  return rows;
}

std::optional<Error> set_gpu_peak(const GpuPeakRow& row, std::size_t column,
                                  const std::string& text, std::vector<GpuPeaks>& given) {
  double rate = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = read_decimal(text.data(), end, rate);
  const bool is_rate = error == std::errc() && stop == end && rate > 0 && rate <= kMostRate;
  if (!text.empty() && !is_rate) {
    return Error{Error::Kind::Invalid,
                 fmt::format("A rate is a number above 0, up to {:.0f}; empty for the built-in "
                             "one",
                             kMostRate)};
  }
  auto at = given_for(row, given);
  if (at == given.end()) {
    at = given.insert(given.end(), row.peaks.value_or(GpuPeaks()));
    at->gpu = row.name;
  }
  double& target = column == kMemoryColumn ? at->gb_per_s : at->tflops[column];
  target = text.empty() ? 0 : rate;
  return std::nullopt;
}

void forget_gpu_peaks(const GpuPeakRow& row, std::vector<GpuPeaks>& given) {
  const auto at = given_for(row, given);
  if (at != given.end()) given.erase(at);
}

}  // namespace lanescope
