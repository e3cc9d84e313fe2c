// The canvas of the page, in place of a window: WebGL 2, and the browser's events for Dear ImGui.
// It draws when the browser wants a picture and something has happened. Only in the page.
#pragma once

#include <optional>

#include "app/platform/window.h"

namespace lanescope {

class Canvas {
 public:
  /// Makes the WebGL and ImGui contexts. Once; main thread. Errors: Unsupported.
  static std::optional<Error> open();

  /// Draws `client`, which must never end, from now on; returns at once.
  static void start(WindowClient& client);

  /// Asks for a new frame. Any thread.
  static void wake();

  /// What the browser's user pasted, as if typed with Ctrl+V. Main thread.
  static void paste(std::string text);
};

}  // namespace lanescope
