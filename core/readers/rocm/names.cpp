#include "core/readers/rocm/names.h"

#include <array>
#include <cstddef>
#include <utility>

#include "core/base/text/ascii_case.h"
#include "core/base/text/demangle.h"

namespace lanescope {

std::string rocm_kernel_name(std::string_view name) {
  constexpr std::string_view kDescriptor = ".kd";
  constexpr std::size_t kMostBytes = 1U << 16;
  if (name.ends_with(kDescriptor)) name.remove_suffix(kDescriptor.size());
  std::string own(name);
  if (!name.starts_with("_Z")) return own;
  return demangled(own, kMostBytes).value_or(own);
}

std::string rocm_copy_name(std::string_view operation) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kRoutes = {
      {{"hosttodevice", "HtoD"},
       {"devicetohost", "DtoH"},
       {"devicetodevice", "DtoD"},
       {"hosttohost", "HtoH"}}};
  std::string letters = lower_cased(operation);
  std::erase(letters, '_');
  for (const auto& [spelled, route] : kRoutes) {
    if (letters.find(spelled) != std::string::npos) return "Memcpy " + std::string(route);
  }
  return "Memcpy";
}

std::string_view rocm_call_category(std::string_view name) {
  if (name.starts_with("hip") || name.starts_with("__hip")) return "cuda_runtime";
  if (name.starts_with("hsa_")) return "hsa_runtime";
  return "host_call";
}

}  // namespace lanescope
