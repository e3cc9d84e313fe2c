// A box in the middle of the window that everything else waits for.
#pragma once

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// A dialog or a menu is open.
[[nodiscard]] bool any_popup();

/// Closes those that nobody draws any more because what they belong to is gone from the screen;
/// they would keep the keys for ever. At the end of a frame.
void close_forgotten_popups();

/// Lives for one frame: `Dialog dialog(ui, "id", {w, h}); if (dialog.shown()) draw into
/// dialog.area();`
class Dialog {
 public:
  /// `size_px` at scale 1; smaller where the screen is. Not shown while another one is open.
  Dialog(const Ui& ui, const char* id, ImVec2 size_px);
  ~Dialog();
  Dialog(const Dialog&) = delete;
  Dialog& operator=(const Dialog&) = delete;

  [[nodiscard]] bool shown() const { return shown_; }
  [[nodiscard]] Rect area() const { return area_; }
  /// Esc, or a click beside it.
  [[nodiscard]] bool dismissed() const;
  /// Takes it off the screen; the caller stops making it.
  void close();

 private:
  bool shown_ = false;
  bool just_opened_ = false;
  Rect area_;
};

}  // namespace lanescope
