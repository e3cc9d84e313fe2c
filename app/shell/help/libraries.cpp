#include "app/shell/help/libraries.h"

#include "imgui.h"

namespace lanescope {

std::string_view library_versions() {
  return "Dear ImGui " IMGUI_VERSION
         ", " LANESCOPE_LIBRARIES;  // from the build, see app/CMakeLists.txt
}

}  // namespace lanescope
