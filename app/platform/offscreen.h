// Renders the interface without a window, through EGL into a framebuffer object. Needs no display;
// a software driver such as Mesa's llvmpipe works.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

class Offscreen {
 public:
  /// Creates the GL and ImGui contexts. One at a time; use it only on the thread that opened it.
  static Result<std::unique_ptr<Offscreen>> open(int width_px, int height_px);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  /// Call after the font atlas was rebuilt.
  void upload_fonts();
  /// Starts an ImGui frame `delta_s` after the previous one. Draw, then call end_frame.
  void begin_frame(double delta_s);
  void end_frame();
  /// Renders the last frame: 8-bit RGB rows, top row first. Cost: a software driver keeps all cores
  /// busy for some 10 ms, which frames that nobody sees are spared.
  [[nodiscard]] std::vector<std::uint8_t> pixels();

 private:
  struct Gl;
  Offscreen(std::unique_ptr<Gl> gl, int width_px, int height_px);

  std::unique_ptr<Gl> gl_;
  int width_px_, height_px_;
};

}  // namespace lanescope
