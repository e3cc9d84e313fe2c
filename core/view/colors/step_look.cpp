#include "core/view/colors/step_look.h"

#include <array>

#include "core/view/colors/idle_look.h"

namespace lanescope {
namespace {

struct Look {
  std::string_view title;
  std::optional<ColorRole> role;
};

/// In the order of StepClass. Calls do not have the gray that lanes show most of them in, which is
/// too near to the remainder and, to many, to kernels, but the color of those that wait.
constexpr std::array<Look, kStepClasses> kLooks = {{
    {"kernels", ColorRole::Compute},
    {"communication", ColorRole::Communication},
    {"copies", ColorRole::Copy},
    {"memsets", ColorRole::Copy},
    {"runtime calls", ColorRole::Sync},
    {"DataLoader", ColorRole::DataLoading},
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

bool step_class_hatched(StepClass step_class) {
  return step_class == StepClass::Memset;
}

Rgb remainder_color(const RolePalette& palette) {
  return idle_color(palette, IdleClass::Untraced).fill;
}

}  // namespace lanescope
