// Asks where the profile beside a trace begins.
#pragma once

#include <optional>
#include <string>

#include "app/widgets/draw/ui.h"
#include "core/session/laid_profile.h"

namespace lanescope {

class ProfileDialog {
 public:
  /// Shows it from the next frame on, with the offset of `profile`.
  void open(LaidProfile profile);
  [[nodiscard]] bool is_open() const { return open_; }
  void close() { open_ = false; }
  /// Draws it if it is open; returns the profile with its new offset once.
  std::optional<LaidProfile> draw(const Ui& ui);

 private:
  /// Whether what was entered is accepted, which closes it.
  bool draw_content(const Ui& ui, Rect box);
  bool take_offset();

  bool open_ = false;
  bool take_focus_ = false;
  LaidProfile profile_;
  std::string offset_;   // as entered
  std::string problem_;  // why it was rejected
};

}  // namespace lanescope
