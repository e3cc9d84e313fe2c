// Fonts and colors of the window, adapted to the monitor's scale and the settings.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/shell/settings/settings.h"
#include "app/shell/theme/late_glyphs.h"
#include "app/widgets/draw/font_texture.h"
#include "app/widgets/draw/style.h"

namespace lanescope {

/// UI thread only.
class Appearance {
 public:
  /// `wake` requests a frame, from any thread.
  Appearance(std::string font_dir, const std::function<void()>& wake);

  /// Call outside a frame; see MainWindow::prepare().
  bool prepare(float content_scale, float density, const Settings& settings, FontTexture& texture);
  [[nodiscard]] const Style& style() const { return style_; }
  /// What is wrong with the fonts; returned once.
  std::optional<std::string> take_problem();
  /// Glyphs of drawn characters are still missing.
  [[nodiscard]] bool waiting() const { return glyphs_.waiting(); }
  /// The next prepare() has something to do.
  [[nodiscard]] bool due() const { return glyphs_.due(); }

 private:
  void build_atlas(float scale, float density);

  std::string font_dir_;
  LateGlyphs glyphs_;  // for the faces of style_
  Style style_;
  float density_ = 0, built_scale_ = 0;
  std::optional<ThemeKind> applied_theme_;
  std::string problem_;  // with the current fonts
  bool problem_taken_ = false;
};

}  // namespace lanescope
