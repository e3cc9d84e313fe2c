#include "core/view/colors/step_look.h"

#include <array>

#include "core/view/colors/idle_look.h"

namespace lanescope {
namespace {

struct Look {
  std::string_view title;
  std::optional<ColorRole> role;
};

/// In the order of StepClass. Calls are as the causes of idle time have them; memsets have a role
/// that nothing else of a step has, since two shades of one role look the same to many.
constexpr std::array<Look, kStepClasses> kLooks = {{
    {"kernels", ColorRole::Compute},
    {"communication", ColorRole::Communication},
    {"copies", ColorRole::Copy},
    {"memsets", ColorRole::Attention},
    {"runtime calls", ColorRole::Gemm},
    {"data loading", ColorRole::DataLoading},
    {"CPU operators", ColorRole::CpuOp},
    {"other", std::nullopt},
}};

}  // namespace

std::string_view step_class_title(StepClass step_class) {
  return kLooks.at(static_cast<std::size_t>(step_class)).title;
}

std::optional<ColorRole> step_class_role(StepClass step_class) {
  return kLooks.at(static_cast<std::size_t>(step_class)).role;
}

Rgb remainder_color(const RolePalette& palette) {
  return idle_color(palette, IdleClass::Untraced).fill;
}

}  // namespace lanescope
