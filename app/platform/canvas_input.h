// Mouse and keyboard for Dear ImGui, as app/web/input.js reports them. Only in the page.
#pragma once

namespace lanescope {

class WindowClient;

/// Input that arrives from now on is for `client`, and wakes the canvas. Main thread.
void listen_for_input(WindowClient& client);

}  // namespace lanescope
