// Dear ImGui's context, for a window or a picture.
#pragma once

namespace lanescope {

/// Makes the process's context, without a file of its own. Memory that it does not get is
/// std::bad_alloc: Dear ImGui itself writes to what it asked for without a look.
void create_imgui_context();

}  // namespace lanescope
