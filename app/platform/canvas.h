// The canvas of the page, in place of a window: WebGL 2 for Dear ImGui. It draws when the browser
// is ready for a frame and something has happened. Only in the page.
#pragma once

#include <optional>

#include "app/platform/window.h"

namespace lanescope {

class Canvas {
 public:
  /// Creates the WebGL and ImGui contexts. Once; main thread. Errors: Unsupported.
  static std::optional<Error> open();

  /// Draws `client`, which is never destroyed, from now on. Returns immediately.
  static void start(WindowClient& client);

  /// Asks for a new frame. Any thread.
  static void wake();
  /// The same because of the user, who waits for it. Main thread.
  static void wake_by_hand();

  /// The user has pasted text: makes it the clipboard and presses Ctrl+V. Main thread.
  static void paste(std::string text);
};

}  // namespace lanescope
