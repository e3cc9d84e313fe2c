// Dear ImGui's context, for a window or a screenshot.
#pragma once

namespace lanescope {

/// Creates the process's context, without an ini file. A failed allocation throws std::bad_alloc,
/// because Dear ImGui uses its allocations unchecked.
void create_imgui_context();

}  // namespace lanescope
