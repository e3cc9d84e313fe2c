#include "app/shell/window/appearance.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/shell/theme/theme.h"

namespace lanescope {
namespace {

constexpr const char* kMoreScripts = "DroidSansFallbackFull.ttf";  // mainly Chinese and Japanese

}  // namespace

Appearance::Appearance(std::string font_dir, const std::function<void()>& wake)
    : font_dir_(std::move(font_dir)),
      glyphs_((std::filesystem::path(font_dir_) / kMoreScripts).string(), wake) {}

bool Appearance::prepare(float content_scale, float density, const Settings& settings,
                         FontTexture& texture) {
  const float scale = std::max(0.25F, content_scale / density * settings.zoom);
  const bool rescale = scale != built_scale_ || density != density_;
  if (rescale) build_atlas(scale, density);
  // If the atlas was rebuilt, the renderer does not have it yet.
  if (!rescale) glyphs_.refresh(style_.face, texture);
  if (rescale || applied_theme_ != settings.theme) {
    style_.color = theme_colors(settings.theme);
    apply_to_imgui(style_, settings.theme);
    applied_theme_ = settings.theme;
  }
  return rescale;
}

void Appearance::build_atlas(float scale, float density) {
  const BuiltFonts built = build_fonts(font_dir_, {scale, density}, &glyphs_.supply());
  glyphs_.begin_atlas(built);
  style_.face = built.faces;
  if (!built.problem.empty() && built.problem != problem_) {
    problem_ = built.problem;
    problem_taken_ = false;
  }
  style_.scale = scale;
  built_scale_ = scale;
  density_ = density;
}

std::optional<std::string> Appearance::take_problem() {
  if (problem_.empty() || std::exchange(problem_taken_, true)) return std::nullopt;
  return problem_;
}

}  // namespace lanescope
