#include "core/view/tables/gpu_peak_list.h"

#include <algorithm>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

const std::vector<DeviceInfo> kDevices{
    {0, "NVIDIA H200", {}, {}}, {1, "NVIDIA H200", {}, {}}, {2, "NVIDIA PG509-210", {}, {}}};

GpuPeakRow row_of(const std::vector<GpuPeakRow>& rows, std::string_view name) {
  const auto found = std::ranges::find(rows, name, &GpuPeakRow::name);
  REQUIRE(found != rows.end());
  return *found;
}

}  // namespace

TEST_CASE("the trace's kinds of GPU come first, each once, known or not") {
  const auto rows = gpu_peak_rows(kDevices, {}, "");
  REQUIRE(rows.size() == 2 + known_gpu_peaks().size());
  CHECK(rows[0].name == "NVIDIA H200");
  CHECK(peak_text(rows[0].peaks, kMemoryColumn) == "4800");
  CHECK(peak_text(rows[0].peaks, 1) == "494.7");
  CHECK(rows[1].name == "NVIDIA PG509-210");
  CHECK(peak_text(rows[1].peaks, 0).empty());
  CHECK(rows[2].group == PeakGroup::BuiltIn);
}

TEST_CASE("a rate that is set begins an entry of the user with what is built in") {
  std::vector<GpuPeaks> given;
  CHECK(!set_gpu_peak(gpu_peak_rows(kDevices, given, "")[0], kMemoryColumn, "4000.5", given));
  REQUIRE(given.size() == 1);
  CHECK(given[0].gpu == "NVIDIA H200");
  CHECK(given[0].gb_per_s == 4000.5);
  CHECK(given[0].of(PeakFormat::Tf32) == 494.7);
  const GpuPeakRow changed = row_of(gpu_peak_rows(kDevices, given, ""), "NVIDIA H200");
  CHECK(changed.given);
  CHECK(!set_gpu_peak(changed, 4, "", given));
  CHECK(given.size() == 1);
  CHECK(!given[0].of(PeakFormat::Float8));
  forget_gpu_peaks(row_of(gpu_peak_rows(kDevices, given, ""), "NVIDIA H200"), given);
  CHECK(given.empty());
}

TEST_CASE("what is no rate is not taken") {
  std::vector<GpuPeaks> given;
  const auto rows = gpu_peak_rows(kDevices, given, "");
  for (const char* text : {"much", "-3", "0", "1e9", "nan", "inf", "3 TB"}) {
    const auto error = set_gpu_peak(rows[0], 0, text, given);
    REQUIRE(error);
    CHECK(error->message.find("above 0") != std::string::npos);
  }
  CHECK(given.empty());
}

TEST_CASE("an entry by a part of a name is changed through the device that it fits") {
  std::vector<GpuPeaks> given{{"PG509", {}, 1000}, {"Other", {}, 1}};
  const auto rows = gpu_peak_rows(kDevices, given, "");
  CHECK(rows[1].given);
  CHECK(!set_gpu_peak(rows[1], 2, "40", given));
  CHECK(given.size() == 2);
  CHECK(given[0].of(PeakFormat::Half) == 40);
  CHECK(row_of(rows, "Other").group == PeakGroup::Given);
  CHECK(std::ranges::find(rows, "PG509", &GpuPeakRow::name) == rows.end());
}

TEST_CASE("GPUs are found by a part of their names, case ignored") {
  const auto rows = gpu_peak_rows(kDevices, {}, "mi300");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].name == "MI300X");
}
