// Whether there is a screen to open a window on.
#pragma once

namespace lanescope {

/// True when an X or Wayland display is named by the environment and answers. Cost: one connection,
/// which stays for the window to come; opens no window. Main thread.
bool display_answers();

}  // namespace lanescope
