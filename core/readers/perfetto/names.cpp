#include "core/readers/perfetto/names.h"

#include <algorithm>
#include <array>

#include "core/base/check.h"

namespace lanescope::perfetto {
namespace {

struct Renamed {
  std::string_view part;
  std::string_view name;
};

/// Of rocprofv3 ("kernel_dispatch") and rocprof-sys ("rocm_kernel_dispatch").
constexpr std::array kGpuWork = {Renamed{"kernel_dispatch", "kernel"},
                                 Renamed{"memory_copy", "gpu_memcpy"},
                                 Renamed{"marker_api", "user_annotation"}};

constexpr std::array<std::string_view, 4> kVendors = {"hip_", "hsa_", "rocm_", "rccl_"};

bool is_call(std::string_view name) {
  const bool of_vendor = std::ranges::any_of(
      kVendors, [name](std::string_view start) { return name.starts_with(start); });
  return of_vendor && (name.ends_with("_api") || name.ends_with("_api_ext"));
}

}  // namespace

std::string category_name(std::string_view written) {
  for (const auto& [part, name] : kGpuWork) {
    if (written == part || written == "rocm_" + std::string(part)) return std::string(name);
    // "marker_core_api", "marker_core_range_api"
    if (part == "marker_api" && written.starts_with("marker_") && written.ends_with("_api"))
      return std::string(name);
  }
  if (!is_call(written)) return std::string(written);
  std::string name(written.substr(0, written.rfind("_api")));
  return name.ends_with("_runtime") ? name : name + "_runtime";
}

LocalId Names::new_text(std::string_view plain, std::size_t i) {
  if (numbers_.size() <= i) numbers_.resize(i + 1, kNoLocal);
  return numbers_[i] = tables_->text(json_token(plain));
}

EventCategory Names::new_category(std::string_view plain) {
  const std::uint16_t number = tables_->category(json_token(category_name(plain)));
  LANESCOPE_CHECK(number < tables_->categories.size(), "one of {} categories, not {}",
                  tables_->categories.size(), number);
  return {number, tables_->categories[number].kind};
}

}  // namespace lanescope::perfetto
