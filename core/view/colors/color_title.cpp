#include "core/view/colors/color_title.h"

#include "core/view/colors/frame_look.h"
#include "core/view/colors/role.h"
#include "core/view/colors/state_look.h"

namespace lanescope {

std::string_view color_title(CategoryKind kind, std::string_view name) {
  if (kind == CategoryKind::ThreadState) return state_title(state_look(name));
  if (kind == CategoryKind::NativeFrame) return "native code";
  const ColorRole role = role_of(kind, classify_name(name));
  const bool is_frame = kind == CategoryKind::SampledFrame || kind == CategoryKind::SampledLine;
  if (!is_frame || role == ColorRole::DataLoading) return role_title(role);
  const auto owner = frame_owner(name);
  return owner ? frame_owner_title(*owner) : role_title(role);
}

}  // namespace lanescope
