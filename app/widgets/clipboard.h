// Copies text and briefly confirms it.
#pragma once

#include <string>
#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// Puts `text` on the clipboard. `what` names it in the confirmation, such as "the table as CSV";
/// if empty, the text itself is shown.
void copy_text(const Ui& ui, const std::string& text, std::string_view what = {});

/// "Copied the table as CSV" at the bottom of the screen, for a second after a copy.
class CopyNote final : public CopySink {
 public:
  void note_copy(std::string_view what) override;
  /// Draws it while it is visible. `bottom_px` is the top of the window's lowest line.
  void draw(const Ui& ui, float bottom_px, double now_s);
  /// Seconds until it must be redrawn; negative if nothing is shown.
  [[nodiscard]] double next_frame_in_s() const;

 private:
  std::string text_;
  bool fresh_ = false;  // not drawn yet
  double until_s_ = 0, left_s_ = 0;
};

}  // namespace lanescope
