// A modal dialog in the middle of the window.
#pragma once

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// Whether a dialog or a menu is open.
[[nodiscard]] bool any_popup();

/// Closes popups that are no longer drawn because their owner is gone from the screen; otherwise
/// they would keep the keyboard forever. Call at the end of a frame.
void close_forgotten_popups();

/// Lives for one frame: `Dialog dialog(ui, "id", {w, h}); if (dialog.shown()) draw into
/// dialog.area();`
class Dialog {
 public:
  /// `size_px` is at scale 1; reduced to fit the screen. Not shown while another dialog is open.
  /// Where the height changes while it is open, its top stays that of a dialog `most_px` high.
  Dialog(const Ui& ui, const char* id, ImVec2 size_px, float most_px = 0);
  ~Dialog();
  Dialog(const Dialog&) = delete;
  Dialog& operator=(const Dialog&) = delete;

  [[nodiscard]] bool shown() const { return shown_; }
  [[nodiscard]] Rect area() const { return area_; }
  /// Esc was pressed, or a click was outside the dialog.
  [[nodiscard]] bool dismissed() const;
  /// Removes it from the screen; the caller must stop creating it.
  void close();

 private:
  bool shown_ = false;
  bool just_opened_ = false;
  Rect area_;
};

}  // namespace lanescope
