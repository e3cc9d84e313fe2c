// The connection to what shows windows. One source a system. Main thread.
#pragma once

namespace lanescope {

class WindowClient;

/// Whether the environment names a display. Cost: none.
bool display_is_named();

/// Initializes GLFW for that display, unless it is; false: see glfwGetError().
bool connect_to_display();

/// From now on, `client` is told by display_lost() if the connection breaks, and the process exits
/// with what it returns; nullptr: nobody any more.
void note_lost_display(WindowClient* client);

}  // namespace lanescope
