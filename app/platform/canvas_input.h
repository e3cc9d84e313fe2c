// The browser's events of mouse and keyboard for Dear ImGui. Only in the page.
#pragma once

namespace lanescope {

class WindowClient;

/// From now on; `canvas` is its selector, in the page. Each event wakes the canvas. Main thread.
void listen_for_input(WindowClient& client, const char* canvas);

}  // namespace lanescope
